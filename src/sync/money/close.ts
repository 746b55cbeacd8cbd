import { saysEnd } from "../../contract/answers.ts";
import { type AttemptEnd, closeAttempt } from "../../contract/attempts.ts";
import { jsonOf } from "../../contract/json.ts";
import { messageOf, saysNo } from "../../contract/refusal.ts";
import type { Database } from "../../db/store/database.ts";
import { settledByHand } from "../../db/money/by-hand.ts";
import { type Attempt, type AttemptState, hasEnded, readAttempt, writeAttempt } from "../../db/money/journal.ts";
import { type FencePost, removePost } from "./fence.ts";
import { hadKey, type Keyed } from "./keyed.ts";
import type { Answer } from "../wire/host-client.ts";
import { judge } from "../wire/outcome.ts";
import { tellEnd } from "../wire/tell-end.ts";
import type { Sending } from "./send.ts";

/** Result of asking the host about an attempt. */
export type Closed =
  /** Its end is known. */
  | "ended"
  /** In progress, or no answer: ask again. */
  | "later"
  /** The host can't tell. */
  | "untold";

/** Hosts remember keys for 30 days (KEY-1); one day less allows for clock skew, in ms. */
const askableForMs = 29 * 24 * 3_600_000;

/** Timeout for the first byte, in ms: a host briefly waits for a running request. */
const firstByteWithinMs = 10_000;

/** Whether the host can be asked about an attempt: sent under a key, and recently enough. */
export const canClose = ({ host }: Pick<Sending, "host">, attempt: Keyed): boolean =>
  host.config.attempts !== undefined && hadKey(host, attempt, askableForMs);

/** Whether asking again may help: these statuses don't end an attempt. */
const isPassing = (status: number): boolean => status === 401 || status === 408 || status === 425 || status === 429 || status >= 500;

/** Undefined if a stored 2xx doesn't tell how it ended. */
function stateOf(end: Exclude<AttemptEnd, { state: "running" }>, now: number): AttemptState | undefined {
  switch (end.state) {
    case "done":
      // A stored 2xx is judged like a fresh one.
      return saysEnd(end.answer) ? judge({ is: "answered", value: end.answer, sentAt: now }, now) : undefined;
    case "refused":
      return { is: "refused", at: now, status: end.status, message: messageOf(JSON.stringify(end.answer) ?? "") };
    case "never":
      return { is: "never", at: now };
  }
}

/** Not under another admin's session: a host, to which keys are each admin's own, would say that it never saw this one. */
async function ask({ host, isOurs }: Sending, key: string): Promise<Answer<AttemptEnd>> {
  if (!isOurs()) return { is: "lost", why: "aborted", sent: false };
  const sentAt = host.clock.now();
  const path = `${host.config.attempts ?? ""}/{key}/close`;
  const answer = await host.client.send(closeAttempt, { path, params: { key }, body: {}, firstByteWithinMs });
  void tellEnd(host, closeAttempt, answer, sentAt);
  return answer;
}

/** Asks, and passes the end to `keep` if the host knows one. */
async function closeBy(sending: Sending, id: string, keep: (state: AttemptState) => Promise<void>): Promise<Closed> {
  const answer = await ask(sending, id);
  if (answer.is === "answered") {
    if (answer.value.state === "running") return "later";
    const state = stateOf(answer.value, sending.host.clock.now());
    if (!state) return "untold";
    await keep(state);
    return "ended";
  }
  // Not JSON, or a refusal without `success: false`: a proxy's, as while the host restarts.
  if (answer.is === "malformed") return jsonOf(answer.body) === undefined ? "later" : "untold";
  return answer.is !== "refused" || isPassing(answer.status) || !saysNo(jsonOf(answer.body)) ? "later" : "untold";
}

/** A host may answer so to a second copy of the request, which the browser or a proxy sent, while the first still runs. */
const ofSecondCopy = new Set([409, 425]);

/**
 * How an attempt ended that the host has refused: by the refusal, unless that may concern a second copy of the request and the host
 * has done the first, or is doing it (then it is unknown, and asked about again).
 */
export async function endOfRefused(
  sending: Sending,
  attempt: Keyed & { readonly id: string },
  refused: AttemptState,
): Promise<AttemptState> {
  if (refused.is !== "refused" || !ofSecondCopy.has(refused.status) || !canClose(sending, attempt)) return refused;
  let told: AttemptState = refused;
  const closed = await closeBy(sending, attempt.id, async (state) => {
    if (state.is === "done") told = state;
  });
  return closed === "later" ? { is: "unknown", at: refused.at, message: refused.message } : told;
}

/** Held by the sending tab while an attempt's request runs. */
export const sendingLock = (db: Database, id: string): string => `${db.name} sends ${id}`;

/** Whether any tab still awaits the attempt's own response. */
async function isSending({ db }: Sending, id: string): Promise<boolean> {
  const known = await globalThis.navigator?.locks?.query().catch(() => undefined);
  return known?.held?.some(({ name }) => name === sendingLock(db, id)) ?? false;
}

/**
 * Asks the host what became of an unknown attempt and records it (KEY-2); resends nothing. Leaves alone an attempt whose own
 * request is still running, unless the host was out of reach since it was sent (`returnedAt`, epoch ms): then its response may
 * never come. Rejects with the database's error.
 */
export async function closeOne(sending: Sending, { id, subject }: Attempt, returnedAt: number): Promise<Closed> {
  const closed = await sending.exclusively(subject, async (): Promise<Closed> => {
    const attempt = await readAttempt(sending.db, id);
    if (!attempt || hasEnded(attempt.state)) return "ended";
    if (attempt.state.is === "sent" || (attempt.at >= returnedAt && (await isSending(sending, id)))) return "later";
    return closeBy(sending, id, (state) => sending.record(id, state));
  });
  return closed ?? "later";
}

/**
 * Closes an attempt that the host refused before looking at the request (session, permission, rate): if the browser had retried it,
 * the first request may have been executed. Once closed without effect, the host refuses the key for good. Rejects with the
 * database's error.
 */
export const closeRefused = async (sending: Sending, { id, subject }: Attempt): Promise<Closed> =>
  (await sending.exclusively(subject, () => closeBy(sending, id, (state) => sending.record(id, state)))) ?? "later";

/**
 * Why a subject can't be sent again yet: the host has done, or is doing, an earlier attempt that an admin found not to have happened.
 * One that it has not seen is closed by asking. Where the host can't tell now, the admin's finding stands. Call with the subject
 * held. Rejects with the database's error.
 */
export async function doneAfterAll(sending: Sending, subject: string): Promise<"running" | "sent" | undefined> {
  const { db, host, record } = sending;
  for (const attempt of await settledByHand(db)) {
    if (attempt.subject !== subject || attempt.settled?.as !== "did not happen" || !canClose(sending, attempt)) continue;
    const answer = await ask(sending, attempt.id);
    if (answer.is !== "answered") continue;
    if (answer.value.state === "running") return "running";
    const state = stateOf(answer.value, host.clock.now());
    if (!state) continue;
    await record(attempt.id, state);
    if (state.is === "done") return "sent";
  }
  return undefined;
}

/**
 * Closes an attempt of which only a post is left: records its end with what the post holds, and removes the post. Rejects with the
 * database's error.
 */
export const closePost = (sending: Sending, { attempt: id, operation, at }: FencePost): Promise<Closed> =>
  closeBy(sending, id, async (state) => {
    const attempt: Attempt = {
      id,
      at,
      operation,
      subject: "",
      by: sending.who,
      target: "",
      details: {},
      call: { method: "POST", path: "", numbers: [] },
      body: undefined,
      state,
      settled: undefined,
    };
    await writeAttempt(sending.db, attempt);
    removePost(id);
  });
