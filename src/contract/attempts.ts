import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { instant } from "./scalars.ts";

/** Where the embedded host has them. */
export const attemptsPath = "/api/attempts";

const ended = { status: v.pipe(v.number(), v.integer()), at: instant, answer: v.unknown() };

/** What has become of the request under an idempotency key, as its host knows (KEY-1). */
export const attemptEnd = v.union([
  /** The work was done; `answer` is the body of the first answer. */
  v.looseObject({ state: v.literal("done"), ...ended }),
  /** It was refused, and nothing was done. */
  v.looseObject({ state: v.literal("refused"), ...ended }),
  /** It is being done: ask again. */
  v.looseObject({ state: v.literal("running") }),
  /** The host had not seen the key, and refuses it from now on. */
  v.looseObject({ state: v.literal("never"), at: instant }),
]);
export type AttemptEnd = v.InferOutput<typeof attemptEnd>;

/**
 * Asks what became of a key, and closes it where the host has not seen it. It changes nothing else, and may be asked any
 * number of times. The path is below config.json's `attempts`; without it there is no such call.
 */
export const closeAttempt = defineCall({
  method: "POST",
  path: `${attemptsPath}/{key}/close`,
  auth: "bearer",
  kind: "read",
  body: v.object({}),
  answer: v.pipe(
    v.looseObject({ ...saidFields, data: attemptEnd }),
    v.check((answer) => answer.success !== false, "success is false"),
    v.transform((answer) => answer.data),
  ),
});
