import { newId } from "../../db/store/new-id.ts";
import { saysEnd } from "../../contract/answers.ts";
import type { AnswerOf, MutationCall } from "../../contract/call.ts";
import type { Database } from "../../db/store/database.ts";
import { type Attempt, type AttemptState, dropAttempt, writeAttempt } from "../../db/money/journal.ts";
import { leavePosts } from "./fence.ts";
import type { Intent } from "./gate.ts";
import { fillPath, MutationPermit } from "../wire/host-client.ts";
import type { Host } from "../wire/host.ts";
import { judge, type Outcome, outcomeOf } from "../wire/outcome.ts";

/** What whoever sends needs of the gate. */
export interface Sending {
  readonly host: Host;
  readonly db: Database;
  /** The admin's shown name, for the journal. */
  readonly who: string;
  /** Whether the journal outlasts the page. */
  readonly keeping: "on" | "off";
  /** Notes that an attempt's request is running, or no longer is. */
  readonly run: (id: string, runs: boolean) => void;
  /** Writes down how an attempt ended. Never rejects. */
  readonly record: (id: string, state: AttemptState) => Promise<void>;
  /** One at a time for a subject, across all tabs; undefined when one is under way. */
  readonly exclusively: <T>(subject: string, run: () => Promise<T>) => Promise<T | undefined>;
}

/** After this time a request that still runs is shown as unknown; a late answer settles it, in ms (FUND-6). */
const unknownAfterMs = 60_000;

/** Writes an attempt down and sends it, once. Nothing leaves before the journal has it. */
export async function sendOnce<C extends MutationCall>(
  sending: Sending,
  intent: Intent<C>,
  subject: string,
): Promise<Outcome<AnswerOf<C>>> {
  const { host, db, who, keeping } = sending;
  const { call } = intent;
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
    keyedAt: host.config.idempotencyHeader === undefined ? undefined : now,
    state: { is: "sent" },
    settled: undefined,
  };
  try {
    await writeAttempt(db, attempt);
  } catch {
    return { is: "blocked", why: "journal" };
  }
  // A journal can be lost under a running app; one that ends with the page is as good as lost.
  if (!(await leavePosts(db.name, [attempt])) && keeping === "off") {
    await dropAttempt(db, attempt.id);
    return { is: "blocked", why: "journal" };
  }
  return send(sending, intent, attempt.id);
}

/** What goes wrong with it must not look as if the mutation had not been sent. */
function refresh(intent: Pick<Intent<MutationCall>, "refresh">): void {
  try {
    intent.refresh?.();
  } catch {
    // What is shown stays as old as it says it is.
  }
}

/** Held, by whichever tab, for as long as an attempt's request goes on. */
export const sendingLock = (db: Database, id: string): string => `${db.name} sends ${id}`;

async function send<C extends MutationCall>(
  { host, db, run, record }: Sending,
  intent: Intent<C>,
  id: string,
): Promise<Outcome<AnswerOf<C>>> {
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
      accepts: saysEnd,
    })
    .then(async (answer) => {
      // The minute must not run out over an answer that is being written down.
      stop.abort();
      const state = judge(answer, host.clock.now());
      await record(id, state);
      run(id, false);
      refresh(intent);
      return outcomeOf(id, state, answer);
    });
  // Refused or not there, a tab that closes attempts takes this one's request for ended.
  void globalThis.navigator?.locks?.request(sendingLock(db, id), () => sent).catch(() => {});
  const tooLong = new Promise<Outcome<AnswerOf<C>>>((resolve) => {
    host.clock.after(
      unknownAfterMs,
      () => {
        void record(id, { is: "unknown", at: host.clock.now(), message: undefined });
        resolve({ is: "unknown", message: undefined, body: "", attempt: id });
      },
      stop.signal,
    );
  });
  return Promise.race([sent, tooLong]);
}
