/** A scripted response: an answer, a broken connection, or silence. */
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
  /** Such as "GET /analytics/filter". */
  readonly name: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly authorization: string | undefined;
}

/** The name for closing an attempt, whatever its key. */
export const closeCall = "POST /api/attempts/{key}/close";
const named = (name: string): string => name.replace(/^(POST \/api\/attempts\/)[^/]+(\/close)$/, "$1{key}$2");

type Answering = Answer | ((call: ReceivedCall) => Answer | Promise<Answer>);

/** Parses a request into a call. */
export function receivedCall(method: string, address: string, body: string | null, authorization: string | undefined): ReceivedCall {
  const url = new URL(address);
  return {
    name: `${method} ${url.pathname}`,
    query: Object.fromEntries(url.searchParams),
    body: body === null ? undefined : JSON.parse(body),
    authorization,
  };
}

/** The answers a test gives its host, and a record of calls; any other call is cut off and recorded. */
export class PlayedCalls {
  readonly calls: ReceivedCall[] = [];
  readonly unexpected: string[] = [];
  // The app's probes: whether the host is reachable, and whether the session is valid on screens without calls.
  readonly #answers = new Map<string, Answering>([
    ["HEAD /asset-markdown/global", { json: {} }],
    ["GET /set-fee/crypto-fee", { json: { success: true, data: [] } }],
    // Settings reads it if config.json offers it, as the real host's does.
    ["GET /api/sessions", { json: { success: true, data: [] } }],
    // No change stream unless the test provides one: the app polls instead.
    ["GET /api/events", { status: 404, json: { success: false, message: "No such call" } }],
    ["PUT /api/events/presence", { status: 404, json: { success: false, message: "No such call" } }],
    ["GET /api/passkeys", { json: { success: true, data: { passkeys: [] } } }],
    // Every unknown outcome leads to this call; a 404 leaves it unknown.
    [closeCall, { status: 404, json: { success: false, message: "No such attempt" } }],
  ]);

  /** Sets or replaces the answer to a call ("GET /analytics/dashboard"). */
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
