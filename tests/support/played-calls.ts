/** What a test lets the host say: an answer, a connection that breaks, or silence. */
export type Answer =
  | {
      readonly is?: "answer";
      readonly status?: number;
      readonly json?: unknown;
      readonly body?: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly is: "cut" }
  | { readonly is: "silence" };

export interface ReceivedCall {
  /** "GET /analytics/filter" */
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** What became of an attempt: whatever its key, a test answers it by this name. */
export const closeCall = "POST /api/attempts/{key}/close";
const named = (name: string): string => name.replace(/^(POST \/api\/attempts\/)[^/]+(\/close)$/, "$1{key}$2");

type Answering = Answer | ((call: ReceivedCall) => Answer | Promise<Answer>);

/** Reads a request as a call. */
export function receivedCall(method: string, address: string, body: string | null, authorization: string | undefined): ReceivedCall {
  const url = new URL(address);
  return {
    name: `${method} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    body: body === null ? undefined : JSON.parse(body),
    authorization,
  };
}

/** The calls that a test lets its host answer, and what was asked; anything else is cut off and noted. */
export class PlayedCalls {
  readonly calls: ReceivedCall[] = [];
  readonly unexpected: string[] = [];
  // The app asks whether the host is there, and whether the session goes on where a screen asks nothing.
  readonly #answers = new Map<string, Answering>([
    ["HEAD /asset-markdown/global", { json: {} }],
    ["HEAD /set-fee/crypto-fee", { status: 401, json: {} }],
    ["GET /set-fee/crypto-fee", { json: { success: true, data: [] } }],
    // Settings ask for it wherever config.json, which the real host serves, names it.
    ["GET /api/sessions", { json: { success: true, data: [] } }],
    // Nor does a played host stream its changes, unless the test does: it is polled then.
    ["GET /api/events", { status: 404, json: { success: false, message: "No such call" } }],
    ["PUT /api/events/presence", { status: 404, json: { success: false, message: "No such call" } }],
    ["GET /api/passkeys", { json: { success: true, data: { passkeys: [] } } }],
    // And every unknown outcome leads to this one; a host that can't tell leaves it unknown.
    [closeCall, { status: 404, json: { success: false, message: "No such attempt" } }],
  ]);

  /** Sets or replaces what a call ("GET /analytics/dashboard") is answered. */
  on(name: string, answer: Answering): this {
    this.#answers.set(name, answer);
    return this;
  }

  callsOf(name: string): readonly ReceivedCall[] {
    return this.calls.filter((call) => named(call.name) === name);
  }

  async answer(call: ReceivedCall): Promise<Answer> {
    this.calls.push(call);
    const answering = this.#answers.get(named(call.name));
    if (answering === undefined) {
      this.unexpected.push(call.name);
      return { is: "cut" };
    }
    return typeof answering === "function" ? answering(call) : answering;
  }
}
