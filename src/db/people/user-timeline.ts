import type { AuditEntry } from "../../contract/audit.ts";
import { emailKey } from "../../contract/emails.ts";
import { type Coverage, lacking } from "../store/coverage.ts";
import { type Database, readState, type TransactionRow, type UserRow } from "../store/database.ts";
import { type GenerationJob, readGeneration } from "../money/generation.ts";
import type { Attempt } from "../money/journal.ts";
import type { Search } from "../search/search.ts";
import type { Person } from "./person.ts";
import { attemptsFor, latestTransactionsOf } from "./users-activity.ts";

export const timelineKinds = ["transaction", "device", "log", "generation", "kyc"] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** A line of a user's timeline, newest first by `at` (epoch ms): an event, or a stretch with unknown events, or the end of a kind. */
export type TimelineEvent = { readonly key: string; readonly at: number } & (
  | { readonly is: "transaction"; readonly row: TransactionRow }
  | { readonly is: "device"; readonly attempt: Attempt }
  | { readonly is: "log"; readonly entry: AuditEntry }
  | { readonly is: "generation"; readonly job: GenerationJob }
  | { readonly is: "kyc"; readonly user: UserRow }
  /** Transactions between `to` and `at` may be missing; undefined ends are open. */
  | { readonly is: "gap"; readonly from: number | undefined; readonly to: number | undefined; readonly putAway: boolean }
  /** Below it no more of `kind` were read. */
  | { readonly is: "cut"; readonly kind: TimelineKind }
);

export interface Timeline {
  readonly events: readonly TimelineEvent[];
  /** When the head of the transactions was last fetched (device epoch ms); undefined: never. */
  readonly asOf: number | undefined;
}

export interface TimelineOf extends Person {
  readonly phone?: string | undefined;
  /** The admin's permissions. */
  readonly mayView: boolean;
  readonly mayAudit: boolean;
}

/** Most entries read of each kind. */
export const timelineAtMost = 200;

/** Stretches with possibly missing transactions, as timeline lines. */
export function gapLines(coverage: Coverage): TimelineEvent[] {
  return lacking(coverage).map(({ from, to, putAway = false }) => ({
    is: "gap",
    key: `gap ${from}`,
    at: Number.isFinite(from) ? from : Number.MAX_SAFE_INTEGER,
    from: Number.isFinite(from) ? from : undefined,
    to: Number.isFinite(to) ? to : undefined,
    putAway,
  }));
}

/** The part of a timeline that each write of transactions changes. */
export interface TimelineRows {
  readonly rows: readonly TransactionRow[];
  readonly coverage: Coverage;
}

/** Rejects if the cache can't be read. */
export async function timelineRows(db: Database, search: Search, { mayView, ...person }: TimelineOf): Promise<TimelineRows> {
  // Not after the rows: it would cover what has come since.
  const coverage = (await readState(db, "coverage")) ?? [];
  return { rows: mayView ? await latestTransactionsOf(db, search, person, timelineAtMost) : [], coverage };
}

/** The rest of a timeline: the journal and the log are read through for it. Rejects if the cache can't be read. */
export async function timelineOthers(db: Database, { id, email, phone, mayAudit }: TimelineOf) {
  const wanted = email === undefined ? undefined : emailKey(email);
  const [attempts, entries, job, user] = await Promise.all([
    attemptsFor(db, email ?? "", phone, timelineAtMost),
    wanted === undefined || !mayAudit
      ? []
      : db.audit
          .orderBy("seq")
          .reverse()
          .filter(({ target }) => emailKey(target ?? "") === wanted)
          .limit(timelineAtMost)
          .toArray(),
    phone ? readGeneration(db, phone) : undefined,
    id ? db.users.get(id) : undefined,
  ]);
  const named = job?.latest.user?.email;
  return { attempts, entries, job: named === undefined || emailKey(named) === wanted ? job : undefined, user };
}

/** A line below the oldest of a kind of which more may be cached than were read. */
function cutLines(events: readonly TimelineEvent[], kind: TimelineKind): TimelineEvent[] {
  const own = events.filter(({ is }) => is === kind);
  return own.length < timelineAtMost ? [] : [{ is: "cut", key: `cut ${kind}`, at: Math.min(...own.map(({ at }) => at)), kind }];
}

/** Everything the cache knows of a user in chronological order, with gaps and where it was cut. */
export function timelineFrom(
  { rows, coverage }: TimelineRows,
  { attempts, entries, job, user }: Awaited<ReturnType<typeof timelineOthers>>,
  mayView: boolean,
): Timeline {
  const events: TimelineEvent[] = [
    ...rows.map((row): TimelineEvent => ({ is: "transaction", key: row.id, at: row.at, row })),
    ...attempts.map((attempt): TimelineEvent => ({ is: "device", key: attempt.id, at: attempt.at, attempt })),
    ...entries.map((entry): TimelineEvent => ({ is: "log", key: `log ${entry.seq}`, at: Date.parse(entry.at), entry })),
    ...(job ? [{ is: "generation", key: `generation ${job.startedAt}`, at: job.startedAt, job } as const] : []),
    ...(user ? [{ is: "kyc", key: "kyc", at: user.seenAt, user } as const] : []),
    ...(mayView ? gapLines(coverage) : []),
  ];
  const cuts = timelineKinds.flatMap((kind) => cutLines(events, kind));
  return { events: [...events, ...cuts].sort((a, b) => b.at - a.at), asOf: coverage[0]?.headAsOf };
}
