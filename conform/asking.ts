import { setTimeout as pausing } from "node:timers/promises";
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

/** No answer came to a request, or none that could be read whole. */
export class NoAnswer extends NoCheck {}

export type AnyCall = Call<v.GenericSchema | undefined, v.GenericSchema | undefined>;

export type Fetch = (request: Request, init: { readonly signal: AbortSignal }) => Promise<Response>;

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

/** How long an answer may take to be whole, in ms. */
const usualPatienceMs = 30_000;

/** How often a request is sent again that the host refuses as one too many, and the longest pause before that, in s. */
const mostWaits = 5;
const longestWait = 60;
/** The pause where the host names none, in s. */
const usualWait = 10;

/** The pause that a 429 asks for, in s; undefined for any other answer, and where it is longer than a check waits. */
function waitOf({ status, headers }: Response): number | undefined {
  if (status !== 429) return undefined;
  const said = headers.get("Retry-After") ?? String(usualWait);
  const seconds = Math.max(1, Math.ceil(/^\d+(\.\d+)?$/.test(said) ? Number(said) : (Date.parse(said) - Date.now()) / 1000));
  return seconds <= longestWait ? seconds : undefined;
}

/** Waits so many seconds. */
export type Pause = (seconds: number) => Promise<unknown>;

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

/** Sends requests to one host, at its pace. Rejects with NoAnswer if there is none. */
export class Asker {
  readonly host: string;
  readonly #fetch: Fetch;
  readonly #pause: Pause;
  readonly #patienceMs: number;
  /** How many requests in a row got no answer. */
  unanswered = 0;

  constructor(host: string, fetch: Fetch, pause: Pause = (seconds) => pausing(seconds * 1000), patienceMs = usualPatienceMs) {
    this.host = host;
    this.#fetch = fetch;
    this.#pause = pause;
    this.#patienceMs = patienceMs;
  }

  /** Sends a request; `read` reads the answer. */
  async #send<T>(
    call: Pick<AnyCall, "method" | "path" | "numbers">,
    sending: Sending,
    read: (response: Response) => Promise<T>,
  ): Promise<T> {
    const { query = {}, params = {}, body, token, headers = {} } = sending;
    const path = (sending.path ?? call.path).replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])).toString();
    const once = (signal: AbortSignal): Promise<Response> =>
      this.#fetch(
        new Request(`${this.host}${path}${search === "" ? "" : `?${search}`}`, {
          method: sending.method ?? call.method,
          redirect: "manual",
          headers: {
            Accept: "application/json",
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...(body === undefined ? {} : { "Content-Type": "application/json" }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: writeBody(call, body) }),
        }),
        // Given to the Request, it would abort nothing once that is collected, which fetch doesn't keep.
        { signal },
      );
    // Many take 60 requests a minute from one address. A check sends more, which is no fault of theirs.
    for (let waits = 0; ; waits += 1) {
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(new Error(`it doesn't answer within ${this.#patienceMs / 1000} s`)), this.#patienceMs);
      let seconds: number | undefined;
      try {
        const response = await once(late.signal);
        seconds = waitOf(response);
        if (seconds === undefined || waits === mostWaits) {
          const answer = await read(response);
          this.unanswered = 0;
          return answer;
        }
        await response.body?.cancel();
      } catch (error) {
        this.unanswered += 1;
        throw new NoAnswer(`${this.host} can't be reached at ${sending.path ?? call.path}: ${troubleOf(error)}.`);
      } finally {
        clearTimeout(timer);
      }
      await this.#pause(seconds);
    }
  }

  ask(call: Pick<AnyCall, "method" | "path" | "numbers">, sending: Sending = {}): Promise<Asked> {
    return this.#send(call, sending, async (response) => {
      const text = await response.text();
      const read = parsed(text);
      const { status, headers } = response;
      const leads = headers.get("Location");
      // The app follows none: what it leads to must not get a token.
      if (leads !== null && status >= 300 && status < 400)
        return { status, json: undefined, insteadOfJson: `a redirect to ${leads}`, message: undefined, headers };
      const type = headers.get("Content-Type") ?? "no type";
      const insteadOfJson = read !== undefined ? undefined : text === "" ? "nothing" : /^\s*</.test(text) ? "a web page" : `text (${type})`;
      return { status, json: read?.json, insteadOfJson, message: messageOf(text), headers };
    });
  }

  /** Opens a stream and reads frames up to the last one wanted, for at most half a minute. */
  follow(call: Pick<AnyCall, "method" | "path">, sending: Sending, isLast: (frame: Frame) => boolean): Promise<Followed> {
    return this.#send(call, { ...sending, headers: { Accept: "text/event-stream" } }, async (response) => {
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
    });
  }
}
