import { ofetch } from "ofetch";
import * as v from "valibot";
import { type AnswerOf, type BodyOf, type Call, type MutationCall, nameOf, type OpenCall, type QueryOf } from "../../contract/call.ts";
import type { Config } from "../../contract/config.ts";
import { parseJson } from "../../contract/json.ts";
import { messageOf, textsOf } from "../../contract/refusal.ts";
import { invalidTokenMessage } from "../../contract/sign-in.ts";
import { writeBody } from "../../contract/wire-body.ts";
import { probePaths } from "../../contract/probe.ts";
import type { CallNote } from "./call-note.ts";
import type { Clock, Probed, ReachKeeper } from "./reach.ts";
import { isExpired, type Session } from "../state/session-store.ts";

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
  /** No answer of the host came; "intercepted": something on the way answered in its place. `sent`: whether the request may have left the device. */
  | { readonly is: "lost"; readonly why: "network" | "timeout" | "aborted" | "intercepted"; readonly sent: boolean }
  /** The token has run out, so nothing was sent. */
  | { readonly is: "expired" };

interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
  /** Something on the way answered in the host's place (`isStandIn`). */
  readonly standIn: boolean;
}

/** What tells of an answer whether it is the host's. */
interface Head {
  readonly status: number;
  /** It was redirected: the host redirects none of its calls. */
  readonly redirected: boolean;
  readonly contentType: string | null;
  /** It says of itself that it is a challenge, as Cloudflare's pages do. */
  readonly challenge: boolean;
}

/** 511: a portal asks for a sign-in of its own. */
const portalStatus = 511;

/** Whether the body decides: hosts send JSON and bare words as text/html, too, and nginx and Express pages of their own with other statuses. */
const mayBePage = ({ status, contentType }: Head): boolean =>
  /^\s*text\/html\b/i.test(contentType ?? "") && ((status >= 200 && status <= 299) || status === 401 || status === 403);

/** Whether something on the way has answered in the host's place: a gateway whose session is over, a challenge, a portal. */
export const isStandIn = (head: Head, body: string): boolean =>
  head.redirected ||
  head.challenge ||
  head.status === portalStatus ||
  (mayBePage(head) && /^\s*<(?:!doctype|!--|html|head|body)\b/i.test(body));

const headOf = (response: Response): Head => ({
  status: response.status,
  redirected: response.type === "opaqueredirect" || (response.status >= 300 && response.status <= 399),
  contentType: response.headers.get("content-type"),
  challenge: response.headers.get("cf-mitigated") === "challenge",
});

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
  /** It is sent to its end although the page is left. */
  readonly outlivesPage?: boolean;
  /** Replaces the call's path where config.json names another. */
  readonly path?: string;
  /** Sends it in another way than `fetch`. */
  readonly sender?: Sender | undefined;
  /** Takes a body that streams events, in the place of its text, as it comes; resolves at its end to the JSON that is left of it. */
  readonly takeStream?: (body: ReadableStream<Uint8Array>) => Promise<string>;
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

/**
 * How everything is sent. A redirect is never followed: whom it leads to must get neither a token nor a body. A gateway
 * on the app's own origin, and a host there that knows this browser, have cookies; other origins get none.
 */
const bare = {
  retry: 0,
  ignoreResponseError: true,
  responseType: "stream",
  credentials: "same-origin",
  cache: "no-store",
  redirect: "manual",
} as const;

const isRedirect = ({ status }: { readonly status: number }): boolean => status < 200 || (status >= 300 && status <= 399);

/** Passes a body on, and tells each piece that comes. */
const tellingPieces = (onPiece: () => void): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(piece, next) {
      onPiece();
      next.enqueue(piece);
    },
  });

const withText = async <R extends Response>(response: R): Promise<[R, string]> => [response, await response.text()];

/** What stands before the host says that it can't be had. */
const gatewayStatuses = new Set([502, 503, 504]);

/** A probe without an answer is given up after this time, in ms. */
const probeWithinMs = 5000;

/** The one door to the host. It sends each request once; whoever wants it repeated asks again. */
export class HostClient {
  readonly #config: Config;
  readonly #reach: ReachKeeper;
  readonly #clock: Clock;
  readonly #session: () => Session | undefined;
  readonly #events: ClientEvents;
  /** Which of the probe's paths is asked next. */
  #probePath = 0;
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

  /** Asks whether the host is there; after one in vain, the next goes by another path. Never rejects. */
  async probe(): Promise<Probed> {
    const sentAt = this.#clock.now();
    const stop = new AbortController();
    const ended = new AbortController();
    this.#clock.after(probeWithinMs, () => stop.abort(), ended.signal);
    const url = this.#config.host + (probePaths[this.#probePath % probePaths.length] ?? probePaths[0]);
    const ask = (method: string) => ofetch.raw(url, { ...bare, method, headers: { accept: "application/json" }, signal: stop.signal });
    try {
      const head = await withText(await ask("HEAD"));
      const [response, body] = mayBePage(headOf(head[0])) ? await withText(await ask("GET")) : head;
      const isIntercepted = isStandIn(headOf(response), body);
      if (!isIntercepted && !gatewayStatuses.has(response.status)) {
        this.#reach.answered(sentAt);
        return { is: "answered" };
      }
      this.#probePath += 1;
      if (isIntercepted) return { is: "intercepted" };
      return { is: "silent", retryAfterMs: retryAfterMs(response.headers.get("retry-after"), this.#clock.now()) };
    } catch {
      this.#probePath += 1;
      return { is: "silent" };
    } finally {
      ended.abort();
    }
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
    const fetchWhole: Sender = async (to, method, sent, payload) => {
      const response = await ofetch.raw(to, {
        ...bare,
        method,
        keepalive: request.outlivesPage === true,
        headers: sent,
        ...(call.body ? { body: payload } : {}),
        signal: request.signal ? AbortSignal.any([request.signal, wait.signal]) : wait.signal,
      });
      awaitPiece();
      const body = response._data?.pipeThrough(tellingPieces(awaitPiece));
      const isStream = response.ok && /^text\/event-stream/i.test(response.headers.get("content-type") ?? "");
      const text = !body ? "" : isStream && request.takeStream ? await request.takeStream(body) : await new Response(body).text();
      return { status: response.status, retryAfter: response.headers.get("retry-after"), standIn: isStandIn(headOf(response), text), text };
    };
    let raw: RawAnswer;
    awaitPiece();
    try {
      raw = await (request.sender ?? fetchWhole)(url, call.method, headers, call.body ? writeBody(call, request.body) : "");
      // Not before: an answer that sticks halfway is none.
      if (raw.standIn || gatewayStatuses.has(raw.status)) void this.#reach.ask();
      else this.#reach.answered(sentAt);
      end(raw.status);
    } catch {
      end(0);
      if (request.signal?.aborted) return { is: "lost", why: "aborted", sent: true };
      void this.#reach.ask();
      return { is: "lost", why: wait.signal.aborted ? "timeout" : "network", sent: true };
    } finally {
      piece.abort();
    }
    // A mutation's outcome is judged by what came; of anything else a page says nothing where all calls are answered so.
    const isNone = raw.standIn && call.kind !== "mutation" && (isRedirect(raw) || !(await this.#reach.settled()));
    return isNone ? { is: "lost", why: "intercepted", sent: true } : this.#read(call, raw, sentAt, session, request.accepts);
  }

  #read<C extends Call>(
    call: C,
    { status, text: body, retryAfter, standIn }: RawAnswer,
    sentAt: number,
    session: Session | undefined,
    accepts: Request<C>["accepts"],
  ): Answer<AnswerOf<C>> {
    const againMs = retryAfterMs(retryAfter, this.#clock.now());
    const isCurrent = !standIn && session !== undefined && this.#session()?.token === session.token;
    if (status < 200 || status > 299) {
      const message = messageOf(body);
      if (isCurrent && status === 403 && textsOf(body).includes(invalidTokenMessage)) this.#events.tokenInvalid();
      else if (isCurrent && status === 401) this.#events.unauthorised(call);
      return { is: "refused", status, message, body, retryAfterMs: againMs };
    }
    const notJson = { is: "malformed", status, problem: `${nameOf(call)} answered something that is not JSON`, body } as const;
    if (standIn) return notJson;
    let json: unknown;
    try {
      json = parseJson(body);
    } catch {
      return notJson;
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
