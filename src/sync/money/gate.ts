import type { AnswerOf, BodyOf, MutationCall, QueryOf } from "../../contract/call.ts";
import type { Database } from "../../db/store/database.ts";
import {
  type Attempt,
  type AttemptState,
  forgetKey,
  isContradicted,
  isUnsettled,
  readAttempt,
  recordOutcome,
  type Settlement,
  settleAttempt,
  unsettledAttempts,
  wasSentSince,
} from "../../db/money/journal.ts";
import { isAhead } from "../../db/store/retention.ts";
import { type FencePost, removePost } from "./fence.ts";
import type { Sender } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { Observable } from "../state/observable.ts";
import type { Outcome } from "../wire/outcome.ts";
import type { RepeatAnswer } from "./repeat.ts";
import type * as Send from "./send.ts";
import { isExpired, type Session } from "../state/session-store.ts";
import { StrayPosts } from "./stray-posts.ts";

/** One confirmed intent of an admin. */
export interface Intent<C extends MutationCall> {
  /** Made where the confirmation opens, so that one confirmation can't be sent twice; made here where absent. */
  readonly id?: string;
  /** When that confirmation opened (device epoch ms): it is void once the same was sent, as from another tab. */
  readonly openedAt?: number;
  readonly call: C;
  readonly body?: BodyOf<C>;
  readonly query?: QueryOf<C>;
  readonly params?: Readonly<Record<string, string>>;
  /** Replaces the call's path where config.json names another. */
  readonly path?: string | undefined;
  /** What is done, in one word of ours ("fund", "wipe"); shown in the journal by its translation. */
  readonly operation: string;
  /** What may not be sent again while this is unsettled: normalised values. The operation is added. */
  readonly subject: readonly string[];
  /** The operation to add instead: a slip and the funding that it asks for are one subject (APPR-3). */
  readonly subjectOf?: string;
  /** Whom or what it is done to. */
  readonly target: string;
  /** The values to keep in the journal; never a PIN or a token. */
  readonly details: Readonly<Record<string, string>>;
  /** The body holds a PIN or a token: it is kept nowhere, and can't be repeated. */
  readonly secret?: boolean;
  /** Fetches again what it changed; begun once the host has answered, or may have done it. */
  readonly refresh?: () => unknown;
  /** Sends it in another way than `fetch`, as to tell how much of it has left. */
  readonly sender?: Sender;
}

/** How long a host is trusted to remember an idempotency key, in ms; a repeat after that could do the deed again. */
const askableForMs = 12 * 3_600_000;

/** The host counts as reached when it answered within this time, in ms; otherwise it is asked first. */
const reachedWithinMs = 90_000;

/** What may not be sent again while it is unsettled, as one text. */
export const subjectOf = (intent: Pick<Intent<MutationCall>, "operation" | "subject" | "subjectOf">): string =>
  JSON.stringify([intent.subjectOf ?? intent.operation, ...intent.subject]);

/**
 * The one way by which anything is changed on the host. A confirmed intent is written down durably, sent
 * once, never repeated by itself, and ends as done, refused or unknown; while it is unsettled, the same
 * subject can't be sent again from any tab.
 */
export class MutationGate {
  /** Attempts whose request is running in this tab, with when it left (epoch ms). */
  readonly running = new Observable<ReadonlyMap<string, number>>(new Map());
  /** Whether this tab sends many attempts, one after the other: it is not idle between two of them. */
  readonly series = new Observable(false);
  /** Posts of attempts that this admin's journal doesn't hold. */
  readonly posts: Observable<readonly FencePost[]>;
  /** The latest attempt of this tab of which the host has said late that it ended otherwise than an admin had found out. */
  readonly contradicted = new Observable<Attempt | undefined>(undefined);
  readonly #host: Host;
  readonly #db: Database;
  readonly #session: () => Session;
  /** What sends and settles (send.ts, repeat.ts, close.ts) needs of it. */
  readonly sending: Send.Sending;
  readonly #stray: StrayPosts;
  readonly #here = new Set<string>();

  /** `who`: the admin's shown name, for the journal. `keeping`: whether the journal outlasts the page. */
  constructor(host: Host, db: Database, session: () => Session, who: string, keeping: "on" | "off" = "on") {
    this.#host = host;
    this.#db = db;
    this.#session = session;
    this.sending = {
      host,
      db,
      who,
      keeping,
      run: (...run) => this.#run(...run),
      record: (...end) => this.#record(...end),
      exclusively: (...one) => this.#exclusively(...one),
    };
    this.#stray = new StrayPosts(db);
    this.posts = this.#stray.found;
  }

  /** Sends what an admin has confirmed. Never rejects; whatever happens is an outcome. */
  async submit<C extends MutationCall>(intent: Intent<C>): Promise<Outcome<AnswerOf<C>>> {
    if (isExpired(this.#session())) {
      this.#host.pinNeeded.set("yes");
      return { is: "blocked", why: "expired" };
    }
    const send = await this.prepare();
    if (!send || !(await this.#isReached())) return { is: "blocked", why: "offline" };
    const subject = subjectOf(intent);
    try {
      const outcome = await this.#exclusively(subject, () => this.#attempt(send, intent, subject));
      return outcome ?? { is: "blocked", why: "running" };
    } catch {
      // The journal couldn't be read: whether the same is unsettled can't be told, so nothing was sent.
      return { is: "blocked", why: "journal" };
    }
  }

  /** Loads what sends ahead of the first intent; undefined where it can't be had now. Never rejects. */
  prepare(): Promise<typeof Send | undefined> {
    return import("./send.ts").catch(() => undefined);
  }

  async #isReached(): Promise<boolean> {
    const { reach, clock } = this.#host;
    // A call has just failed: what its probe finds out counts.
    const isReached = await reach.settled();
    const { state } = reach;
    if (isReached && state.is === "reached" && clock.now() - state.at < reachedWithinMs) return true;
    return reach.ask();
  }

  /** The attempt that stands in a subject's way: under way, unsettled, or unsettled when the admin last signed out. */
  async standing(subject: string): Promise<string | undefined> {
    const open = (await unsettledAttempts(this.#db)).find((one) => one.subject === subject);
    return open ? open.id : (await this.#stray.against(subject))?.attempt;
  }

  async #attempt<C extends MutationCall>({ sendOnce }: typeof Send, intent: Intent<C>, subject: string): Promise<Outcome<AnswerOf<C>>> {
    const standing = await this.standing(subject);
    if (standing) return { is: "blocked", why: "unsettled", attempt: standing };
    if (intent.id !== undefined && (await readAttempt(this.#db, intent.id))) return { is: "blocked", why: "running", attempt: intent.id };
    if (intent.openedAt !== undefined && (await wasSentSince(this.#db, subject, intent.openedAt))) return { is: "blocked", why: "sent" };
    return sendOnce(this.sending, intent, subject);
  }

  async #record(id: string, state: AttemptState): Promise<void> {
    let attempt: Attempt | undefined;
    try {
      attempt = await recordOutcome(this.#db, id, state);
    } catch {
      // The row stays as it was, "sent": the next start shows it as unknown, which is never wrong.
    }
    // Where the journal was lost meanwhile, the post alone stood for the attempt.
    if (attempt ? !isUnsettled(attempt) : state.is !== "unknown") removePost(id);
    if (attempt?.state === state && isContradicted(attempt)) this.contradicted.set(attempt);
  }

  #run(id: string, runs: boolean): void {
    const running = new Map(this.running.get());
    if (runs) running.set(id, this.#host.clock.now());
    else running.delete(id);
    this.running.set(running);
  }

  /** One at a time for a subject, across all tabs; undefined when one is under way. */
  async #exclusively<T>(subject: string, run: () => Promise<T>): Promise<T | undefined> {
    const name = `${this.#db.name} ${subject}`;
    const locks = globalThis.navigator?.locks;
    if (this.#here.has(name)) return undefined;
    this.#here.add(name);
    try {
      let asked = false;
      if (!locks) return await run();
      return await locks
        .request(name, { ifAvailable: true }, (lock) => {
          asked = true;
          return lock ? run() : undefined;
        })
        // Refused, the journal alone keeps the tabs apart; a run that has begun has failed by itself.
        .catch((refused: unknown) => {
          if (asked) throw refused;
          return run();
        });
    } finally {
      this.#here.delete(name);
    }
  }

  /**
   * Finds attempts whose tab has died while they ran: from here on their outcome is unknown. Reads the posts, too.
   * The host is never asked about one from a time that has yet to come: when that has passed, it would seem just sent.
   */
  async adoptOrphans(): Promise<void> {
    for (const attempt of await unsettledAttempts(this.#db)) {
      if ((attempt.body ?? attempt.keyedAt) !== undefined && isAhead(attempt.at, this.#host.clock.now()))
        await forgetKey(this.#db, attempt.id);
      if (attempt.state.is !== "sent" || this.running.get().has(attempt.id)) continue;
      await this.#exclusively(attempt.subject, async () => {
        const now = await readAttempt(this.#db, attempt.id);
        if (now?.state.is === "sent")
          await recordOutcome(this.#db, attempt.id, { is: "unknown", at: this.#host.clock.now(), message: undefined });
      });
    }
    await this.readPosts();
  }

  /** Records what the admin has found out about an attempt. */
  async settle(id: string, as: Settlement["as"], note: string): Promise<void> {
    await settleAttempt(this.#db, id, { as, at: this.#host.clock.now(), note, byHost: false });
    removePost(id);
    await this.readPosts();
  }

  /** Whether the host itself can say how an attempt ended: it takes idempotency keys, and the body was kept not too long ago. */
  canAskHost(attempt: Attempt): boolean {
    const { config, clock } = this.#host;
    // Of one from a time that has yet to come nobody knows how long it is ago: the clock was put back.
    const agoMs = clock.now() - attempt.at;
    return config.idempotencyHeader !== undefined && attempt.body !== undefined && agoMs >= 0 && agoMs < askableForMs;
  }

  /**
   * Sends the same request under the same key once more: a host that did it answers as it did then, one
   * that didn't does it now. Either way the attempt is settled by the answer; an answer that may be about
   * the repeat alone settles nothing. Never rejects.
   */
  async askHost(attempt: Attempt): Promise<Outcome<RepeatAnswer>> {
    const header = this.#host.config.idempotencyHeader;
    if (!header || !this.canAskHost(attempt)) return { is: "blocked", why: "journal" };
    if (isExpired(this.#session())) {
      this.#host.pinNeeded.set("yes");
      return { is: "blocked", why: "expired" };
    }
    // Few attempts are ever asked about.
    const repeat = await import("./repeat.ts").catch(() => undefined);
    if (!repeat || !(await this.#isReached())) return { is: "blocked", why: "offline" };
    try {
      const outcome = await this.#exclusively(attempt.subject, () => repeat.repeatOnce(this.sending, attempt.id, header));
      return outcome ?? { is: "blocked", why: "running" };
    } catch {
      return { is: "blocked", why: "journal" };
    }
  }

  /** Reads the posts again, as after another tab has settled one. Never rejects. */
  readPosts(): Promise<void> {
    return this.#stray.read();
  }
}
