import * as v from "valibot";
import { mutationAnswer, saysEnd } from "../../contract/answers.ts";
import type { AnswerOf, Call } from "../../contract/call.ts";
import { type Attempt, type AttemptState, isUnsettled, readAttempt } from "../../db/money/journal.ts";
import { type Answer, MutationPermit } from "../wire/host-client.ts";
import { judge, type Outcome, outcomeOf } from "../wire/outcome.ts";
import type { Sending } from "./send.ts";

type RepeatedCall = Call<undefined, v.UnknownSchema, typeof mutationAnswer, "mutation">;
/** Of the answer to a repeat only what all mutations say is read. */
export type RepeatAnswer = AnswerOf<RepeatedCall>;

/** Refusals of a repeat that say nothing of the first request: the door was closed to it, or the first still runs. */
const saysNothing = new Set([401, 403, 409, 422, 425, 429]);

/** The call of an attempt as the journal keeps it. */
const repeatedCall = ({ call }: Attempt): RepeatedCall => ({
  method: call.method,
  // Where it goes is said with the request: with what it is about filled in, it is no name of a call.
  path: "/(repeated)",
  auth: "bearer",
  kind: "mutation",
  body: v.unknown(),
  numbers: call.numbers,
  answer: mutationAnswer,
});

function judgeRepeat(answer: Answer<unknown>, now: number): AttemptState {
  if (answer.is === "expired") return { is: "unknown", at: now, message: undefined };
  if (answer.is === "refused" && saysNothing.has(answer.status)) return { is: "unknown", at: now, message: answer.message };
  return judge(answer, now);
}

/**
 * Sends an unsettled attempt's request once more under its key, in the header that the host reads it from, and settles
 * the attempt by the answer; one that may be about the repeat alone settles nothing. Rejects with the database's error.
 */
export async function repeatOnce({ host, db, run, record }: Sending, id: string, header: string): Promise<Outcome<RepeatAnswer>> {
  const attempt = await readAttempt(db, id);
  if (!attempt || !isUnsettled(attempt)) return { is: "blocked", why: "unsettled", attempt: id };
  run(id, true);
  const { body, call } = attempt;
  const request = { body, headers: { [header]: id }, path: call.path, accepts: saysEnd };
  const answer = await host.client.mutate(new MutationPermit(id), repeatedCall(attempt), request);
  const state = judgeRepeat(answer, host.clock.now());
  await record(id, state);
  run(id, false);
  return outcomeOf(id, state, answer);
}
