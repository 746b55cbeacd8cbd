import { type AttemptEnd, closeAttempt } from "../../contract/attempts.ts";
import { messageOf } from "../../contract/refusal.ts";
import { type Attempt, type AttemptState, isUnsettled, readAttempt, writeAttempt } from "../../db/money/journal.ts";
import { type FencePost, removePost } from "./fence.ts";
import type { Answer } from "../wire/host-client.ts";
import { judge } from "../wire/outcome.ts";
import { type Sending, sendingLock } from "./send.ts";

/** What asking the host about an attempt has come to. */
export type Closed =
  /** Its end is known. */
  | "ended"
  /** It is being done or sent, or the host didn't answer: ask again. */
  | "later"
  /** The host can't tell. */
  | "untold";

/** Hosts remember keys for 30 days (KEY-1); a day less allows for clocks that differ, in ms. */
const askableForMs = 29 * 24 * 3_600_000;

/** An answer is waited for this long: a host waits a little for a request that runs, in ms. */
const firstByteWithinMs = 10_000;

/** Whether the host can be asked what became of an attempt: it was sent under its key, and not too long ago. */
export function canClose({ host }: Pick<Sending, "host">, { keyedAt }: Pick<Attempt, "keyedAt">): boolean {
  const agoMs = keyedAt === undefined ? -1 : host.clock.now() - keyedAt;
  return host.config.attempts !== undefined && agoMs >= 0 && agoMs < askableForMs;
}

/** Nothing is closed while its request may come soon by itself: such answers say that asking again is of use. */
const isPassing = (status: number): boolean => status === 401 || status === 408 || status === 425 || status === 429 || status >= 500;

function stateOf(end: Exclude<AttemptEnd, { state: "running" }>, now: number): AttemptState {
  switch (end.state) {
    case "done":
      // A first answer that says no is judged as it would have been when it came.
      return judge({ is: "answered", value: end.answer, sentAt: now }, now);
    case "refused":
      return { is: "refused", at: now, status: end.status, message: messageOf(JSON.stringify(end.answer) ?? "") };
    case "never":
      return { is: "never", at: now };
  }
}

const ask = ({ host }: Sending, key: string): Promise<Answer<AttemptEnd>> =>
  host.client.send(closeAttempt, { path: `${host.config.attempts ?? ""}/{key}/close`, params: { key }, body: {}, firstByteWithinMs });

/** Asks, and hands the end to `keep` where the host tells one. */
async function closeBy(sending: Sending, id: string, keep: (state: AttemptState) => Promise<void>): Promise<Closed> {
  const answer = await ask(sending, id);
  if (answer.is === "answered") {
    if (answer.value.state === "running") return "later";
    await keep(stateOf(answer.value, sending.host.clock.now()));
    return "ended";
  }
  if (answer.is === "malformed") return "untold";
  return answer.is !== "refused" || isPassing(answer.status) ? "later" : "untold";
}

/** Whether some tab still waits for the answer to an attempt's own request. */
async function isSending({ db }: Sending, id: string): Promise<boolean> {
  const known = await globalThis.navigator?.locks?.query().catch(() => undefined);
  return known?.held?.some(({ name }) => name === sendingLock(db, id)) ?? false;
}

/**
 * Asks the host what became of an unknown attempt, and writes its end down (KEY-2). Nothing is sent again. One whose own
 * request goes on is let alone, unless the host was out of reach since it left (`returnedAt`, epoch ms): then its answer may
 * never come. Rejects with the database's error.
 */
export async function closeOne(sending: Sending, { id, subject }: Attempt, returnedAt: number): Promise<Closed> {
  const closed = await sending.exclusively(subject, async (): Promise<Closed> => {
    const attempt = await readAttempt(sending.db, id);
    if (!attempt || !isUnsettled(attempt)) return "ended";
    if (attempt.state.is === "sent" || (attempt.at >= returnedAt && (await isSending(sending, id)))) return "later";
    return closeBy(sending, id, (state) => sending.record(id, state));
  });
  return closed ?? "later";
}

/**
 * Asks the host about an attempt that it refused before it looked at what was asked (the session, the permission, the pace):
 * where its browser had repeated the request by itself, the first one may have been done. Once it has ended otherwise, the
 * host refuses its key for good. Rejects with the database's error.
 */
export const closeRefused = async (sending: Sending, { id, subject }: Attempt): Promise<Closed> =>
  (await sending.exclusively(subject, () => closeBy(sending, id, (state) => sending.record(id, state)))) ?? "later";

/**
 * The same of an attempt of which a post alone is left: its end is written down with what the post says of it, and the post
 * goes. Rejects with the database's error.
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
