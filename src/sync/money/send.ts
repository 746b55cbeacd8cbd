import { newId } from "../../db/store/new-id.ts";
import type { AnswerOf, MutationCall } from "../../contract/call.ts";
import type { Database } from "../../db/store/database.ts";
import { type Attempt, type AttemptState, dropAttempt, writeAttempt } from "../../db/money/journal.ts";
import { doneAfterAll, endOfRefused, sendingLock } from "./close.ts";
import { leavePosts, removePost } from "./fence.ts";
import type { Intent } from "./gate.ts";
import { keyedNow } from "./keyed.ts";
import { fillPath, MutationPermit } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { judge, type Outcome, outcomeOf, saysDone } from "../wire/outcome.ts";

/** What sending needs of the gate. */
export interface Sending {
  readonly host: Host;
  readonly db: Database;
  /** The admin's shown name, for the journal. */
  readonly who: string;
  /** Whether the journal outlasts the page. */
  readonly keeping: "on" | "off";
  /**
   * Whether the journal's admin is the one who is signed in. Another one may be, in another tab: look right before a request, which
   * bears the token of whoever is signed in when it leaves.
   */
  readonly isOurs: () => boolean;
  /** Marks whether an attempt's request is running. */
  readonly run: (id: string, runs: boolean) => void;
  /** Records how an attempt ended. Rejects with the database's error; then it is still unsettled. */
  readonly record: (id: string, state: AttemptState) => Promise<void>;
  /** Runs one at a time per subject, across tabs; undefined when one is running. */
  readonly exclusively: <T>(subject: string, run: () => Promise<T>) => Promise<T | undefined>;
}

/** A request running longer than this shows as unknown, in ms; a late answer settles it (FUND-6). */
const unknownAfterMs = 60_000;

/** Records an attempt and sends it once. Nothing is sent before the journal holds it. */
export async function sendOnce<C extends MutationCall>(
  sending: Sending,
  intent: Intent<C>,
  subject: string,
): Promise<Outcome<AnswerOf<C>>> {
  const { host, db, who, keeping, isOurs } = sending;
  const { call } = intent;
  const done = await doneAfterAll(sending, subject).catch(() => "journal" as const);
  if (done) return { is: "blocked", why: done };
  const now = host.clock.now();
  const attempt: Attempt = {
    id: intent.id ?? newId(),
    at: now,
    operation: intent.operation,
    subject,
    by: who,
    target: intent.target,
    details: intent.details,
    call: { method: call.method, path: fillPath(intent.path ?? call.path, intent.params), numbers: call.numbers ?? [] },
    body: intent.secret ? undefined : intent.body,
    ...keyedNow(host, now),
    state: { is: "sent" },
    settled: undefined,
  };
  try {
    await writeAttempt(db, attempt);
  } catch {
    return { is: "blocked", why: "journal" };
  }
  const isFenced = await leavePosts(db.name, [attempt]);
  // The journal may be lost while running; without a post, one that ends with the page protects nothing.
  const why = !isFenced && keeping === "off" ? "journal" : isOurs() ? undefined : "expired";
  if (!why) return send(sending, intent, attempt);
  removePost(attempt.id);
  await dropAttempt(db, attempt.id);
  return { is: "blocked", why };
}

/** A failing refresh must not look as if the mutation hadn't been sent. */
function refresh(intent: Pick<Intent<MutationCall>, "refresh">): void {
  try {
    intent.refresh?.();
  } catch {
    // Views keep their stated age.
  }
}

async function send<C extends MutationCall>(sending: Sending, intent: Intent<C>, attempt: Attempt): Promise<Outcome<AnswerOf<C>>> {
  const { host, db, run, record } = sending;
  const { id } = attempt;
  const header = host.config.idempotencyHeader;
  run(id, true);
  const stop = new AbortController();
  const sent = host.client
    .mutate(new MutationPermit(id), intent.call, {
      ...(intent.body === undefined ? {} : { body: intent.body }),
      ...(intent.query === undefined ? {} : { query: intent.query }),
      ...(intent.params === undefined ? {} : { params: intent.params }),
      ...(intent.path === undefined ? {} : { path: intent.path }),
      ...(intent.sender === undefined ? {} : { sender: intent.sender }),
      headers: header ? { [header]: id } : {},
      accepts: saysDone,
    })
    .then(async (answer) => {
      // Stop the timeout before the answer is recorded.
      stop.abort();
      const state = await endOfRefused(sending, attempt, judge(answer, host.clock.now()));
      await record(id, state).catch(() => {});
      run(id, false);
      refresh(intent);
      return outcomeOf(id, state, answer);
    });
  // If locks are refused or missing, a tab that settles attempts assumes that this request has ended.
  void globalThis.navigator?.locks?.request(sendingLock(db, id), () => sent).catch(() => {});
  const tooLong = new Promise<Outcome<AnswerOf<C>>>((resolve) => {
    host.clock.after(
      unknownAfterMs,
      () => {
        record(id, { is: "unknown", at: host.clock.now(), message: undefined }).catch(() => {});
        resolve({ is: "unknown", message: undefined, body: "", attempt: id });
      },
      stop.signal,
    );
  });
  return Promise.race([sent, tooLong]);
}
