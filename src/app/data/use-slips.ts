import { useLiveQuery } from "./use-live-query.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { listSlips, readSlip, type SlipFilter } from "../../contract/approvals.ts";
import { nameOf } from "../../contract/call.ts";
import type { User } from "../../contract/users.ts";
import {
  findKeptSlips,
  keptSlipsOf,
  type Me,
  type OpenSlips,
  readKeptSlip,
  readOpenSlips,
  readSlipSlice,
  readToDecide,
  slipPageSize,
  type SlipRow,
} from "../../db/money/slips.ts";
import type { ListLength } from "../../db/store/list-length.ts";
import { queryKey } from "../../db/store/query-key.ts";
import { readSlipCheck, type SlipCheck } from "../../db/money/slip-checks.ts";
import { checkSlip } from "../../sync/money/slip-check.ts";
import { meOf } from "../../sync/feeds/slips-feed.ts";
import { useSession } from "../state/auth.ts";
import { useSync } from "./sync-context.ts";
import { useKeyedQuery } from "./use-keyed-query.ts";
import { type Fetching, useFeed } from "./use-feed.ts";
import { useReach } from "./use-reach.ts";
import { useSame } from "./use-same.ts";

export type { SlipRow };

export const slipsCall = nameOf(listSlips);

/** All open slips, by any maker: those the admin may decide are among them. */
export const openSlips: SlipFilter = { state: "open" };

/** The identity by which slips count as the signed-in admin's own. */
export function useMe(): Me {
  const { session } = useSync();
  const current = useSession() ?? session;
  return useSame(meOf(current));
}

/** Source of the slips: the host's whole list as of a time, `kept` of them cached, or only what is cached. */
export type SlipBasis =
  | { readonly is: "host"; readonly asOf: number; readonly kept: number }
  | { readonly is: "kept"; readonly of: number; readonly asOf: number | undefined };

/** The list under a filter. `rowAt`: the slip at an index, newest first; undefined until cached. */
export interface SlipReading extends ListLength {
  readonly key: string;
  readonly basis: SlipBasis;
  readonly rowAt: (place: number) => SlipRow | undefined;
}

/** A visible page fetched within this time isn't refetched, in ms. */
const freshForMs = 30_000;

/**
 * The slips under a filter from the cache: as last fetched or, if the host is unreachable and not all of them are here,
 * the cached slips that match the filter. Fetches the pages of rows `first` to `last` meanwhile. `withoutOwn`: excludes
 * the admin's own.
 */
export function useSlips(
  filter: SlipFilter | undefined,
  { withoutOwn, first, last }: { withoutOwn: boolean; first: number; last: number },
): { reading: SlipReading | undefined; fetching: Fetching; refresh: () => Promise<void>; isOut: boolean } {
  const { db, dispatcher } = useSync();
  const isOut = useReach().is === "unreachable";
  const me = useMe();
  const asked = useSame(filter ?? {});
  const key = `${queryKey(asked)} ${withoutOwn ? me.id : ""}`;
  const from = Math.floor(first / slipPageSize) * slipPageSize;
  const to = (Math.floor(last / slipPageSize) + 1) * slipPageSize - 1;
  const slice = useLiveQuery(
    async () => ({ key, told: await readSlipSlice(db, asked, { first: from, last: to, withoutOwn }) }),
    [db, key, from, to],
  );
  const told = slice?.key === key ? slice.told : undefined;
  const isWhole = told !== undefined && told.kept >= told.total;
  const isKept = slice?.key === key && (told === undefined || (isOut && !isWhole));
  const kept = useLiveQuery(
    async () => (isKept ? { key, ...(await findKeptSlips(db, asked, withoutOwn ? me : undefined)) } : undefined),
    [db, key, isKept],
  );
  const { fetching, refresh } = useFeed("slips", filter && { filter: asked, page: 1 }, slipsCall);

  const headAsOf = told?.headAsOf;
  const wanted = JSON.stringify(told?.pages.filter(({ page }) => page > 1) ?? []);
  useEffect(() => {
    if (isOut || headAsOf === undefined) return;
    // Results arrive through the cache; what doesn't is requested again when the rows are next in view.
    for (const { page, isKept: isHere } of JSON.parse(wanted) as { page: number; isKept: boolean }[])
      void dispatcher.demand("slips", { filter: asked, page }, isHere ? freshForMs : 0);
  }, [dispatcher, isOut, wanted, asked, headAsOf]);

  const reading = useMemo((): SlipReading | undefined => {
    if (told && !isKept)
      return {
        key,
        total: told.total,
        by: told.by,
        basis: { is: "host", asOf: told.asOf, kept: told.kept },
        rowAt: (place) => told.rows[place - told.first],
      };
    if (kept?.key !== key) return undefined;
    const { rows, of, asOf } = kept;
    return { key, total: rows.length, basis: { is: "kept", of, asOf }, rowAt: (place) => rows[place] };
  }, [told, kept, key, isKept]);
  return { reading, fetching, refresh, isOut };
}

/** Open slips the admin may decide, as the host last said; undefined if it never did. */
export function useToDecide(): number | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readToDecide(db), [db])?.count;
}

/** The cached open slips; undefined while loading. */
export function useOpenSlips(): OpenSlips | undefined {
  const { db } = useSync();
  const me = useMe();
  return useLiveQuery(() => readOpenSlips(db, me), [db, me]);
}

/** Refresh interval of a visible open slip, in ms: its maker, or another checker, is waiting elsewhere. */
const openEveryMs = 10_000;

/** One slip by id, from the cache first; kept fresh while mounted. `fetching.is === "odd"`: the host has none. */
export function useSlip(id: string): { slip: SlipRow | undefined; isRead: boolean; fetching: Fetching; refresh: () => Promise<void> } {
  const { db, dispatcher, host } = useSync();
  const found = useKeyedQuery(async () => ({ slip: await readKeptSlip(db, id) }), [db, id]);
  const slip = found?.slip;
  const { fetching, refresh } = useFeed("slip", id, nameOf(readSlip));
  const isOpen = slip?.state === "open";
  const isOut = useReach().is === "unreachable";
  useEffect(() => {
    if (!isOpen || isOut) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && !host.live.tells("slip", host.clock))
        void dispatcher.demand("slip", id, openEveryMs - 1000);
    }, openEveryMs);
    return () => clearInterval(timer);
  }, [dispatcher, host, id, isOpen, isOut]);
  return { slip, isRead: found !== undefined, fetching, refresh };
}

/** Cached slips about a user, newest first; undefined while loading. */
export function useSlipsOf(email: string): readonly SlipRow[] | undefined {
  const { db } = useSync();
  return useKeyedQuery(() => keptSlipsOf(db, email), [db, email]);
}

/**
 * The host's evidence that a slip may be a mistake. Requested once the host is reachable and the user has been looked
 * up (`isReady`), and again when the slip is decided, the user renamed, or the balance was refetched (`balanceAsOf`, device epoch ms).
 * Until then, and while the host is unreachable, the last known answer, each with its age. Undefined while pending, or
 * if there never was an answer.
 */
export function useSlipCheck(
  slip: SlipRow,
  { user, balanceAsOf, isReady }: { user: Pick<User, "id" | "username"> | undefined; balanceAsOf: number | undefined; isReady: boolean },
): SlipCheck | undefined {
  const sync = useSync();
  const isOut = useReach().is === "unreachable";
  const [known, setKnown] = useState<{ id: string; asked: string; check: SlipCheck }>();
  const { id, state } = slip;
  const kept = useKeyedQuery(() => readSlipCheck(sync.db, id), [sync, id]);
  const asked = `${id} ${state} ${user?.id ?? ""} ${user?.username ?? ""} ${balanceAsOf ?? ""}`;
  // The slip's other fields change every few seconds and need no new request.
  const latest = useRef(slip);
  useEffect(() => {
    latest.current = slip;
  });
  useEffect(() => {
    if (isOut || !isReady) return;
    const stop = new AbortController();
    void checkSlip(sync, latest.current, stop.signal).then((check) => {
      if (!stop.signal.aborted) setKnown({ id, asked, check });
    });
    return () => stop.abort();
  }, [sync, id, asked, isOut, isReady]);
  return known?.id === id && !isOut ? known.check : kept;
}
