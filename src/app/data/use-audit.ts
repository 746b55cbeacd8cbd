import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useMemo } from "react";
import type { AuditEntry, AuditFilter } from "../../contract/audit.ts";
import { auditCounts, auditLogs } from "../../contract/audit.ts";
import { nameOf } from "../../contract/call.ts";
import {
  auditKey,
  auditPageSize,
  findKeptEntries,
  type KeptCounters,
  readAuditCounters,
  readAuditEntry,
  readAuditSlice,
} from "../../db/audit/audit.ts";
import { type Attempt, latestAttempts } from "../../db/money/journal.ts";
import { useSync } from "./sync-context.ts";
import { type Fetching, useFeed } from "./use-feed.ts";
import { useReach } from "./use-reach.ts";
import { useSame } from "./use-same.ts";

export type { Attempt, AuditEntry, AuditFilter };

export const auditCall = nameOf(auditLogs);

/** Which entries these are: all that the host has, as of a time, or what is kept on the device. */
export type LogBasis =
  | { readonly is: "host"; readonly asOf: number }
  | { readonly is: "kept"; readonly of: number; readonly asOf: number | undefined };

/** The log under a filter. `rowAt`: the entry at a place, newest first; undefined while it isn't kept. */
export interface AuditReading {
  readonly key: string;
  readonly total: number;
  readonly basis: LogBasis;
  readonly rowAt: (place: number) => AuditEntry | undefined;
}

const pageOf = (place: number): number => Math.floor(place / auditPageSize) + 1;

/**
 * The host's log from the cache: as the host last told it, or, where it is out of reach or never told, what the
 * filter finds among the kept entries. The pages of the places `first` to `last` are fetched meanwhile.
 */
export function useAuditLog(
  filter: AuditFilter,
  first: number,
  last: number,
): { reading: AuditReading | undefined; fetching: Fetching; refresh: () => Promise<void>; isOut: boolean } {
  const { db, dispatcher } = useSync();
  const isOut = useReach().is === "unreachable";
  const key = auditKey(filter);
  const [from, to] = [pageOf(first), pageOf(last)];
  const slice = useLiveQuery(async () => ({ key, told: await readAuditSlice(db, filter, from, to) }), [db, key, from, to]);
  const isKept = isOut || (slice?.key === key && slice.told === undefined);
  const kept = useLiveQuery(async () => (isKept ? { key, ...(await findKeptEntries(db, filter)) } : undefined), [db, key, isKept]);
  const asked = useSame(filter);
  const { fetching, refresh } = useFeed("audit", { filter: asked, page: 1 }, auditCall);

  const told = slice?.key === key ? slice.told : undefined;
  const missing = [...new Set((told?.rows ?? []).flatMap((row, at) => (row === undefined && told ? [pageOf(told.first + at)] : [])))].join(
    " ",
  );
  const upTo = told?.upTo;
  useEffect(() => {
    if (isOut || missing === "") return;
    // What comes is read from the cache; what doesn't is asked for again when the place is looked at again.
    for (const page of missing.split(" ").map(Number)) if (page > 1) void dispatcher.demand("audit", { filter: asked, page, upTo });
  }, [dispatcher, isOut, missing, asked, upTo]);

  const reading = useMemo((): AuditReading | undefined => {
    if (told && !isOut)
      return { key, total: told.total, basis: { is: "host", asOf: told.asOf }, rowAt: (place) => told.rows[place - told.first] };
    if (kept?.key !== key) return undefined;
    const { rows, of, asOf } = kept;
    return { key, total: rows.length, basis: { is: "kept", of, asOf }, rowAt: (place) => rows[place] };
  }, [told, kept, key, isOut]);
  return { reading, fetching, refresh, isOut };
}

/** What happened in a period, kept and fetched again while it stands; null: never fetched. */
export function useAuditCounters(period: Pick<AuditFilter, "dateFrom" | "dateTo" | "timeZone">): {
  kept: KeptCounters | null | undefined;
  fetching: Fetching;
} {
  const { db } = useSync();
  const key = auditKey(period);
  const kept = useLiveQuery(async () => (await readAuditCounters(db, key)) ?? null, [db, key]);
  return { kept, fetching: useFeed("auditCounters", period, nameOf(auditCounts)).fetching };
}

/** One entry by its number; it is fetched where it isn't kept. */
export function useAuditEntry(seq: number | undefined): { entry: AuditEntry | undefined; isRead: boolean; fetching: Fetching } {
  const { db } = useSync();
  const found = useLiveQuery(async () => ({ seq, entry: seq === undefined ? undefined : await readAuditEntry(db, seq) }), [db, seq]);
  const isMissing = seq !== undefined && found?.seq === seq && found.entry === undefined;
  const { fetching } = useFeed("auditEntry", isMissing ? seq : undefined, auditCall);
  return { entry: found?.seq === seq ? found?.entry : undefined, isRead: found?.seq === seq && found !== undefined, fetching };
}

const attemptsAtMost = 5000;

/** This device's journal, latest first; undefined while it is read. */
export function useJournal(): readonly Attempt[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => latestAttempts(db, attemptsAtMost), [db]);
}

/** Whether config.json announces a log of the host. */
export const useHasLog = (): boolean => useSync().host.config.auditLog !== undefined;
