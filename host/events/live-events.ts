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
import { type EventRow, type Missed, eventsAfter, isSwept, latestPosition, positionText, readPosition } from "./positions.ts";
import { type Company, Presence } from "./presence.ts";

/** A comment goes out so often, in ms; every 15 s is the least. */
const heartbeatMs = 10_000;
/** Events are read so many at a time. */
const batchEvents = 200;
/** After that many, readers get as long at most, in ms, to take them: only one that is slow in a burst of changes is too slow. */
const burstPauseMs = 100;
/** Of more events than this none is replayed: fetching is less work for both sides. */
const mostReplayed = 10_000;
/** So often at most, in ms, it is said that the dashboard's figures have changed. */
const figuresEveryMs = 5000;
/** With more streams of one session the oldest ends: its app needs one, and may have left others behind. */
const mostOfSession = 16;

/** So long, in ms, a stop waits for what is being read. */
const longestStopMs = 1000;

const eventsChannel = "counterfoil_events";
const presenceChannel = "counterfoil_presence";

/** What host processes tell one another of a session's admin; without `looking` they have left. */
const presenceMessage = v.object({
  from: v.string(),
  sessionId: v.string(),
  looking: v.optional(v.object({ adminId: v.string(), name: v.string(), subject: v.string() })),
});
type PresenceMessage = v.InferOutput<typeof presenceMessage>;

const figuresFrame = frame("figures", {});

const moreToRead = "The admin may read more than before.";

/** Whether an admin with these permissions may read the list of a kind. */
export type MayRead = (kind: ChangeKind, permissions: SignedIn["permissions"]) => boolean;
type Used = Pick<Deps, "db" | "connection" | "clock" | "demoAccounts">;

/**
 * The streams of one host process. One reader follows the events for all of them; it is woken by NOTIFY, and looks with
 * each heartbeat, too, so that a heartbeat says that nothing was left out.
 */
export class LiveEvents {
  readonly #deps: Used;
  readonly #mark: string;
  readonly #mayRead: MayRead;
  readonly #self = randomUUID();
  readonly #streams = new Set<EventStream>();
  readonly #told = new Map<EventStream, Company>();
  readonly #presence = new Presence((sessionIds) => this.#tellCompany(new Set(sessionIds)));
  /** Everything up to here has been given to the live streams; undefined while there are no streams. */
  #last: number | undefined;
  #reading: Promise<void> = Promise.resolve();
  #nextReading: Promise<void> | undefined;
  #stopListening: (() => Promise<void>) | undefined;
  #heartbeat: NodeJS.Timeout | undefined;
  /** Runs while it is too early to tell of the figures again. */
  #figuresRest: NodeJS.Timeout | undefined;
  #figuresWait = false;
  #isStopped = false;

  /** `mark`: the database's, for positions. */
  constructor(deps: Used, mark: string, mayRead: MayRead) {
    this.#deps = deps;
    this.#mark = mark;
    this.#mayRead = mayRead;
  }

  get openStreams(): number {
    return this.#streams.size;
  }

  /** A stream of what changes, after a position or from now on. `cut` breaks the reader's connection. */
  open(admin: SignedIn, after: string | undefined, cut: () => void): ReadableStream<Uint8Array> {
    if (this.#isStopped) throw new Refusal(503, "The host is being stopped.", {}, { "Retry-After": "1" });
    const stream = new EventStream(admin, this.#deps.clock(), { cut, ended: (ended) => this.#leave(ended) });
    this.#join(stream);
    this.#begin(stream, after).catch((error: unknown) => {
      // The reader comes again with its last position.
      this.#failed("a stream's beginning", error);
      stream.end();
    });
    return stream.body;
  }

  /** Notes what a session's admin looks at, here and in the other host processes; null: nothing. */
  async look({ id, name, sessionId }: SignedIn, subject: string | null): Promise<void> {
    this.#listen();
    const looking = subject === null ? {} : { looking: { adminId: id, name: name.slice(0, 200), subject } };
    const message: PresenceMessage = { from: this.#self, sessionId, ...looking };
    this.#heed(message);
    await this.#deps.db.execute(sql`select pg_notify(${presenceChannel}, ${JSON.stringify(message)})`);
  }

  /** Ends every stream, and takes no more. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const stream of this.#streams) stream.end();
    clearTimeout(this.#figuresRest);
    this.#presence.clear();
    // A database that says nothing any more holds up nobody.
    const over = Promise.allSettled([this.#stopListening?.(), this.#reading]);
    await Promise.race([over, pause(longestStopMs, undefined, { ref: false })]);
  }

  #failed(what: string, error: unknown): void {
    if (!this.#isStopped) log("error", what, toldError(error));
  }

  #join(stream: EventStream): void {
    const ofSession = [...this.#streams].filter(({ sessionId }) => sessionId === stream.sessionId);
    if (ofSession.length >= mostOfSession) ofSession[0]?.end();
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
    this.#stopListening ??= this.#deps.connection.listen({ channels, again: wake });
  }

  /** Sends what came after the position, then `hello`, and from there on what happens. */
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

  /** Replays what came after the position, up to where the live streams are; false where that is too much. Resets the stream where it can't be told. */
  async #replay(stream: EventStream, after: string): Promise<boolean> {
    const { db } = this.#deps;
    const reading = readPosition(this.#mark, after);
    if (reading.is === "wrong") stream.reset(reading.why);
    else if (reading.position > this.#upTo) stream.reset("The position is ahead of this database.");
    else if (this.#hasGained(reading.missed, stream.permissions)) stream.reset(moreToRead);
    if (reading.is === "wrong" || !stream.isOpen) return false;
    if (this.#upTo - reading.position > mostReplayed) {
      if (await isSwept(db, reading.position)) stream.reset("The position is older than what is kept.");
      return false;
    }
    for (let at = reading.position; at < this.#upTo && stream.isOpen;) {
      const upTo = this.#upTo;
      const batch = (await eventsAfter(db, at, batchEvents)).filter(({ position }) => position <= upTo);
      // After they were read, so that none was swept before.
      if (await isSwept(db, at)) stream.reset("The position is older than what is kept.");
      this.#give([stream], await changesOf(db, this.#mark, batch));
      await stream.drained();
      at = batch.at(-1)?.position ?? upTo;
    }
    return true;
  }

  /** Resolves once everything was given out that was committed before the call. */
  #catchUp(): Promise<void> {
    // A reading that runs may have looked before that, so the next one counts.
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
    this.#last ??= await latestPosition(db);
    for (;;) {
      const batch = await eventsAfter(db, this.#upTo, batchEvents);
      const [latest] = batch.slice(-1);
      if (latest === undefined) return;
      await this.#recheckOf(batch);
      const changes = await changesOf(db, this.#mark, batch);
      this.#last = latest.position;
      const live = [...this.#streams].filter(({ isLive }) => isLive);
      this.#give(live, changes);
      if (batch.some(({ kind }) => kind === "transaction" || kind === "user" || kind === "price")) this.#figuresChanged();
      if (batch.length < batchEvents) return;
      await Promise.race([Promise.all(live.map((stream) => stream.drained())), pause(burstPauseMs)]);
    }
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

  /** Whether a reader who missed these kinds so far may read one of them now. */
  #hasGained(missed: readonly string[], permissions: SignedIn["permissions"]): boolean {
    const still: readonly string[] = this.#missedBy(permissions);
    return missed.some((kind) => !still.includes(kind));
  }

  /** Looks the admins up again whose sessions have ended or who may do something else, before anything later is sent. */
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
      else if (this.#hasGained(this.#missedBy(stream.permissions), permissions)) stream.reset(moreToRead);
      else stream.permissions = permissions;
    }
  }

  async #beat(): Promise<void> {
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

  /** Tells the sessions' streams who else is where they are, where that is another company than they know of. */
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
