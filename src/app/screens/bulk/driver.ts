import { fundCurrencies } from "../../../contract/currencies.ts";
import type { BulkRow } from "../../../db/money/bulk-runs.ts";
import { BulkDriver, hindranceOf } from "../../../sync/money/bulk-run.ts";
import type { Outcome } from "../../../sync/wire/outcome.ts";
import { keepSlip } from "../../../sync/feeds/slips-feed.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import { tellEnd } from "../../state/long-actions.ts";
import { type FundOrder, fundIntent, slipIntent } from "../funding/fund-order.ts";

/** A row as an order of the funding screen. Throws on a currency that this version doesn't know: nothing is sent then. */
function orderOf({ attempt, operation, email, currency, amount, reason, note }: BulkRow): FundOrder {
  const known = fundCurrencies.find((one) => one === currency);
  if (known === undefined) throw new Error(`${currency} is no currency that can be funded`);
  return { id: attempt, openedAt: Date.now(), operation, email, currency: known, amount, reason, note };
}

/**
 * Sends a row as the funding screen does, but that doubles within a file were confirmed with it, and that what it changes is
 * fetched again for many rows at once.
 */
async function sendRow(sync: Sync, row: BulkRow): Promise<Outcome<unknown>> {
  const order = orderOf(row);
  if (row.needsSecondAdmin) {
    const { openedAt: _, ...intent } = slipIntent(sync, order);
    const outcome = await sync.gate.submit(intent);
    if (outcome.is === "done") void keepSlip(sync, outcome.value);
    return outcome;
  }
  const { openedAt: _, refresh: __, ...intent } = fundIntent(sync, order, undefined);
  return sync.gate.submit(intent);
}

const drivers = new WeakMap<Sync, BulkDriver>();

/** What drives bulk fundings in this tab: it goes on whatever screen is shown. */
export function driverOf(sync: Sync): BulkDriver {
  const known = drivers.get(sync);
  if (known) return known;
  const driver = new BulkDriver(sync.db, sync.gate, {
    send: (row) => sendRow(sync, row),
    hindrance: () => hindranceOf(sync.session.identity),
    over: sync.closed,
    settle: () => {
      if (sync.host.config.attempts !== undefined) void sync.dispatcher.demand("settle", 0);
    },
    refresh: () => {
      void sync.refreshHead();
      void sync.refreshAnalytics();
    },
  });
  drivers.set(sync, driver);
  return driver;
}

/** Has a run go on in this tab; an admin who has looked away is told when it has ended or waits (SET-1). */
export async function goOn(sync: Sync, run: string): Promise<void> {
  if (await driverOf(sync).drive(run)) tellEnd("bulkRun");
}
