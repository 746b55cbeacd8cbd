import type { Lack } from "../../db/store/coverage.ts";
import { type DailyClose, type DigestedClose, sumMoves } from "../../db/money/daily-close.ts";
import { type DayTotals, stretchOf, type ZonedDay } from "../../db/transactions/day-totals.ts";
import { type Attempt, attemptsWithin, isUnsettled } from "../../db/money/journal.ts";
import { journalMoves, loggedMoves, type Read, slipMoves } from "./day-moves.ts";
import { strayPosts } from "./stray-posts.ts";
import { hostClockOffset, hostNow } from "../state/session-store.ts";
import type { Sync } from "../start-sync.ts";

/** Settling time after a day's end, in ms, by which its last rows are listed. */
const settledAfterMs = 60_000;

/** When a day becomes closable (host epoch ms). */
export const closableFrom = (of: ZonedDay): number => stretchOf(of).from + 1 + settledAfterMs;

/** Each row of a day must have been seen since this time (device epoch ms); earlier states may have changed. */
export const seenSinceOf = (of: ZonedDay): number => closableFrom(of) - hostClockOffset();

export type Taken =
  | { readonly is: "taken"; readonly close: DailyClose }
  /** The day isn't over. */
  | { readonly is: "running" }
  /** Rows may be missing; without gaps, some were last seen before the day's end. */
  | { readonly is: "not whole"; readonly gaps: readonly Lack[]; readonly asOf: number | undefined }
  /** The host's log or slips couldn't be read completely; `message` is the host's. */
  | { readonly is: "unread"; readonly source: "log" | "slips"; readonly message: string | undefined }
  | { readonly is: "cancelled" };

interface TakeOptions {
  /** The day's cached transactions. */
  readonly totals: (of: ZonedDay) => Promise<DayTotals>;
  readonly previous: DigestedClose | undefined;
  readonly signal: AbortSignal;
}

const iso = (at: number): string => new Date(at).toISOString();

/** Runs `read` if the host is in reach, after probing one that wasn't. */
async function asked<T>({ host }: Pick<Sync, "host">, read: () => Promise<Read<T>>): Promise<Read<T>> {
  if (host.reach.state.is === "unreachable") await host.reach.ask();
  return host.reach.state.is === "unreachable" ? { is: "failed", message: undefined } : read();
}

/**
 * Totals a day that is over and fully covered (CLOSE-2): cached transactions; fundings and deductions from the host's log, else
 * from this device's journal; two-admin moves and open slips from the host's slips; unknown outcomes from this device's journal
 * and the posts of attempts that it lacks.
 * Rejects with the database's error.
 */
export async function takeClose(
  sync: Pick<Sync, "db" | "host" | "session">,
  of: ZonedDay,
  { totals, previous, signal }: TakeOptions,
): Promise<Taken> {
  const { db, host, session } = sync;
  if (hostNow() < closableFrom(of)) return { is: "running" };
  const { lines, gaps, asOf } = await totals(of);
  if (gaps.length > 0 || asOf === undefined || asOf < seenSinceOf(of)) return { is: "not whole", gaps, asOf };
  const stretch = stretchOf(of);
  const [from, before] = [stretch.to, stretch.from + 1];
  const offset = hostClockOffset();
  const hasLog = host.config.auditLog !== undefined;
  const journal = hasLog ? undefined : await journalMoves(sync, { from: from - offset, before: before - offset });
  const direct = journal ? { is: "read" as const, value: journal.moves } : await asked(sync, () => loggedMoves(host, of, signal));
  if (signal.aborted) return { is: "cancelled" };
  if (direct.is === "failed") return { is: "unread", source: "log", message: direct.message };
  const hasSlips = host.config.approvals !== undefined;
  const slips = hasSlips ? await asked(sync, () => slipMoves(host, { from, before }, signal)) : undefined;
  if (signal.aborted) return { is: "cancelled" };
  if (slips?.is === "failed") return { is: "unread", source: "slips", message: slips.message };
  const unsettled = (await attemptsWithin(db, Number.NEGATIVE_INFINITY, before - offset)).filter(isUnsettled);
  // Of what a sign-out or a lost journal left, only a post says when it was sent.
  const left = (await strayPosts(db)).filter(({ at }) => at < before - offset);
  const posted = left.map(({ attempt, at, operation }) => ({ id: attempt, at, operation, by: "", target: "", details: {} }));
  // No sum can hold an unknown amount, so it is named.
  const unknown: Pick<Attempt, "id" | "at" | "operation" | "by" | "target" | "details">[] = [
    ...unsettled,
    ...posted,
    ...(journal?.unsummed ?? []),
  ];
  return {
    is: "taken",
    close: {
      v: 1,
      kind: "daily close",
      host: host.config.host || location.origin,
      day: of.day,
      timeZone: of.timeZone,
      from: iso(from),
      before: iso(before),
      madeAt: iso(hostNow()),
      by: session.admin.email ?? session.claims?.email ?? session.admin.name ?? session.identity,
      transactions: { asOf: iso(asOf + offset), lines: [...lines] },
      moves: { source: hasLog ? "host" : "device", lines: sumMoves([...direct.value, ...(slips?.value.executed ?? [])]) },
      openSlips: slips ? sumMoves(slips.value.open) : null,
      unknown: unknown.map(({ id, at, operation, by, target, details }) => ({
        id,
        at: iso(at + offset),
        operation,
        by,
        target,
        amount: details["amount"] ?? "",
        currency: details["currency"] ?? "",
      })),
      previous: previous ? { day: previous.close.day, timeZone: previous.close.timeZone, digest: previous.digest } : null,
    },
  };
}
