import * as v from "valibot";
import { dataOf } from "./answers.ts";
import { defineCall } from "./call.ts";
import { instant } from "./scalars.ts";

/** Path on the embedded host. */
export const attemptsPath = "/api/attempts";

/** `answer`: the body of the first answer, if it had one. */
const ended = { status: v.pipe(v.number(), v.integer()), at: instant, answer: v.optional(v.unknown()) };

/** What became of the request with an idempotency key, according to the host (KEY-1). */
export const attemptEnd = v.union([
  /** Executed. */
  v.looseObject({ state: v.literal("done"), ...ended }),
  /** Refused without effect. */
  v.looseObject({ state: v.literal("refused"), ...ended }),
  /** In progress: ask again. */
  v.looseObject({ state: v.literal("running") }),
  /** The host had never seen the key, and refuses it from now on. */
  v.looseObject({ state: v.literal("never"), at: instant }),
]);
export type AttemptEnd = v.InferOutput<typeof attemptEnd>;

/**
 * Asks what became of a key, and closes it if the host hasn't seen it. No other effect; repeatable. Below config.json's `attempts`;
 * without it the call isn't offered.
 */
export const closeAttempt = defineCall({
  method: "POST",
  path: `${attemptsPath}/{key}/close`,
  auth: "bearer",
  kind: "read",
  body: v.object({}),
  answer: dataOf(attemptEnd),
});
