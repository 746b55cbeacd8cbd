import * as v from "valibot";
import { nameOf } from "../../contract/call.ts";
import { eventFrame, type EventFrame, eventsPath, eventStream } from "../../contract/events.ts";
import { type StreamPart, StreamReader } from "../../contract/event-stream.ts";
import { parseJson } from "../../contract/json.ts";
import { type Database, readState } from "../../db/database.ts";
import type { MovedPart } from "../../db/followed.ts";
import { forgetFollowed, noteHello, noteLife } from "../../db/note-followed.ts";
import { type Change, takeIn } from "../../db/take-in.ts";
import type { RowChanges } from "../../db/transactions.ts";
import type { Answer } from "../host-client.ts";
import type { Host } from "../host.ts";
import type { Company } from "../presence.ts";
import { isPassing } from "../read-queue.ts";
import { longestPauseMs, pause } from "../reach.ts";
import { isExpired, sessionStore } from "../session-store.ts";
import { type Asked, deadAfterMs } from "./live-state.ts";

/** What the leading tab does with what the stream says. */
export interface Following {
  readonly host: Host;
  readonly db: Database;
  /** The tab's term, as `takeTerm` gave it. */
  readonly term: () => number;
  /** Tells every tab of rows that were written or removed. */
  readonly publish: (changes: RowChanges) => void;
  /** Tells every tab when the stream gave a sign of life (device epoch ms); undefined: it has ended. */
  readonly life: (at: number | undefined) => void;
  /** Has the views fetched again that somebody looks at. */
  readonly ask: (views: Asked) => void;
  /** Has the head of the transactions fetched. */
  readonly fetchHead: () => void;
  readonly presence: {
    readonly heardPresence: (company: Company) => void;
    readonly heardBegin: () => void;
    readonly heardLife: () => void;
  };
  /** Hears why something couldn't be written. */
  readonly onError: (error: unknown) => void;
}

/** After so many failures in a row, some four minutes as for reads, the stream rests until a person asks for something. */
const failuresAtMost = 12;
/** Or for this long, in ms: nobody misses a stream while everything is polled. */
const longRestMs = 15 * 60_000;
/** A stream that lived for this long had no failure, in ms. */
const soundAfterMs = 10_000;
/** A stream that ended well is taken up again within this time, in ms: a host that is being restarted has them all come. */
const againWithinMs = 1000;

/** What is left of the answer once its frames were taken. */
const call = { ...eventStream, answer: v.null() };

const viewOf = { users: "users", slips: "slips", analytics: "analytics" } as const satisfies Record<MovedPart, string>;

/** The stream says something that its contract doesn't allow: nothing after it can be believed. */
class OddFrameError extends Error {
  override readonly name = "OddFrameError";
}
/** The machine slept, or the clock jumped: what arrives now may have waited for long. */
class SleptError extends Error {
  override readonly name = "SleptError";
}

const known = v.object({
  kind: v.picklist(["transaction", "user", "fee", "onramp", "offramp", "markup", "markdown", "giftRate", "approval"]),
});
const events: readonly string[] = ["hello", "change", "figures", "presence", "reset"];

/** A frame that this build knows; one of another event or kind is skipped, and of it only its position counts. Throws OddFrameError. */
function readFrame(event: string, id: string | undefined, data: string): EventFrame | undefined {
  if (!events.includes(event)) return undefined;
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

/** One stream, from its first byte to its end. */
class Turn {
  readonly #following: Following;
  /** Whether it goes on from a position. */
  readonly #isContinued: boolean;
  readonly #reader = new StreamReader();
  #lastPieceAt: number;
  #noted = 0;
  /** The host has told all that happened before it. */
  hasBegun = false;
  /** The host has said to forget the position. */
  wasReset = false;
  /** Why it was taken no further; the network's failures aren't among it. */
  problem: unknown;

  constructor(following: Following, isContinued: boolean) {
    this.#following = following;
    this.#isContinued = isContinued;
    this.#lastPieceAt = following.host.clock.now();
  }

  /** Takes the stream as it comes. Rejects where it can't be believed any further, and where it can't be written. */
  async take(body: ReadableStream<Uint8Array>): Promise<string> {
    const reader = body.getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done || this.wasReset) return "null";
        await this.#piece(value).catch((error: unknown) => {
          this.problem = error;
          throw error;
        });
      }
    } finally {
      await reader.cancel().catch(() => {});
    }
  }

  async #piece(bytes: Uint8Array): Promise<void> {
    const { host, presence } = this.#following;
    const now = host.clock.now();
    if (Math.abs(now - this.#lastPieceAt) >= deadAfterMs) throw new SleptError("the stream stood still");
    this.#lastPieceAt = now;
    host.reach.answered(now);
    let changes: Change[] = [];
    for (const part of this.#parts(bytes)) {
      const frame = part.is === "frame" ? readFrame(part.event, part.id, part.data) : undefined;
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
    await this.#live(now);
  }

  #parts(bytes: Uint8Array): StreamPart[] {
    try {
      return this.#reader.push(bytes);
    } catch {
      throw new OddFrameError(`${nameOf(eventStream)} sent a frame that doesn't end`);
    }
  }

  async #live(now: number): Promise<void> {
    const { db, term, life } = this.#following;
    if (now - this.#noted < 5000) return;
    this.#noted = now;
    await noteLife(db, now, term());
    life(now);
  }

  async #takeIn(changes: readonly Change[], now: number): Promise<void> {
    if (changes.length === 0) return;
    const { db, term, publish, ask, fetchHead } = this.#following;
    const { rows, moved, isLoose } = await takeIn(db, changes, now, this.hasBegun, term());
    if (rows.put.length > 0 || rows.removed.length > 0) publish(rows);
    if (!this.hasBegun) return;
    if (moved.size > 0) ask([...moved].map((part) => viewOf[part]));
    if (isLoose) fetchHead();
  }

  async #heed(frame: Exclude<EventFrame, Change>, now: number): Promise<void> {
    const { db, term, ask, presence } = this.#following;
    switch (frame.event) {
      case "hello": {
        const { position, complete } = frame.data;
        await noteHello(db, { position, isComplete: complete && this.#isContinued }, now, term());
        this.hasBegun = true;
        presence.heardBegin();
        await this.#live(now);
        ask("all");
        return;
      }
      case "figures":
        await noteLife(db, now, term(), "analytics");
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

/** Resolves once the host may be asked: there is a session that it hasn't refused, and it is in reach. */
async function mayAsk({ host }: Following, refused: string | undefined, signal: AbortSignal): Promise<void> {
  const isReady = (): boolean => {
    const session = sessionStore.current();
    return session !== undefined && session.token !== refused && !isExpired(session) && host.reach.state.is !== "unreachable";
  };
  if (isReady() || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!isReady() && !signal.aborted) return;
      for (const end of ends) end();
      signal.removeEventListener("abort", look);
      resolve();
    };
    const ends = [host.reach.subscribe(look), sessionStore.subscribe(look), host.demanded.subscribe(look)];
    signal.addEventListener("abort", look);
  });
}

/** Waits between two streams; a person's demand ends it. */
async function rest({ host }: Following, ms: number, signal: AbortSignal): Promise<void> {
  const woken = new AbortController();
  const unheed = host.demanded.subscribe(() => woken.abort());
  await pause(host.clock, ms, AbortSignal.any([signal, woken.signal]));
  unheed();
}

/** Opens one stream, and takes it to its end. */
async function follow(following: Following, signal: AbortSignal): Promise<{ readonly turn: Turn; readonly answer: Answer<null> }> {
  const { host, db } = following;
  const after = (await readState(db, "followed"))?.position;
  const turn = new Turn(following, after !== undefined);
  const stop = new AbortController();
  // A new token has a stream of its own.
  const token = sessionStore.current()?.token;
  const unfollow = sessionStore.subscribe(() => {
    if (sessionStore.current()?.token !== token) stop.abort();
  });
  const answer = await host.client.send(call, {
    path: host.config.events ?? eventsPath,
    query: { after },
    headers: { accept: "text/event-stream" },
    firstByteWithinMs: deadAfterMs,
    signal: AbortSignal.any([signal, stop.signal]),
    takeStream: (body) => turn.take(body),
  });
  unfollow();
  const { problem } = turn;
  if (problem instanceof OddFrameError) {
    // What it said can't be taken in, so nothing that was fetched is kept up any more.
    await forgetFollowed(db, following.term());
    const odd = { is: "malformed", status: 200, problem: problem.message, body: "" } as const;
    host.trouble.set({ call: nameOf(eventStream), key: nameOf(eventStream), answer: odd, tookMs: 0, willRetry: true, rests: false });
    return { turn, answer: odd };
  }
  if (problem !== undefined && !(problem instanceof SleptError)) following.onError(problem);
  return { turn, answer };
}

/**
 * Follows the host's stream of changes for as long as this tab leads (LIVE-1): one at a time, taken up again after the
 * last position, with pauses as for reads. Never rejects.
 */
export async function followStream(following: Following, signal: AbortSignal): Promise<void> {
  const { host } = following;
  let failures = 0;
  let refused: string | undefined;
  while (!signal.aborted) {
    await mayAsk(following, refused, signal);
    if (signal.aborted) return;
    const begunAt = host.clock.now();
    const token = sessionStore.current()?.token;
    try {
      const { turn, answer } = await follow(following, signal);
      following.life(undefined);
      if (signal.aborted) return;
      const wasSound = turn.hasBegun && host.clock.now() - begunAt >= soundAfterMs;
      if (wasSound) failures = 0;
      if (answer.is === "refused" && !isPassing(answer)) {
        refused = token;
        continue;
      }
      if (answer.is === "lost" && answer.why === "aborted") continue;
      if (answer.is === "answered" && turn.hasBegun && failures === 0 && !turn.wasReset) {
        await rest(following, againWithinMs * Math.random(), signal);
        if (!wasSound) failures += 1;
        continue;
      }
      failures += 1;
      const asked = answer.is === "refused" ? answer.retryAfterMs : undefined;
      const growing = Math.min(longestPauseMs, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
      const ms = failures >= failuresAtMost ? longRestMs : Math.min(longestPauseMs, asked ?? growing);
      await rest(following, ms, signal);
    } catch (error) {
      following.life(undefined);
      if (signal.aborted) return;
      following.onError(error);
      failures += 1;
      await rest(following, longestPauseMs, signal);
    }
  }
}
