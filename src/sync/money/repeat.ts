import * as v from "valibot";
import { mutationAnswer } from "../../contract/answers.ts";
import type { AnswerOf, Call } from "../../contract/call.ts";
import { jsonOf } from "../../contract/json.ts";
import { saysNo } from "../../contract/refusal.ts";
import { type Attempt, type AttemptState, isUnsettled, readAttempt } from "../../db/money/journal.ts";
import { type Answer, MutationPermit } from "../wire/host-client.ts";
import { judge, type Outcome, outcomeOf, saysDone } from "../wire/outcome.ts";
import type { Host } from "../wire/host.ts";
import { hadKey } from "./keyed.ts";
import type { Sending } from "./send.ts";

/** How long hosts are trusted to remember an idempotency key, in ms; a later repeat could do it again. */
const repeatableForMs = 12 * 3_600_000;

/** Whether the host can tell by a repeat how an attempt ended: it had its key, recently enough, and the body is kept. */
export const canRepeat = (host: Pick<Host, "config" | "clock">, attempt: Attempt): boolean =>
  host.config.idempotencyHeader !== undefined && attempt.body !== undefined && hadKey(host, attempt, repeatableForMs);

type RepeatedCall = Call<undefined, v.UnknownSchema, typeof mutationAnswer, "mutation">;
/** Only the fields common to all mutations are read. */
export type RepeatAnswer = AnswerOf<RepeatedCall>;

/** Statuses of a repeat that say nothing about the first request: it was kept out, or the first is still running. */
const saysNothing = new Set([401, 403, 409, 422, 425, 429]);

/** The attempt's call, from the journal. */
const repeatedCall = ({ call }: Attempt): RepeatedCall => ({
  method: call.method,
  // A fixed name; the real path, with its parameters filled in, is given with the request.
  path: "/(repeated)",
  auth: "bearer",
  kind: "mutation",
  body: v.unknown(),
  numbers: call.numbers,
  answer: mutationAnswer,
});

/** Statuses of a proxy that has lost the host, as while it restarts. */
const ofProxies = new Set([404, 405, 410, 421]);

/** Whether a refusal may be a proxy's: it isn't JSON, or has such a status and no `success: false`. */
function mayBeProxys({ status, body }: Extract<Answer<unknown>, { is: "refused" }>): boolean {
  const json = jsonOf(body);
  return json === undefined || (ofProxies.has(status) && !saysNo(json));
}

function judgeRepeat(answer: Answer<unknown>, now: number): AttemptState {
  if (answer.is === "expired") return { is: "unknown", at: now, message: undefined };
  if (answer.is === "refused" && (saysNothing.has(answer.status) || mayBeProxys(answer)))
    return { is: "unknown", at: now, message: answer.message };
  return judge(answer, now);
}

/**
 * Repeats an unsettled attempt's request under its key, in the host's idempotency header, and settles the attempt by the answer,
 * unless that may concern the repeat only. Rejects with the database's error.
 */
export async function repeatOnce({ host, db, isOurs, run, record }: Sending, id: string): Promise<Outcome<RepeatAnswer>> {
  const attempt = await readAttempt(db, id);
  if (!attempt || !isUnsettled(attempt)) return { is: "blocked", why: "unsettled", attempt: id };
  const header = host.config.idempotencyHeader;
  if (header === undefined || !canRepeat(host, attempt)) return { is: "blocked", why: "journal" };
  if (!isOurs()) return { is: "blocked", why: "expired" };
  run(id, true);
  const { body, call } = attempt;
  const request = { body, headers: { [header]: id }, path: call.path, accepts: saysDone };
  const answer = await host.client.mutate(new MutationPermit(id), repeatedCall(attempt), request);
  const state = judgeRepeat(answer, host.clock.now());
  await record(id, state).catch(() => {});
  run(id, false);
  return outcomeOf(id, state, answer);
}
