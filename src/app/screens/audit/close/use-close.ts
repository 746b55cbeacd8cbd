import { startTransition, useState } from "react";
import {
  type Changes,
  closeBefore,
  closeText,
  compareCloses,
  type DigestedClose,
  keepClose,
  readCloses,
} from "../../../../db/money/daily-close.ts";
import { type DayTotals, stretchOf, totalsOfDay, type ZonedDay } from "../../../../db/transactions/day-totals.ts";
import { sha256Hex } from "../../../../contract/sha256.ts";
import { type Taken, takeClose } from "../../../../sync/money/take-close.ts";
import type { Sync } from "../../../../sync/start-sync.ts";
import { freshenDays } from "../../../../sync/transactions/fill-days.ts";
import { hostClockOffset } from "../../../../sync/state/session-store.ts";
import { useSync } from "../../../data/sync-context.ts";
import { useLatestRun } from "../../../data/use-latest-run.ts";
import { callWorker } from "../../../data/worker-verbs.ts";
import { startTotalsWorker } from "./start-worker.ts";
import type { TotalsVerbs } from "./totals.worker.ts";

/** Changes to a day since it was closed. */
export type Since =
  /** There was no previous close. */
  | { readonly is: "first" }
  /** `asOf`: when the oldest part of that day was seen again (host epoch ms). */
  | { readonly is: "known"; readonly previous: DigestedClose; readonly asOf: number; readonly changes: Changes }
  /** The previous close's day can't be read again or summed up now. */
  | { readonly is: "not known"; readonly previous: DigestedClose };

export type Closing =
  | { readonly is: "idle" }
  | { readonly is: "working" }
  | { readonly is: "refused"; readonly why: Exclude<Taken, { is: "taken" } | { is: "cancelled" }> }
  /** The cache can't be read. */
  | { readonly is: "broken" }
  | { readonly is: "closed"; readonly closed: DigestedClose; readonly since: Since; readonly isKept: boolean };

/** A day's totals, computed in a worker if it can open the cache. Rejects if the cache can't be read, and once `signal` aborts. */
async function askTotals({ db, keeping }: Pick<Sync, "db" | "keeping">, of: ZonedDay, signal: AbortSignal): Promise<DayTotals> {
  signal.throwIfAborted();
  const clockAhead = hostClockOffset();
  if (keeping !== "on" || startTotalsWorker === undefined) return totalsOfDay(db, of, clockAhead);
  const { call, close } = callWorker<TotalsVerbs>(startTotalsWorker, db.name);
  // After a sign-out, its next query would make the deleted cache again, empty.
  signal.addEventListener("abort", close, { once: true });
  return call("totals", of, clockAhead).finally(close);
}

/** Closes days, one at a time; the result is dropped when another day is chosen. */
export function useClose(of: ZonedDay): {
  closing: Closing;
  /** `chosen`: the close to compare with; default: the one before in this session's cache. */
  begin: (chosen: DigestedClose | undefined) => Promise<void>;
  reset: () => void;
} {
  const sync = useSync();
  const key = `${of.day} ${of.timeZone}`;
  const [state, setState] = useState<{ key: string; closing: Closing }>({ key, closing: { is: "idle" } });
  const run = useLatestRun();

  const work = async (chosen: DigestedClose | undefined, signal: AbortSignal): Promise<Closing> => {
    const closes = await readCloses(sync.db);
    const previous = chosen ?? closeBefore(closes, of);
    const isOwn = closes.some(({ digest }) => digest === previous?.digest);
    const totals = (asked: ZonedDay) => askTotals(sync, asked, signal);
    const begunAt = Date.now();
    const taken = await takeClose(sync, of, { totals, previous, signal });
    if (taken.is === "cancelled") return { is: "idle" };
    if (taken.is !== "taken") return { is: "refused", why: taken };
    let { close } = taken;
    const sinceThen = async (): Promise<Since> => {
      if (!previous) return { is: "first" };
      const { day, timeZone } = previous.close;
      // Rows last seen before that close, or long ago, can't tell what has changed since.
      const isSeen = await freshenDays(sync, stretchOf({ day, timeZone }), begunAt, () => {}, signal).catch(() => false);
      const now = isSeen ? await takeClose(sync, { day, timeZone }, { totals, previous, signal }).catch(() => undefined) : undefined;
      if (now?.is !== "taken") return { is: "not known", previous };
      // The sheet has the figures that were compared.
      if (day === of.day && timeZone === of.timeZone) ({ close } = now);
      return {
        is: "known",
        previous,
        asOf: Date.parse(now.close.transactions.asOf),
        changes: compareCloses(previous.close, now.close, isOwn),
      };
    };
    const since = await sinceThen();
    if (signal.aborted) return { is: "idle" };
    try {
      return { is: "closed", closed: await keepClose(sync.db, close), since, isKept: sync.keeping === "on" };
    } catch {
      return { is: "closed", closed: { close, digest: sha256Hex(closeText(close)) }, since, isKept: false };
    }
  };

  return {
    closing: state.key === key ? state.closing : { is: "idle" },
    begin: async (chosen) => {
      const signal = run.begin();
      setState({ key, closing: { is: "working" } });
      const closing = await work(chosen, signal).catch((): Closing => ({ is: "broken" }));
      // Rendering many lines at once would block the page.
      if (!signal.aborted) startTransition(() => setState({ key, closing }));
    },
    reset: () => {
      run.stop();
      setState({ key, closing: { is: "idle" } });
    },
  };
}
