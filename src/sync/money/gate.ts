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
import { fenceOff, type FencePost, removePost } from "./fence.ts";
import type { Sender } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { Observable } from "../state/observable.ts";
import type { Outcome } from "../wire/outcome.ts";
import type { RepeatAnswer } from "./repeat.ts";
import type * as Send from "./send.ts";
import { isExpired, type Session } from "../state/session-store.ts";
import { StrayPosts } from "./stray-posts.ts";
import { underLock } from "../tabs/under-lock.ts";

/** One intent that an admin has confirmed. */
export interface Intent<C extends MutationCall> {
  /** Created when the confirmation opens, so that it can't be sent twice; generated on sending if absent. */
  readonly id?: string;
  /** When the confirmation opened (device epoch ms); void if the same was sent since, e.g. from another tab. */
  readonly openedAt?: number;
  readonly call: C;
  readonly body?: BodyOf<C>;
  readonly query?: QueryOf<C>;
  readonly params?: Readonly<Record<string, string>>;
  /** Overrides the call's path where config.json names another. */
  readonly path?: string | undefined;
  /** Operation key ("fund", "wipe"); the journal shows its translation. */
  readonly operation: string;
  /** Normalised values that identify what can't be sent again while unsettled. The operation is added. */
  readonly subject: readonly string[];
  /** Added in place of the operation: a slip and its funding are one subject (APPR-3). */
  readonly subjectOf?: string;
  /** Whom or what it affects. */
  readonly target: string;
  /** Values for the journal; never a PIN or a token. */
  readonly details: Readonly<Record<string, string>>;
  /** The body holds a PIN or a token: not stored, can't be repeated. */
  readonly secret?: boolean;
  /** Refetches what it changed; called once the host has answered or may have done it. */
  readonly refresh?: () => unknown;
  /** Replaces `fetch`, e.g. to report upload progress. */
  readonly sender?: Sender;
}

/** The host counts as reached if it answered within this time, in ms; otherwise it is probed first. */
const reachedWithinMs = 90_000;

/** The subject as one string. */
export const subjectOf = (intent: Pick<Intent<MutationCall>, "operation" | "subject" | "subjectOf">): string =>
  JSON.stringify([intent.subjectOf ?? intent.operation, ...intent.subject]);

/**
 * The only way to change anything on the host. A confirmed intent is written down durably, sent once, never retried automatically,
 * and ends as done, refused or unknown; while it is unsettled, no tab can send the same subject again.
 */
export class MutationGate {
  /** Attempts whose request runs in this tab, and when it was sent (epoch ms). */
  readonly running = new Observable<ReadonlyMap<string, number>>(new Map());
  /** Whether this tab sends a series of attempts: it isn't idle in between. */
  readonly series = new Observable(false);
  /** Posts of attempts missing from this admin's journal. */
  readonly posts: Observable<readonly FencePost[]>;
  /** This tab's latest attempt whose late answer contradicts what an admin had found out. */
  readonly contradicted = new Observable<Attempt | undefined>(undefined);
  readonly #host: Host;
  readonly #db: Database;
  readonly #session: () => Session;
  /** What sending and settling (send.ts, repeat.ts, close.ts) need of the gate. */
  readonly sending: Send.Sending;
  readonly #stray: StrayPosts;
  readonly #here = new Set<string>();

  /**
   * `session`: the one in force; the gate is for the admin whose it is now. `who`: the admin's shown name, for the journal.
   * `keeping`: whether the journal outlasts the page.
   */
  constructor(host: Host, db: Database, session: () => Session, who: string, keeping: "on" | "off" = "on") {
    this.#host = host;
    this.#db = db;
    this.#session = session;
    const { identity } = session();
    this.sending = {
      host,
      db,
      who,
      keeping,
      isOurs: () => session().identity === identity,
      run: (...run) => this.#run(...run),
      record: (...end) => this.#record(...end),
      exclusively: (...one) => this.#exclusively(...one),
    };
    this.#stray = new StrayPosts(db);
    this.posts = this.#stray.found;
  }

  /** Sends a confirmed intent. Never rejects; every failure is an outcome. */
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
      // Journal unreadable: the same may be unsettled, so nothing was sent.
      return { is: "blocked", why: "journal" };
    }
  }

  /** Preloads the sending code; undefined if it can't be loaded now. Never rejects. */
  prepare(): Promise<typeof Send | undefined> {
    return import("./send.ts").catch(() => undefined);
  }

  async #isReached(): Promise<boolean> {
    const { reach, clock } = this.#host;
    // After a failed call, wait for its probe.
    const isReached = await reach.settled();
    const { state } = reach;
    if (isReached && state.is === "reached" && clock.now() - state.at < reachedWithinMs) return true;
    return reach.ask();
  }

  /** The attempt that blocks a subject: running, unsettled, or unsettled at the last sign-out. */
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
    const recorded = recordOutcome(this.#db, id, state);
    // If it can't be written, the row and its post stay; the next look shows it as unknown, which is always safe.
    const attempt = await recorded.catch(() => readAttempt(this.#db, id)).catch(() => undefined);
    // If the journal was lost meanwhile, only the post marks the attempt.
    if (attempt ? !isUnsettled(attempt) : state.is !== "unknown") removePost(id);
    if (attempt?.state === state && isContradicted(attempt)) this.contradicted.set(attempt);
    await recorded;
  }

  #run(id: string, runs: boolean): void {
    const running = new Map(this.running.get());
    if (runs) running.set(id, this.#host.clock.now());
    else running.delete(id);
    this.running.set(running);
  }

  /** Runs one at a time per subject, across tabs; undefined when one is running. */
  async #exclusively<T>(subject: string, run: () => Promise<T>): Promise<T | undefined> {
    const name = `${this.#db.name} ${subject}`;
    if (this.#here.has(name)) return undefined;
    this.#here.add(name);
    try {
      // Without locks the journal alone prevents a second one.
      return await underLock(name, { ifAvailable: true }, (isHeld) => (isHeld ? run() : undefined));
    } finally {
      this.#here.delete(name);
    }
  }

  /**
   * Marks attempts whose tab died as unknown, leaves posts for those of 0.1.0, which left none, and reads the posts. Forgets the key
   * of an attempt dated in the future (the clock was put back): later it would seem just sent, so the host must never be asked about
   * it.
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
    await fenceOff(this.#db);
    await this.readPosts();
  }

  /** Records an admin's finding about an attempt. */
  async settle(id: string, as: Settlement["as"], note: string): Promise<void> {
    await settleAttempt(this.#db, id, { as, at: this.#host.clock.now(), note, byHost: false });
    removePost(id);
    await this.readPosts();
  }

  /**
   * Repeats the same request under the same key: a host that did it repeats its answer, one that didn't does it now. Either answer
   * settles the attempt, unless it may concern the repeat only. Never rejects.
   */
  async askHost(attempt: Attempt): Promise<Outcome<RepeatAnswer>> {
    if (isExpired(this.#session())) {
      this.#host.pinNeeded.set("yes");
      return { is: "blocked", why: "expired" };
    }
    // Rarely needed, so loaded on demand.
    const repeat = await import("./repeat.ts").catch(() => undefined);
    if (!repeat || !(await this.#isReached())) return { is: "blocked", why: "offline" };
    try {
      const outcome = await this.#exclusively(attempt.subject, () => repeat.repeatOnce(this.sending, attempt.id));
      return outcome ?? { is: "blocked", why: "running" };
    } catch {
      return { is: "blocked", why: "journal" };
    }
  }

  /** Rereads the posts, e.g. after another tab has settled one. Never rejects. */
  readPosts(): Promise<void> {
    return this.#stray.read();
  }
}
