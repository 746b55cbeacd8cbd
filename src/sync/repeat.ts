import * as v from "valibot";
import { mutationAnswer, saysEnd } from "../contract/answers.ts";
import type { AnswerOf, Call } from "../contract/call.ts";
import type { Attempt, AttemptState } from "../db/journal.ts";
import type { Answer, Request } from "./host-client.ts";
import { judge } from "./outcome.ts";

type RepeatedCall = Call<undefined, v.UnknownSchema, typeof mutationAnswer, "mutation">;
/** Of the answer to a repeat only what all mutations say is read. */
export type RepeatAnswer = AnswerOf<RepeatedCall>;

/** Refusals of a repeat that say nothing of the first request: the door was closed to it, or the first still runs. */
const saysNothing = new Set([401, 403, 409, 422, 425, 429]);

/** The call of an attempt as the journal keeps it. */
export const repeatedCall = ({ call }: Attempt): RepeatedCall => ({
  method: call.method,
  // Where it goes is said with the request: with what it is about filled in, it is no name of a call.
  path: "/(repeated)",
  auth: "bearer",
  kind: "mutation",
  body: v.unknown(),
  numbers: call.numbers,
  answer: mutationAnswer,
});

/** The request of an attempt once more, under the same key; `header`: the one that the host reads the key from. */
export const repeatedRequest = ({ id, body, call }: Attempt, header: string): Request<RepeatedCall> => ({
  body,
  headers: { [header]: id },
  path: call.path,
  accepts: saysEnd,
});

/** What the answer to a repeat means for the attempt: one that may be about the repeat alone settles nothing. */
export function judgeRepeat(answer: Answer<unknown>, now: number): AttemptState {
  if (answer.is === "expired") return { is: "unknown", at: now, message: undefined };
  if (answer.is === "refused" && saysNothing.has(answer.status)) return { is: "unknown", at: now, message: answer.message };
  return judge(answer, now);
}
