import { ofetch } from "ofetch";
import * as v from "valibot";
import { type AnswerOf, type BodyOf, type Call, type MutationCall, nameOf, type OpenCall, type QueryOf } from "../../contract/call.ts";
import type { Config } from "../../contract/config.ts";
import { jsonOf } from "../../contract/json.ts";
import { messageOf, saysNo, errorTexts } from "../../contract/refusal.ts";
import { invalidTokenMessage } from "../../contract/sign-in.ts";
import { writeBody } from "../../contract/wire-body.ts";
import { probePaths } from "../../contract/probe.ts";
import type { CallNote } from "./call-note.ts";
import { instead } from "./config.ts";
import { type Clock, pause, type Probed, type ReachKeeper } from "./reach.ts";
import { hostClockOffset, isExpired, type Session } from "../state/session-store.ts";

/** Result of a call. Times are device epoch ms; `sentAt`: when the request was sent. */
export type Answer<T> =
  | { readonly is: "answered"; readonly value: T; readonly sentAt: number }
  /** The host refused, with its message if it sent one; unless the call is a mutation, a 2xx with `success: false` counts too. */
  | {
      readonly is: "refused";
      readonly status: number;
      readonly message: string | undefined;
      readonly body: string;
      readonly retryAfterMs: number | undefined;
    }
  /** The answer violates the contract or is incomplete. */
  | { readonly is: "malformed"; readonly status: number; readonly problem: string; readonly body: string }
  /**
   * No answer from the host; "intercepted": something in between answered. `sent`: whether the request may have left the device.
   */
  | { readonly is: "lost"; readonly why: "network" | "timeout" | "aborted" | "intercepted"; readonly sent: boolean }
  /** The token has expired; nothing was sent. */
  | { readonly is: "expired" };

interface RawAnswer {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
  /** Something in between answered for the host (`isStandIn`). */
  readonly standIn: boolean;
}

/** What tells whether an answer is the host's. */
interface Head {
  readonly status: number;
  /** Redirected; the host never redirects its calls. */
  readonly redirected: boolean;
  readonly contentType: string | null;
  /** Declared a challenge, e.g. by Cloudflare. */
  readonly challenge: boolean;
}

/** 511: a captive portal wants its own sign-in. */
const portalStatus = 511;

/**
 * Whether the body decides: some portals name no type, and hosts send JSON and bare words as text/html, too. Pages with
 * other statuses are nginx's and Express's own.
 */
const mayBePage = ({ status, contentType }: Head): boolean =>
  /^\s*(?:$|text\/html\b|application\/xhtml\+xml\b)/i.test(contentType ?? "") &&
  ((status >= 200 && status <= 299) || status === 401 || status === 403);

/** Markup in place of JSON: no answer of a host begins so. */
const isMarkup = (body: string): boolean => /^\s*<[!?a-z]/i.test(body);

/** Whether something in between answered for the host: an expired gateway session, a challenge, a portal. */
export const isStandIn = (head: Head, body: string): boolean =>
  head.redirected || head.challenge || head.status === portalStatus || (mayBePage(head) && isMarkup(body));

/** A redirect that wasn't followed has no status, or its own. */
const isRedirect = ({ status }: { readonly status: number }): boolean => status < 200 || (status >= 300 && status <= 399);

const headOf = (response: Response): Head => ({
  status: response.status,
  redirected: isRedirect(response),
  contentType: response.headers.get("content-type"),
  challenge: response.headers.get("cf-mitigated") === "challenge",
});

/** Sends a request once. Rejects without a complete answer. */
export type Sender = (url: string, method: string, headers: Readonly<Record<string, string>>, body: string) => Promise<RawAnswer>;

export interface Request<C> {
  readonly query?: QueryOf<C>;
  readonly body?: BodyOf<C>;
  /** Values for the path's placeholders. */
  readonly params?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** Timeout for the first byte and between pieces of the body, in ms; absent: none. Mutations must not have one. */
  readonly firstByteWithinMs?: number;
  /** Completes even if the page is left. */
  readonly outlivesPage?: boolean;
  /** Overrides the call's path where config.json names another. */
  readonly path?: string;
  /** Replaces `fetch`. */
  readonly sender?: Sender | undefined;
  /** Consumes a body that streams events; resolves at its end to the remaining JSON. */
  readonly takeStream?: (body: ReadableStream<Uint8Array>) => Promise<string>;
  /** Whether JSON can be an answer at all; checked before the call's schema. */
  readonly accepts?: (json: unknown) => boolean;
}

export interface ClientEvents {
  /** The token was refused: ask for the PIN (AUTH-15). */
  unauthorised(call: Call): void;
  /** The token has expired, so nothing was sent; the host may be out of reach. */
  expired(): void;
  /** The host doesn't know the token: the session is over (AUTH-11). */
  tokenInvalid(): void;
  /** A call has ended. */
  ended(note: CallNote): void;
}

/** Created only by the gate's send.ts and repeat.ts (enforced by the linter), after the journal was written. */
export class MutationPermit {
  readonly attempt: string;

  constructor(attempt: string) {
    this.attempt = attempt;
  }
}

/** Fills in a path's parameters, URL-encoded. */
export const fillPath = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));

function toQuery(query: Readonly<Record<string, unknown>> | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(([name, value]): [string, string][] =>
    (value ?? "") === "" ? [] : [[name, String(value)]],
  );
  return pairs.length > 0 ? `?${new URLSearchParams(pairs).toString()}` : "";
}

/** The pause that a Retry-After asks for, in ms; undefined for none, 0 or a past time. A date is by the host's clock. */
function retryAfterMs(header: string | null, now: number): number | undefined {
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header ?? "") - now - hostClockOffset();
  return ms > 0 ? ms : undefined;
}

/**
 * Common options. Never follow redirects: their target must not get a token or a body. Cookies only on the app's own origin, for a
 * gateway or a host that identifies the browser.
 */
const bare = {
  retry: 0,
  ignoreResponseError: true,
  responseType: "stream",
  credentials: "same-origin",
  cache: "no-store",
  redirect: "manual",
} as const;

/** Passes a body through and reports each piece. */
const tellingPieces = (onPiece: () => void): TransformStream<Uint8Array, Uint8Array> =>
  new TransformStream({
    transform(piece, next) {
      onPiece();
      next.enqueue(piece);
    },
  });

const withText = async <R extends Response>(response: R): Promise<[R, string]> => [response, await response.text()];

/** What stands before the host says that it can't be had; from 520 on, Cloudflare and those who do as it does. */
const isOfGateway = (status: number): boolean => (status >= 502 && status <= 504) || (status >= 520 && status <= 530);

/** A probe without an answer by then is silent, in ms. A slow host may still answer it, in up to twice the time. */
const probeWithinMs = 5000;

/** The only access to the host. Sends each request once; retries are up to the caller. */
export class HostClient {
  readonly #config: Config;
  readonly #reach: ReachKeeper;
  readonly #clock: Clock;
  readonly #session: () => Session | undefined;
  readonly #events: ClientEvents;
  /** How many probes were not answered: after each, the next takes the other way. */
  #unanswered = 0;
  /** Whether the last read met a gateway that answers scripts with a bare 401. */
  #isBehind = false;
  /** Running calls with a bearer token, and their sessions. */
  readonly #running = new Map<Promise<unknown>, Session>();

  constructor(config: Config, reach: ReachKeeper, clock: Clock, session: () => Session | undefined, events: ClientEvents) {
    this.#config = config;
    this.#reach = reach;
    this.#clock = clock;
    this.#session = session;
    this.#events = events;
  }

  /** Sends a call that changes nothing. Never rejects: failures are values. */
  send<C extends OpenCall>(call: C, request: Request<C> = {}): Promise<Answer<AnswerOf<C>>> {
    return this.#send(call, request);
  }

  /** Sends a mutation once; it can't be aborted. Requires a permit, which only the mutation gate creates. Never rejects. */
  mutate<C extends MutationCall>(
    _permit: MutationPermit,
    call: C,
    request: Omit<Request<C>, "signal" | "firstByteWithinMs">,
  ): Promise<Answer<AnswerOf<C>>> {
    return this.#send(call, request);
  }

  /** Probes the host, in two ways in turn until one is answered. One that is silent by now may still be answered. Never rejects. */
  probe(): Promise<Probed> {
    return Promise.race([this.#ask(), pause(this.#clock, probeWithinMs).then((): Probed => ({ is: "silent" }))]);
  }

  async #ask(): Promise<Probed> {
    const sentAt = this.#clock.now();
    const signal = AbortSignal.timeout(2 * probeWithinMs);
    const way = this.#unanswered % 2;
    const url = this.#config.host + probePaths[way];
    this.#unanswered += 1;
    const ask = async (method: string) =>
      withText(await ofetch.raw(url, { ...bare, method, headers: { accept: "application/json" }, signal }));
    try {
      let [response, body] = await ask(way ? "GET" : "HEAD");
      if (!way && mayBePage(headOf(response))) [response, body] = await ask("GET");
      // A HEAD says nothing in any case: asked only where a call has met a gateway.
      if (this.#isBehind) this.#isBehind = await this.#isGateways(response.status, body);
      if (isStandIn(headOf(response), body) || this.#isBehind) return { is: "intercepted" };
      if (isOfGateway(response.status))
        return { is: "silent", retryAfterMs: retryAfterMs(response.headers.get("retry-after"), this.#clock.now()) };
      this.#unanswered -= 1;
      this.#reach.answered(sentAt);
      return { is: "answered" };
    } catch {
      return { is: "silent" };
    }
  }

  /** Whether a 401 that says nothing is a gateway's, as oauth2-proxy sends it to scripts: config.json tells. */
  async #isGateways(status: number, body: string): Promise<boolean> {
    if (status !== 401 || messageOf(body) !== undefined) return false;
    return instead().then(
      ({ standsBefore }) => standsBefore(this.#config.host),
      () => false,
    );
  }

  /** Resolves once no call is running under a matching session. */
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
      // A mutation's answer is written down before anything else is asked.
      if (call.kind !== "mutation") {
        this.#isBehind = await this.#isGateways(raw.status, raw.text);
        if (this.#isBehind) raw = { ...raw, standIn: true };
      }
      // Not before: an answer that sticks halfway is none.
      if (raw.standIn || isOfGateway(raw.status)) void this.#reach.ask();
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
    // A mutation is judged by what came. Otherwise a stand-in page counts as no answer if it is a redirect or the host is out of
    // reach.
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
    const refused = () =>
      ({ is: "refused", status, message: messageOf(body), body, retryAfterMs: retryAfterMs(retryAfter, this.#clock.now()) }) as const;
    // A mutation is judged before it is known whether the host is in reach.
    const isCurrent = (!standIn || call.kind !== "mutation") && session && this.#session()?.token === session.token;
    if (status < 200 || status > 299) {
      if (isCurrent && status === 403 && errorTexts(body).includes(invalidTokenMessage)) this.#events.tokenInvalid();
      else if (isCurrent && status === 401) this.#events.unauthorised(call);
      return refused();
    }
    const malformed = (what: string) => ({ is: "malformed", status, problem: `${nameOf(call)} answered ${what}`, body }) as const;
    // A deletion's 204 is whole as it is. Calls of the session may be answered with nothing, too.
    const json = standIn
      ? undefined
      : jsonOf(body || (call.kind === "session" || (call.method === "DELETE" && status === 204) ? "{}" : ""));
    // Nobody is told the problem of an answer that isn't accepted.
    if (json === undefined || accepts?.(json) === false) return malformed("something that is not JSON");
    // The gate judges what a mutation's answer says.
    if (call.kind !== "mutation" && saysNo(json)) return refused();
    const parsed = v.safeParse(call.answer, json);
    // `parsed` comes from the call's own schema.
    if (parsed.success) return { is: "answered", value: parsed.output as AnswerOf<C>, sentAt };
    const where = v.getDotPath(parsed.issues[0]);
    return malformed(`in a form that can't be read${where ? ` (${where.slice(0, 80)})` : ""}`);
  }
}
