import type * as v from "valibot";
import type { Call } from "../src/contract/call.ts";
import { type StreamPart, StreamReader } from "../src/contract/event-stream.ts";
import { parseJson } from "../src/contract/json.ts";
import { messageOf } from "../src/contract/refusal.ts";
import { writeBody } from "../src/contract/wire-body.ts";

/** The host couldn't be checked; the message says why in one line. */
export class NoCheck extends Error {
  override readonly name = "NoCheck";
}

export type AnyCall = Call<v.GenericSchema | undefined, v.GenericSchema | undefined>;

export type Fetch = (request: Request) => Promise<Response>;

export interface Asked {
  readonly status: number;
  /** The parsed answer; undefined if it isn't JSON. */
  readonly json: unknown;
  /** What came instead of JSON. */
  readonly insteadOfJson: string | undefined;
  /** The host's reason for a refusal. */
  readonly message: string | undefined;
  readonly headers: Headers;
}

type Frame = Extract<StreamPart, { readonly is: "frame" }>;

export interface Followed {
  readonly status: number;
  /** Its Content-Type. */
  readonly type: string;
  /** The host's reason for a refusal. */
  readonly message: string | undefined;
  readonly frames: readonly Frame[];
}

const patienceMs = 30_000;

/** Network error codes in words. */
const troubles: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "no such name",
  EAI_AGAIN: "the name can't be looked up",
  EHOSTUNREACH: "no way leads there",
  ENETUNREACH: "no way leads there",
  ECONNRESET: "it ends the connection",
  UND_ERR_SOCKET: "it ends the connection",
  UND_ERR_CONNECT_TIMEOUT: "it doesn't answer",
  CERT_HAS_EXPIRED: "its certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is signed by itself; name your authority in NODE_EXTRA_CA_CERTS",
  SELF_SIGNED_CERT_IN_CHAIN: "its certificate's authority is not known; name it in NODE_EXTRA_CA_CERTS",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate's authority is not known, or the chain it sends is incomplete",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate's authority is not known, or the chain it sends is incomplete",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another name",
  ERR_SSL_WRONG_VERSION_NUMBER: "it doesn't speak TLS there; is it http://?",
  ERR_SSL_PACKET_LENGTH_TOO_LONG: "it doesn't speak TLS there; is it http://?",
};

function troubleOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code = typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : "";
  if (error instanceof Error && error.name === "TimeoutError") return `it doesn't answer within ${patienceMs / 1000} s`;
  return troubles[code] ?? (cause instanceof Error ? cause.message : String(cause));
}

function parsed(text: string): { json: unknown } | undefined {
  try {
    return { json: parseJson(text) };
  } catch {
    return undefined;
  }
}

export interface Sending {
  readonly query?: Readonly<Record<string, string | number>>;
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly token?: string | undefined;
  readonly path?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

/** Sends requests to one host. Rejects with NoCheck if there is no answer. */
export class Asker {
  readonly host: string;
  readonly #fetch: Fetch;

  constructor(host: string, fetch: Fetch) {
    this.host = host;
    this.#fetch = fetch;
  }

  /** Sends a request; the body is still unread. */
  async #send(call: Pick<AnyCall, "method" | "path" | "numbers">, sending: Sending): Promise<Response> {
    const { query = {}, params = {}, body, token, headers = {} } = sending;
    const path = (sending.path ?? call.path).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
    const request = new Request(`${this.host}${path}${search === "" ? "" : `?${search}`}`, {
      method: sending.method ?? call.method,
      redirect: "manual",
      headers: {
        Accept: "application/json",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: writeBody(call, body) }),
      signal: AbortSignal.timeout(patienceMs),
    });
    return this.#fetch(request);
  }

  async ask(call: Pick<AnyCall, "method" | "path" | "numbers">, sending: Sending = {}): Promise<Asked> {
    try {
      const response = await this.#send(call, sending);
      const text = await response.text();
      const read = parsed(text);
      const type = response.headers.get("Content-Type") ?? "no type";
      const insteadOfJson = read !== undefined ? undefined : text === "" ? "nothing" : /^\s*</.test(text) ? "a web page" : `text (${type})`;
      return { status: response.status, json: read?.json, insteadOfJson, message: messageOf(text), headers: response.headers };
    } catch (error) {
      throw new NoCheck(`${this.host} can't be reached at ${sending.path ?? call.path}: ${troubleOf(error)}.`);
    }
  }

  /** Opens a stream and reads frames up to the last one wanted, for at most half a minute. */
  async follow(call: Pick<AnyCall, "method" | "path">, sending: Sending, isLast: (frame: Frame) => boolean): Promise<Followed> {
    let response: Response;
    try {
      response = await this.#send(call, { ...sending, headers: { Accept: "text/event-stream" } });
    } catch (error) {
      throw new NoCheck(`${this.host} can't be reached at ${sending.path ?? call.path}: ${troubleOf(error)}.`);
    }
    const { status, headers, body } = response;
    const type = headers.get("Content-Type") ?? "no type";
    const frames: Frame[] = [];
    if (status !== 200 || !type.startsWith("text/event-stream")) {
      const text = status === 200 ? "" : await response.text();
      await body?.cancel().catch(() => {});
      return { status, type, message: messageOf(text), frames };
    }
    const reader = body?.getReader();
    const parts = new StreamReader();
    try {
      while (!frames.some(isLast)) {
        const piece = await reader?.read();
        if (piece?.value === undefined) break;
        frames.push(...parts.push(piece.value).filter((part) => part.is === "frame"));
      }
    } catch {
      // The stream broke or timed out; missing frames are reported by the caller.
    }
    await reader?.cancel().catch(() => {});
    return { status, type, message: undefined, frames };
  }
}
