import { ofetch } from "ofetch";
import * as v from "valibot";
import { type AnswerOf, type BodyOf, type Call, type MutationCall, nameOf, type OpenCall, type QueryOf } from "../contract/call.ts";
import type { Config } from "../contract/config.ts";
import { parseJson } from "../contract/json.ts";
import { messageOf, textsOf } from "../contract/refusal.ts";
import { invalidTokenMessage } from "../contract/sign-in.ts";
import { writeBody } from "../contract/wire-body.ts";
import type { CallNote } from "./call-note.ts";
import type { Clock, ReachKeeper } from "./reach.ts";
import { isExpired, type Session } from "./session-store.ts";

/** How one call ended. Times are device epoch ms; `sentAt` is when the request left. */
export type Answer<T> =
  | { readonly is: "answered"; readonly value: T; readonly sentAt: number }
  /** The host said no, with its message if it sent one. */
  | {
      readonly is: "refused";
      readonly status: number;
      readonly message: string | undefined;
      readonly body: string;
      readonly retryAfterMs: number | undefined;
    }
  /** An answer came that isn't what the contract says, or couldn't be read whole. */
  | { readonly is: "malformed"; readonly status: number; readonly problem: string; readonly body: string }
  /** No answer came. `sent`: whether the request may have left the device. */
  | { readonly is: "lost"; readonly why: "network" | "timeout" | "aborted"; readonly sent: boolean }
  /** The token has run out, so nothing was sent. */
  | { readonly is: "expired" };

interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** Sends a request once. Rejects where no whole answer comes. */
export type Sender = (url: string, method: string, headers: Readonly<Record<string, string>>, body: string) => Promise<RawAnswer>;

export interface Request<C> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  /** Values for the braces in the call's path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Ends the wait for the first byte, and for each further piece of the body, in ms; absent: none. No mutation may have one. */
  readonly firstByteWithinMs?: number;
  /** Replaces the call's path where config.json names another. */
  readonly path?: string;
  /** Sends it in another way than `fetch`. */
  readonly sender?: Sender | undefined;
  /** What JSON can be an answer at all, before the call's own schema reads it. */
  readonly accepts?: (json: unknown) => boolean;
}

export interface ClientEvents {
  /** The token was refused: ask for the PIN again (AUTH-15). */
  unauthorised(call: Call): void;
  /** The token has run out, so nothing was sent; the host may be out of reach. */
  expired(): void;
  /** The host doesn't know this token: the session is over (AUTH-11). */
  tokenInvalid(): void;
  /** A call has ended. */
  ended(note: CallNote): void;
}

/** Made by the gate's send.ts and repeat.ts alone (the linter sees to it): whoever has one has written the journal first. */
export class MutationPermit {
  readonly attempt: string;

  constructor(attempt: string) {
    this.attempt = attempt;
  }
}

/** A path with its parameters filled in, URL-encoded. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

function toQuery(query: Readonly<Record<string, unknown>> | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
    typeof value === "string"
      ? value === ""
        ? []
        : [[name, value]]
      : typeof value === "number" || typeof value === "boolean"
        ? [[name, String(value)]]
        : [],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : "";
}

function retryAfterMs(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}

/** Passes a body on, and tells each piece that comes. */
const tellingPieces = (onPiece: () => void): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(piece, next) {
      onPiece();
      next.enqueue(piece);
    },
  });

const gatewayStatuses = new Set([502, 503, 504]);

/** The one door to the host. It sends each request once; whoever wants it repeated asks again. */
export class HostClient {
  readonly #config: Config;
  readonly #reach: ReachKeeper;
  readonly #clock: Clock;
  readonly #session: () => Session | undefined;
  readonly #events: ClientEvents;
  /** What is on its way with a bearer, and whose. */
  readonly #running = new Map<Promise<unknown>, Session>();

  constructor(config: Config, reach: ReachKeeper, clock: Clock, session: () => Session | undefined, events: ClientEvents) {
    this.#config = config;
    this.#reach = reach;
    this.#clock = clock;
    this.#session = session;
    this.#events = events;
  }

  /** Sends one call that changes nothing and reads its answer. Never rejects: every failure is a value. */
  send<C extends OpenCall>(call: C, request: Request<C> = {}): Promise<Answer<AnswerOf<C>>> {
    return this.#send(call, request);
  }

  /**
   * Sends a mutation, once; it can't be aborted. Only the mutation gate holds a permit, so that nothing
   * else can send one. Never rejects.
   */
  mutate<C extends MutationCall>(
    _permit: MutationPermit,
    call: C,
    request: Omit<Request<C>, "signal" | "firstByteWithinMs">,
  ): Promise<Answer<AnswerOf<C>>> {
    return this.#send(call, request);
  }

  /** Resolves once no call is on its way under a session that is meant. */
  async drained(isMeant: (session: Session) => boolean): Promise<void> {
    for (;;) {
      const meant = [...this.#running].flatMap(([call, session]) => (isMeant(session) ? [call] : []));
      if (meant.length === 0) return;
      await Promise.all(meant);
    }
  }

  #send<C extends Call>(call: C, request: Request<C>): Promise<Answer<AnswerOf<C>>> {
    const session = call.auth === "bearer" ? this.#session() : undefined;
    const sent = this.#sendUnder(session, call, request);
    if (session) this.#running.set(sent, session);
    return sent.finally(() => this.#running.delete(sent));
  }

  async #sendUnder<C extends Call>(session: Session | undefined, call: C, request: Request<C>): Promise<Answer<AnswerOf<C>>> {
    if (session && isExpired(session)) {
      this.#events.expired();
      return { is: "expired" };
    }
    const from = this.#clock.now();
    const end = (status: number): void => {
      const at = this.#clock.now();
      this.#events.ended({ call: nameOf(call), status, at, ms: at - from });
    };
    const url = this.#config.host + fillPath(request.path ?? call.path, request.params) + toQuery(request.query);
    const sentAt = this.#clock.now();
    const wait = new AbortController();
    let piece = new AbortController();
    const awaitPiece = (): void => {
      piece.abort();
      piece = new AbortController();
      if (request.firstByteWithinMs !== undefined) this.#clock.after(request.firstByteWithinMs, () => wait.abort(), piece.signal);
    };
    const headers = {
      accept: "application/json",
      ...(call.body ? { "content-type": "application/json" } : {}),
      ...(session ? { authorization: `Bearer ${session.token}` } : {}),
      ...request.headers,
    };
    const fetchWhole: Sender = async (to, method, sent, body) => {
      const response = await ofetch.raw(to, {
        method,
        retry: 0,
        ignoreResponseError: true,
        responseType: "stream",
        // A host of the app's own origin knows by its cookie that this browser has signed the admin in before; nothing else needs one.
        credentials: call.auth === "none" && call.kind === "session" ? "same-origin" : "omit",
        cache: "no-store",
        headers: sent,
        ...(call.body ? { body } : {}),
        signal: request.signal ? AbortSignal.any([request.signal, wait.signal]) : wait.signal,
      });
      awaitPiece();
      return {
        status: response.status,
        retryAfter: response.headers.get("retry-after"),
        text: response._data ? await new Response(response._data.pipeThrough(tellingPieces(awaitPiece))).text() : "",
      };
    };
    let raw: RawAnswer;
    awaitPiece();
    try {
      raw = await (request.sender ?? fetchWhole)(url, call.method, headers, call.body ? writeBody(call, request.body) : "");
      // Not before: of a host whose answers stick halfway each probe would say that it is back.
      if (!gatewayStatuses.has(raw.status)) this.#reach.answered(sentAt);
      end(raw.status);
    } catch {
      end(0);
      if (request.signal?.aborted) return { is: "lost", why: "aborted", sent: true };
      this.#reach.failed();
      return { is: "lost", why: wait.signal.aborted ? "timeout" : "network", sent: true };
    } finally {
      piece.abort();
    }
    return this.#read(call, raw, sentAt, session, request.accepts);
  }

  #read<C extends Call>(
    call: C,
    { status, text: body, retryAfter }: RawAnswer,
    sentAt: number,
    session: Session | undefined,
    accepts: Request<C>["accepts"],
  ): Answer<AnswerOf<C>> {
    const againMs = retryAfterMs(retryAfter, this.#clock.now());
    if (gatewayStatuses.has(status)) this.#reach.failed(againMs);
    if (status < 200 || status > 299) {
      const message = messageOf(body);
      const isCurrent = session !== undefined && this.#session()?.token === session.token;
      if (isCurrent && status === 403 && textsOf(body).includes(invalidTokenMessage)) this.#events.tokenInvalid();
      else if (isCurrent && status === 401) this.#events.unauthorised(call);
      return { is: "refused", status, message, body, retryAfterMs: againMs };
    }
    let json: unknown;
    try {
      json = parseJson(body);
    } catch {
      return { is: "malformed", status, problem: `${nameOf(call)} answered something that is not JSON`, body };
    }
    if (accepts?.(json) === false) return { is: "malformed", status, problem: `${nameOf(call)} answered neither yes nor no`, body };
    const parsed = v.safeParse(call.answer, json);
    // The schema is the call's own, so its output is the call's answer.
    if (parsed.success) return { is: "answered", value: parsed.output as AnswerOf<C>, sentAt };
    return { is: "malformed", status, problem: `${nameOf(call)} answered ${describeIssue(parsed.issues[0])}`, body };
  }
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const where = v.getDotPath(issue);
  return where ? `with a field that can't be read (${where.slice(0, 80)})` : "in a form that can't be read";
}
