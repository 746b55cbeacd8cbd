import { useLiveQuery } from "./use-live-query.ts";
import { useEffect, useMemo } from "react";
import type { AuditEntry, AuditFilter } from "../../contract/audit.ts";
import { auditChain, auditCounts, auditLogs } from "../../contract/audit.ts";
import { nameOf } from "../../contract/call.ts";
import {
  auditPageSize,
  findKeptEntries,
  type KeptCounters,
  readAuditCounters,
  readAuditEntry,
  readAuditSlice,
} from "../../db/audit/audit.ts";
import type { ListLength } from "../../db/store/list-length.ts";
import { queryKey } from "../../db/store/query-key.ts";
import type { Attempt } from "../../db/money/journal.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";
import { type Fetching, useFeed } from "./use-feed.ts";
import { useReach } from "./use-reach.ts";
import { useSame } from "./use-same.ts";

export type { Attempt, AuditEntry, AuditFilter };

export const auditCall = nameOf(auditLogs);

/** Source of the entries: the host's whole log as of a time, or what is cached. */
export type LogBasis =
  | { readonly is: "host"; readonly asOf: number }
  | { readonly is: "kept"; readonly of: number; readonly asOf: number | undefined };

/** The log under a filter. `rowAt`: the entry at an index, newest first; undefined until cached. */
export interface AuditReading extends ListLength {
  readonly key: string;
  readonly basis: LogBasis;
  readonly rowAt: (place: number) => AuditEntry | undefined;
}

const pageOf = (place: number): number => Math.floor(place / auditPageSize) + 1;

/**
 * The host's log from the cache: as last fetched or, if the host is unreachable or was never asked, the cached entries
 * that match the filter. Fetches the pages of rows `first` to `last` meanwhile.
 */
export function useAuditLog(
  filter: AuditFilter,
  first: number,
  last: number,
): { reading: AuditReading | undefined; fetching: Fetching; refresh: () => Promise<void>; isOut: boolean } {
  const { db, dispatcher } = useSync();
  const isOut = useReach().is === "unreachable";
  const key = queryKey(filter);
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
  const { upTo, asOf } = told ?? {};
  useEffect(() => {
    if (isOut || asOf === undefined || missing === "") return;
    // Results arrive through the cache; what doesn't is requested again with each new first page, as after "Try again".
    for (const page of missing.split(" ").map(Number)) if (page > 1) void dispatcher.demand("audit", { filter: asked, page, upTo });
  }, [dispatcher, isOut, missing, asked, upTo, asOf]);

  const reading = useMemo((): AuditReading | undefined => {
    if (told && !isOut)
      return {
        key,
        total: told.total,
        by: told.by,
        basis: { is: "host", asOf: told.asOf },
        rowAt: (place) => told.rows[place - told.first],
      };
    if (kept?.key !== key) return undefined;
    const { rows, of, asOf } = kept;
    return { key, total: rows.length, basis: { is: "kept", of, asOf }, rowAt: (place) => rows[place] };
  }, [told, kept, key, isOut]);
  return { reading, fetching, refresh, isOut };
}

/** Event counts for a period, cached and refetched while mounted; null: never fetched. */
export function useAuditCounters(period: Pick<AuditFilter, "dateFrom" | "dateTo" | "timeZone">): {
  kept: KeptCounters | null | undefined;
  fetching: Fetching;
} {
  const { db } = useSync();
  const key = queryKey(period);
  const kept = useLiveQuery(async () => (await readAuditCounters(db, key)) ?? null, [db, key]);
  return { kept, fetching: useFeed("auditCounters", period, nameOf(auditCounts)).fetching };
}

/** One entry by number; fetched if not cached. */
export function useAuditEntry(seq: number | undefined): { entry: AuditEntry | undefined; isRead: boolean; fetching: Fetching } {
  const { db } = useSync();
  const found = useKeyedQuery(async () => ({ entry: seq === undefined ? undefined : await readAuditEntry(db, seq) }), [db, seq]);
  const isMissing = found !== undefined && found.entry === undefined;
  const { fetching } = useFeed("auditEntry", isMissing ? seq : undefined, nameOf(auditChain));
  return { entry: found?.entry, isRead: found !== undefined, fetching };
}

/** Whether config.json announces a host log. */
export const useHasLog = (): boolean => useSync().host.config.auditLog !== undefined;
