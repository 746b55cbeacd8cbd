import * as v from "valibot";
import { jsonOf } from "../../contract/json.ts";
import { nameOf } from "../../contract/call.ts";
import { eventsPath, eventStream } from "../../contract/events.ts";
import { saysNo } from "../../contract/refusal.ts";
import { readState } from "../../db/store/database.ts";
import { forgetFollowed } from "../../db/transactions/note-followed.ts";
import type { Answer } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { isPassing } from "../wire/read-queue.ts";
import { longestPauseMs, pause } from "../wire/reach.ts";
import { tellEnd } from "../wire/tell-end.ts";
import { isExpired, sessionStore } from "../state/session-store.ts";
import { deadAfterMs } from "../wire/live-state.ts";
import { type Hearing, OddFrameError, SleptError, StreamTurn } from "./stream-turn.ts";

/** What the leading tab needs to follow the stream. */
export interface Following extends Hearing {
  readonly host: Host;
  /** Receives write errors. */
  readonly onError: (error: unknown) => void;
}

/** After this many failures in a row (about four minutes, as for reads) the stream rests until a person demands something. */
const failuresAtMost = 12;
/** The longest such rest, in ms; everything is polled meanwhile. */
const longRestMs = 15 * 60_000;
/** A stream that lived this long wasn't a failure, in ms. */
const soundAfterMs = 10_000;
/** Reconnects within this time after a clean end, in ms; random, since a restarting host gets all clients at once. */
const againWithinMs = 1000;

/** The body is consumed by `takeStream`; the answer itself isn't read. */
const call = { ...eventStream, answer: v.unknown() };

/** Resolves once the host may be asked: in reach, with an unexpired session whose token it hasn't refused. */
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

/** Whether a refusal may be about the position alone. */
const isOfPosition = (answer: Answer<unknown>): boolean =>
  answer.is === "refused" && [400, 410, 416, 422].includes(answer.status) && saysNo(jsonOf(answer.body));

/** Opens one stream and reads it to its end. */
async function follow(
  following: Following,
  signal: AbortSignal,
): Promise<{ readonly turn: StreamTurn; readonly answer: Answer<unknown>; readonly hasForgotten?: boolean }> {
  const { host, db } = following;
  const after = (await readState(db, "followed"))?.position;
  const turn = new StreamTurn(following, after !== undefined);
  const stop = new AbortController();
  // A new token needs a new stream.
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
  if (problem instanceof OddFrameError && !signal.aborted) {
    // Unreadable frame: changes are lost, so fetched data no longer counts as kept up to date.
    await forgetFollowed(db, following.term());
    const odd = { is: "malformed", status: 200, problem: problem.message, body: "" } as const;
    host.trouble.set({ call: nameOf(eventStream), key: nameOf(eventStream), answer: odd, tookMs: 0, willRetry: true, rests: false });
    return { turn, answer: odd };
  }
  // The host may refuse a position that it no longer has, in place of a `reset`.
  if (after !== undefined && isOfPosition(answer) && !signal.aborted) {
    await forgetFollowed(db, following.term());
    return { turn, answer, hasForgotten: true };
  }
  if (problem !== undefined && !(problem instanceof SleptError) && !signal.aborted) following.onError(problem);
  return { turn, answer };
}

/**
 * Follows the host's change stream while this tab leads (LIVE-1): one connection at a time, resumed after the last position, with
 * the pauses of reads. Never rejects.
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
      const { turn, answer, hasForgotten } = await follow(following, signal);
      following.life(undefined);
      if (signal.aborted) return;
      const wasSound = turn.hasBegun && host.clock.now() - begunAt >= soundAfterMs;
      if (wasSound) failures = 0;
      // A refusal without `success: false` is a proxy's, and may pass.
      if (answer.is === "refused" && !hasForgotten && !isPassing(answer) && saysNo(jsonOf(answer.body))) {
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
      // One that breaks off after its beginning is opened again at once, and polled for meanwhile.
      if (!turn.hasBegun && answer.is !== "answered") await tellEnd(host, eventStream, answer, begunAt);
      const asked = (answer.is === "refused" && answer.retryAfterMs) || 0;
      const growing = Math.min(longestPauseMs, 1000 * 2 ** (failures - 1)) * (0.5 + Math.random() / 2);
      const ms = failures >= failuresAtMost ? longRestMs : Math.min(longestPauseMs, Math.max(asked, growing));
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
