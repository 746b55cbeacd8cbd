import * as v from "valibot";
import { nameOf } from "../../contract/call.ts";
import { changeKinds, eventFrame, type EventFrame, eventStream } from "../../contract/events.ts";
import { type StreamPart, StreamReader } from "../../contract/event-stream.ts";
import { parseJson } from "../../contract/json.ts";
import type { Database } from "../../db/store/database.ts";
import type { MovedPart } from "../../db/store/followed.ts";
import { forgetFollowed, noteHello, noteLife, noteMoved } from "../../db/transactions/note-followed.ts";
import { type Change, takeIn } from "../../db/take-in.ts";
import type { RowChanges } from "../../db/transactions/transactions.ts";
import type { Company } from "./presence.ts";
import type { Host } from "../wire/host.ts";
import type { Clock, ReachKeeper } from "../wire/reach.ts";
import { type Asked, deadAfterMs, type ViewName } from "../wire/live-state.ts";

/** Dependencies and callbacks of a stream. */
export interface Hearing {
  readonly host: {
    readonly clock: Pick<Clock, "now">;
    readonly reach: Pick<ReachKeeper, "answered">;
    readonly recovered: Pick<Host["recovered"], "set">;
  };
  readonly db: Database;
  /** The tab's term, as `takeTerm` gave it. */
  readonly term: () => number;
  /** Publishes written and removed rows to every tab. */
  readonly publish: (changes: RowChanges) => void;
  /** Tells every tab of the stream's last sign of life (device epoch ms); undefined: it has ended. */
  readonly life: (at: number | undefined) => void;
  /** Refetches these views where they are shown. */
  readonly ask: (views: Asked) => void;
  /** Fetches the head of the transactions. */
  readonly fetchHead: () => void;
  readonly presence: {
    readonly heardPresence: (company: Company) => void;
    readonly heardBegin: () => void;
    readonly heardLife: () => void;
  };
  /** Override of the interval between saved signs of life, in ms. */
  readonly noteEveryMs?: number;
}

/** Shortest interval between saved signs of life, in ms. */
const noteEveryMs = 5000;

/** A page about a user or slip has to say so if that one is gone, or isn't under the page's email any more. */
const viewsOf: Readonly<Record<MovedPart, readonly ViewName[]>> = {
  users: ["users", "user"],
  slips: ["slips", "slip"],
  analytics: ["analytics"],
};

/** The stream broke its contract: nothing after this can be trusted. */
export class OddFrameError extends Error {
  override readonly name = "OddFrameError";
}
/** The machine slept or the clock jumped: data arriving now may be old. */
export class SleptError extends Error {
  override readonly name = "SleptError";
}

const known = v.object({
  kind: v.picklist(changeKinds),
});
const events = new Set(["hello", "change", "figures", "presence", "reset"]);

/** Parses a frame; undefined for an unknown event or kind, of which only the position counts. Throws OddFrameError. */
function readFrame(event: string, id: string | undefined, data: string): EventFrame | undefined {
  if (!events.has(event)) return undefined;
  let json: unknown;
  try {
    json = parseJson(data);
  } catch {
    throw new OddFrameError(`${nameOf(eventStream)} sent something that is not JSON`);
  }
  if (event === "change" && !v.is(known, json)) return undefined;
  const parsed = v.safeParse(eventFrame, { event, id, data: json });
  if (parsed.success) return parsed.output;
  const where = v.getDotPath(parsed.issues[0]);
  throw new OddFrameError(`${nameOf(eventStream)} sent a frame with a field that can't be read (${(where ?? event).slice(0, 80)})`);
}

/** One stream, from first byte to end. */
export class StreamTurn {
  readonly #hearing: Hearing;
  /** Whether it resumes from a position. */
  readonly #isContinued: boolean;
  readonly #reader = new StreamReader();
  #lastPieceAt: number;
  /** When a sign of life was last saved in the cache. */
  #notedAt = 0;
  /** The host has sent all changes from before the stream. */
  hasBegun = false;
  /** The host said to discard the position. */
  wasReset = false;
  /** Why reading stopped early; network failures aside. */
  problem: unknown;

  constructor(hearing: Hearing, isContinued: boolean) {
    this.#hearing = hearing;
    this.#isContinued = isContinued;
    this.#lastPieceAt = hearing.host.clock.now();
  }

  /** Reads the stream as it arrives. Rejects once it can't be trusted or written. */
  async take(body: ReadableStream<Uint8Array>): Promise<string> {
    const reader = body.getReader();
    try {
      while (!this.wasReset) {
        const { done, value } = await reader.read();
        if (done) break;
        await this.#piece(value).catch((error: unknown) => {
          this.problem = error;
          throw error;
        });
      }
      return "null";
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  async #piece(bytes: Uint8Array): Promise<void> {
    const { host, presence } = this.#hearing;
    const now = host.clock.now();
    if (Math.abs(now - this.#lastPieceAt) >= deadAfterMs) throw new SleptError("the stream stood still");
    this.#lastPieceAt = now;
    host.reach.answered(now);
    let changes: Change[] = [];
    let isCaughtUp = false;
    for (const part of this.#parts(bytes)) {
      const frame = part.is === "frame" ? readFrame(part.event, part.id, part.data) : undefined;
      // Nothing is pending after a comment or the hello; after a change, more of the same commit may follow.
      isCaughtUp = part.is === "comment" || frame?.event === "hello";
      if (frame?.event === "change") changes.push(frame);
      else if (frame) {
        await this.#takeIn(changes, now);
        changes = [];
        await this.#heed(frame, now);
      }
      if (this.wasReset) return;
    }
    await this.#takeIn(changes, now);
    if (!this.hasBegun) return;
    presence.heardLife();
    await this.#live(now, isCaughtUp);
  }

  #parts(bytes: Uint8Array): StreamPart[] {
    try {
      return this.#reader.push(bytes);
    } catch {
      throw new OddFrameError(`${nameOf(eventStream)} sent a frame that doesn't end`);
    }
  }

  async #live(now: number, isCaughtUp: boolean): Promise<void> {
    const { db, term, life } = this.#hearing;
    life(now);
    if (!isCaughtUp || now - this.#notedAt < (this.#hearing.noteEveryMs ?? noteEveryMs)) return;
    this.#notedAt = now;
    await noteLife(db, now, term());
  }

  async #takeIn(changes: readonly Change[], now: number): Promise<void> {
    if (changes.length === 0) return;
    const { db, term, publish, ask, fetchHead } = this.#hearing;
    const { rows, moved, isLoose } = await takeIn(db, changes, now, term());
    if (rows.put.length > 0 || rows.removed.length > 0) publish(rows);
    if (!this.hasBegun) return;
    if (moved.size > 0) ask([...moved].flatMap((part) => viewsOf[part]));
    if (isLoose) fetchHead();
  }

  async #heed(frame: Exclude<EventFrame, Change>, now: number): Promise<void> {
    const { host, db, term, ask, presence } = this.#hearing;
    switch (frame.event) {
      case "hello": {
        const { position, complete } = frame.data;
        await noteHello(db, { position, isComplete: complete && this.#isContinued }, now, term());
        this.hasBegun = true;
        host.recovered.set({ key: nameOf(eventStream) });
        presence.heardBegin();
        ask("all");
        return;
      }
      case "figures":
        await noteMoved(db, "analytics", now, term());
        ask(["analytics"]);
        return;
      case "presence":
        presence.heardPresence(frame.data);
        return;
      case "reset":
        await forgetFollowed(db, term());
        this.wasReset = true;
    }
  }
}
