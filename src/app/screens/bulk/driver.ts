import { fundCurrencies } from "../../../contract/currencies.ts";
import { isKnownSince, sentElsewhere } from "../../../db/money/bulk/facts.ts";
import { type BulkRow, readRun } from "../../../db/money/bulk-runs.ts";
import { BulkDriver, hindranceOf } from "../../../sync/money/bulk-run.ts";
import type { Outcome } from "../../../sync/wire/outcome.ts";
import { keepSlip } from "../../../sync/feeds/slips-feed.ts";
import { askWhatOthersSent } from "../../../sync/money/ask-bulk.ts";
import { Observable } from "../../../sync/state/observable.ts";
import { hostClockOffset } from "../../../sync/state/session-store.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import { tellEnd } from "../../state/long-actions.ts";
import { type FundOrder, fundIntent, slipIntent } from "../funding/fund-order.ts";

/** A row as an order of the funding screen. Throws on a currency unknown to this version: nothing is sent then. */
function orderOf({ attempt, operation, email, currency, amount, reason, note }: BulkRow, openedAt: number): FundOrder {
  const known = fundCurrencies.find((one) => one === currency);
  if (known === undefined) throw new Error(`${currency} is no currency that can be funded`);
  return { id: attempt, openedAt, operation, email, currency: known, amount, reason, note };
}

/** Sends a row like the funding screen does, except that refetching is batched for many rows. */
async function sendRow(sync: Sync, row: BulkRow, openedAt: number): Promise<Outcome<unknown>> {
  const order = orderOf(row, openedAt);
  if (row.needsSecondAdmin) {
    const outcome = await sync.gate.submit(slipIntent(sync, order));
    if (outcome.is === "done") void keepSlip(sync, outcome.value);
    return outcome;
  }
  const { refresh: _, ...intent } = fundIntent(sync, order, undefined);
  return sync.gate.submit(intent);
}

const drivers = new WeakMap<Sync, BulkDriver>();

/** The run that this tab drives. Where the cache is opened again, the former driver ends with its row. */
const driving = new Observable<string | undefined>(undefined);

/** The driver of bulk fundings in this tab; runs on any screen. */
export function driverOf(sync: Sync): BulkDriver {
  const known = drivers.get(sync);
  if (known) return known;
  const driver = new BulkDriver(sync.db, sync.gate, {
    send: (row, openedAt) => sendRow(sync, row, openedAt),
    hindrance: () => (sync.closed.aborted ? "over" : hindranceOf(sync.session.identity)),
    driving,
    over: sync.closed,
    settle: () => {
      if (sync.host.config.attempts !== undefined) void sync.dispatcher.demand("settle", 0);
    },
    refresh: () => {
      void sync.refreshHead();
      void sync.refreshAnalytics();
    },
    elsewhere: async (run) => {
      const isTold = await askWhatOthersSent(sync);
      const clockAhead = hostClockOffset();
      const isWhole = isTold && (await isKnownSince(sync.db, run.at + clockAhead));
      return { isTold: isWhole, subjects: await sentElsewhere(sync.db, run, clockAhead) };
    },
  });
  drivers.set(sync, driver);
  return driver;
}

/** Resumes a run in this tab; an admin who has looked away is notified when it ends or waits (SET-1). */
export async function goOn(sync: Sync, run: string): Promise<void> {
  if (!(await driverOf(sync).drive(run)) || (sync.closed.aborted && sync.lost.get() === "no")) return;
  const state = (await readRun(sync.db, run).catch(() => undefined))?.state.is;
  tellEnd("bulkRun", state !== "ended" && state !== "stopped");
}
