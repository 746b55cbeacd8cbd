import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { type ChangeKind, changeKinds } from "../../src/contract/events.ts";
import type { Deps } from "../deps.ts";
import { Refusal } from "../http/refusal.ts";
import { log, toldError } from "../operation/log.ts";
import { type SignedIn, permissionsNow } from "../sessions/require-admin.ts";
import { type Change, changesOf } from "./changes.ts";
import { EventStream, frame } from "./event-stream.ts";
import { type EventRow, type Missed, databaseMark, eventsAfter, isSwept, latestPosition, positionText, readPosition } from "./positions.ts";
import { type Company, Presence } from "./presence.ts";

/** Heartbeat interval, in ms; the contract allows 15 s at most. */
const heartbeatMs = 10_000;
/** Events read per batch. */
const batchEvents = 200;
/** Pause after a full batch, in ms at most, for readers to catch up, so that a burst only drops readers that are really slow. */
const burstPauseMs = 100;
/** With more missed events than this there is no replay: refetching is cheaper for both sides. */
const mostReplayed = 10_000;
/** Minimum interval, in ms, between `figures` messages. */
const figuresEveryMs = 5000;
/** Streams per session; beyond that the oldest ends. The app needs one, but may leave stale ones behind. */
const mostOfSession = 16;

/** How long, in ms, a stop waits for pending reads. */
const longestStopMs = 1000;

const eventsChannel = "counterfoil_events";
const presenceChannel = "counterfoil_presence";

/** Presence between host processes; without `looking` the admin has left. */
const presenceMessage = v.object({
  from: v.string(),
  sessionId: v.string(),
  looking: v.optional(v.object({ adminId: v.string(), name: v.string(), subject: v.string() })),
});
type PresenceMessage = v.InferOutput<typeof presenceMessage>;

const figuresFrame = frame("figures", {});

const readsElse = "The admin may read something else than before.";

/** Whether these permissions allow reading a kind's list. */
export type MayRead = (kind: ChangeKind, permissions: SignedIn["permissions"]) => boolean;
type Used = Pick<Deps, "db" | "connection" | "clock" | "demoAccounts">;

/**
 * The streams of one host process. A single reader follows the events for all of them, woken by NOTIFY and by each heartbeat, so
 * that a heartbeat also means nothing was missed.
 */
export class LiveEvents {
  readonly #deps: Used;
  #mark: string;
  /** Set to look at the mark again: another server may have taken the database's place, or its operator removed the mark. */
  #mayBeAnother = false;
  readonly #mayRead: MayRead;
  readonly #self = randomUUID();
  readonly #streams = new Set<EventStream>();
  readonly #told = new Map<EventStream, Company>();
  readonly #presence = new Presence((sessionIds) => this.#tellCompany(new Set(sessionIds)));
  /** Everything up to this position was sent to the live streams; undefined while there are none. */
  #last: number | undefined;
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  /** Set while it is too early for another `figures` message. */
  #figuresRest: NodeJS.Timeout | undefined;
  #figuresWait = false;
  #isStopped = false;

  /** `mark`: identifies the database in positions. */
  constructor(deps: Used, mark: string, mayRead: MayRead) {
    this.#deps = deps;
    this.#mark = mark;
    this.#mayRead = mayRead;
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  /** A stream of changes after a position, or from now on. `cut` breaks the reader's connection. */
  open(admin: SignedIn, after: string | undefined, cut: () => void): ReadableStream<Uint8Array> {
    if (this.#isStopped) throw new Refusal(503, "The host is being stopped.", {}, { "Retry-After": "1" });
    const stream = new EventStream(admin, this.#deps.clock(), { cut, ended: (ended) => this.#leave(ended) });
    this.#join(stream);
    this.#begin(stream, after).catch((error: unknown) => {
      // The reader will reconnect with its last position.
      this.#failed("a stream's beginning", error);
      stream.end();
    });
    return stream.body;
  }

  /** Records what a session's admin looks at, here and in the other host processes; null: nothing. */
  async look({ id, name, sessionId }: SignedIn, subject: string | null): Promise<void> {
    this.#listen();
    const looking = subject === null ? {} : { looking: { adminId: id, name: name.slice(0, 200), subject } };
    const message: PresenceMessage = { from: this.#self, sessionId, ...looking };
    this.#heed(message);
    await this.#deps.db.execute(sql`select pg_notify(${presenceChannel}, ${JSON.stringify(message)})`);
  }

  /** Ends all streams and accepts no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const stream of this.#streams) stream.end();
    clearTimeout(this.#figuresRest);
    this.#presence.clear();
    // Don't wait for an unresponsive database.
    const over = Promise.allSettled([this.#stopListening?.(), this.#reading]);
    await Promise.race([over, pause(longestStopMs, undefined, { ref: false })]);
  }

  #failed(what: string, error: unknown): void {
    if (!this.#isStopped) log("error", what, toldError(error));
  }

  #join(stream: EventStream): void {
    const ofSession = [...this.#streams].filter(({ sessionId }) => sessionId === stream.sessionId);
    if (ofSession.length >= mostOfSession) ofSession[0]?.end();
    if (this.#streams.size === 0) this.#mayBeAnother = true;
    this.#streams.add(stream);
    this.#listen();
    this.#heartbeat ??= setInterval(() => {
      this.#beat().catch((error: unknown) => this.#failed("heartbeat of the streams", error));
    }, heartbeatMs).unref();
  }

  #leave(stream: EventStream): void {
    this.#streams.delete(stream);
    this.#told.delete(stream);
    if (this.#streams.size > 0) return;
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }

  #listen(): void {
    const wake = (): void => {
      this.#catchUp().catch((error: unknown) => this.#failed("reading events", error));
    };
    const channels = { [eventsChannel]: wake, [presenceChannel]: (payload: string) => this.#hear(payload) };
    const again = (): void => {
      this.#mayBeAnother = true;
      wake();
    };
    this.#stopListening ??= this.#deps.connection.listen({ channels, again });
  }

  /** Sends what came after the position, then `hello`, then live changes. */
  async #begin(stream: EventStream, after: string | undefined): Promise<void> {
    await this.#catchUp();
    const isComplete = after === undefined || (await this.#replay(stream, after));
    if (!stream.isOpen) return;
    stream.isLive = true;
    const position = positionText(this.#mark, this.#upTo, this.#missedBy(stream.permissions));
    stream.send(frame("hello", { position, complete: isComplete }));
    this.#tellCompany(new Set([stream.sessionId]));
  }

  get #upTo(): number {
    return this.#last ?? 0;
  }

  /**
   * Replays what came after the position, up to where the live streams are. False if that is too much; resets the stream if the
   * position is unusable.
   */
  async #replay(stream: EventStream, after: string): Promise<boolean> {
    const { db } = this.#deps;
    const reading = readPosition(this.#mark, after);
    if (reading.is === "wrong") stream.reset(reading.why);
    else if (reading.position > this.#upTo) stream.reset("The position is ahead of this database.");
    else if (!this.#isSame(reading.missed, stream.permissions)) stream.reset(readsElse);
    if (reading.is === "wrong" || !stream.isOpen) return false;
    if (this.#upTo - reading.position > mostReplayed) {
      if (await isSwept(db, reading.position)) stream.reset("The position is older than what is kept.");
      return false;
    }
    for (let at = reading.position; at < this.#upTo && stream.isOpen;) {
      const upTo = this.#upTo;
      const batch = (await eventsAfter(db, at, batchEvents)).filter(({ position }) => position <= upTo);
      // Checked after reading, so that none was swept before it was read.
      if (await isSwept(db, at)) stream.reset("The position is older than what is kept.");
      this.#give([stream], await changesOf(db, this.#mark, batch));
      await stream.drained();
      at = batch.at(-1)?.position ?? upTo;
    }
    return true;
  }

  /** Resolves once everything committed before the call has been sent. */
  #catchUp(): Promise<void> {
    // A read in progress may have begun before that commit, so wait for the next one.
    this.#nextReading ??= this.#reading
      .catch(() => {})
      .then(() => {
        this.#nextReading = undefined;
        return this.#read();
      });
    const next = this.#nextReading;
    this.#reading = next;
    return next;
  }

  async #read(): Promise<void> {
    const { db } = this.#deps;
    if (this.#streams.size === 0) {
      this.#last = undefined;
      return;
    }
    if (this.#mayBeAnother) await this.#checkMark();
    this.#last ??= await latestPosition(db);
    for (;;) {
      const batch = await eventsAfter(db, this.#upTo, batchEvents);
      const [latest] = batch.slice(-1);
      if (latest === undefined) return;
      await this.#recheckOf(batch);
      const before = new Set(this.#live);
      const changes = await changesOf(db, this.#mark, batch);
      this.#last = latest.position;
      const live = this.#live;
      this.#give(
        live.filter((stream) => before.has(stream)),
        changes,
      );
      const joined = live.filter((stream) => !before.has(stream));
      // What was replayed to them meanwhile may be newer than the rows of these changes.
      if (joined.length > 0) {
        const latestChanges = await changesOf(db, this.#mark, batch).catch((error: unknown) => {
          // The position is past this batch: they would never get it. They resume from their own.
          for (const stream of joined) stream.end();
          throw error;
        });
        this.#give(joined, latestChanges);
      }
      if (batch.some(({ kind }) => kind === "transaction" || kind === "user" || kind === "price")) this.#figuresChanged();
      if (batch.length < batchEvents) return;
      await Promise.race([Promise.all(live.map((stream) => stream.drained())), pause(burstPauseMs)]);
    }
  }

  /** After a failover or a restore, which may have lost changes that were sent, all streams begin anew. */
  async #checkMark(): Promise<void> {
    const mark = await databaseMark(this.#deps.db);
    this.#mayBeAnother = false;
    if (mark === this.#mark) return;
    this.#mark = mark;
    this.#last = undefined;
    for (const stream of this.#streams) stream.reset("Another database has taken the place of the one before.");
  }

  get #live(): readonly EventStream[] {
    return [...this.#streams].filter(({ isLive }) => isLive);
  }

  #give(streams: readonly EventStream[], changes: readonly Change[]): void {
    for (const stream of streams) {
      const missed = this.#missedBy(stream.permissions);
      for (const { kind, frameFor } of changes) if (!missed.includes(kind)) stream.send(frameFor(missed));
    }
  }

  #missedBy(permissions: SignedIn["permissions"]): Missed {
    return changeKinds.filter((kind) => !this.#mayRead(kind, permissions));
  }

  /** Whether these kinds are those that permissions leave out; otherwise a list would have a hole, or be taken for kept up. */
  #isSame(missed: readonly string[], permissions: SignedIn["permissions"]): boolean {
    return missed.join() === this.#missedBy(permissions).join();
  }

  /** Rechecks the permissions of admins whose session ended or whose account changed, before anything later is sent. */
  async #recheckOf(batch: readonly EventRow[]): Promise<void> {
    const keysOf = (of: EventRow["kind"]) => new Set(batch.filter(({ kind }) => kind === of).map(({ key }) => key));
    const [sessions, admins] = [keysOf("session"), keysOf("admin")];
    await this.#recheck([...this.#streams].filter(({ sessionId, adminId }) => sessions.has(sessionId) || admins.has(adminId)));
    for (const sessionId of sessions) this.#presence.leave(sessionId);
  }

  async #recheck(streams: readonly EventStream[]): Promise<void> {
    if (streams.length === 0) return;
    const found = await permissionsNow(this.#deps, [...new Set(streams.map(({ sessionId }) => sessionId))]);
    for (const stream of streams) {
      const permissions = found.get(stream.sessionId);
      if (permissions === undefined) stream.end();
      else if (this.#isSame(this.#missedBy(stream.permissions), permissions)) stream.permissions = permissions;
      else {
        // It may be at a slip that it may not read any more.
        this.#presence.leave(stream.sessionId);
        stream.reset(readsElse);
      }
    }
  }

  async #beat(): Promise<void> {
    this.#mayBeAnother = true;
    await this.#catchUp();
    await this.#recheck([...this.#streams]);
    for (const stream of this.#streams) if (stream.isLive) stream.beat();
  }

  #figuresChanged(): void {
    if (this.#figuresRest !== undefined) {
      this.#figuresWait = true;
      return;
    }
    for (const stream of this.#streams) if (stream.isLive) stream.send(figuresFrame);
    this.#figuresRest = setTimeout(() => {
      this.#figuresRest = undefined;
      if (this.#figuresWait) this.#figuresChanged();
      this.#figuresWait = false;
    }, figuresEveryMs).unref();
  }

  #hear(payload: string): void {
    const message = v.safeParse(v.pipe(v.string(), v.parseJson(), presenceMessage), payload);
    if (message.success && message.output.from !== this.#self) this.#heed(message.output);
  }

  #heed({ sessionId, looking }: PresenceMessage): void {
    if (looking === undefined) this.#presence.leave(sessionId);
    else this.#presence.set({ sessionId, ...looking });
  }

  /** Tells the sessions' streams who else is looking at the same thing, if that changed. */
  #tellCompany(sessionIds: ReadonlySet<string>): void {
    for (const stream of this.#streams) {
      if (!stream.isLive || !sessionIds.has(stream.sessionId)) continue;
      const known = this.#told.get(stream);
      const company = this.#presence.companyOf(stream.sessionId);
      if (known !== undefined && known.subject !== company?.subject) this.#tell(stream, { subject: known.subject, names: [] });
      if (company !== undefined) this.#tell(stream, company);
    }
  }

  #tell(stream: EventStream, company: Company): void {
    const known = this.#told.get(stream);
    const before = known?.subject === company.subject ? known.names : [];
    if (before.join("\n") === company.names.join("\n")) return;
    stream.send(frame("presence", company));
    if (company.names.length === 0) this.#told.delete(stream);
    else this.#told.set(stream, company);
  }
}
