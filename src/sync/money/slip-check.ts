import { listSlips, type Slip } from "../../contract/approvals.ts";
import type { Transaction, TransactionFilter } from "../../contract/transactions.ts";
import { keepSlipCheck, type MakersSlips, type SlipCheck } from "../../db/money/slip-checks.ts";
import { messageIn } from "../wire/message-in.ts";
import { slipsPath } from "../feeds/slips-feed.ts";
import type { Sync } from "../start-sync.ts";
import { askTransactions, askUser } from "../feeds/user-check.ts";

const dayMs = 24 * 3_600_000;

/** Window before a slip in which the same amount suggests a mistake, in ms (APPR-5). */
export const sameWithinMs = 7 * dayMs;

const latestAtMost = 20;

async function askMaker({ host }: Sync, { id, maker }: Slip, signal: AbortSignal): Promise<MakersSlips> {
  const ask = (page: number) => host.reads.read(listSlips, { path: slipsPath(host), query: { maker: maker.id, page, limit: 1 } }, signal);
  const newest = await ask(1);
  if (newest.is !== "answered") return { is: "failed", message: messageIn(newest) };
  const { total, slips } = newest.value;
  // Of one slip nothing follows about how many there are.
  if (total === undefined) return { is: "failed", message: undefined };
  const known = { is: "known" as const, total, asOf: newest.sentAt };
  if (total <= 1) return { ...known, isFirst: slips[0]?.id === id };
  const oldest = await ask(total);
  // The list grew meanwhile: that page isn't the oldest slip.
  if (oldest.is !== "answered" || oldest.value.total !== total) return { is: "failed", message: messageIn(oldest) };
  return { ...known, isFirst: oldest.value.slips[0]?.id === id };
}

/** Whether a transaction moves the slip's amount in the same direction and isn't the slip's own. */
const isSame = ({ operation, reference }: Slip, row: Transaction, from: number): boolean =>
  Date.parse(row.createdAt) >= from &&
  (reference === undefined || row.reference !== reference) &&
  (row.amount ?? "").startsWith("-") === (operation === "deduct");

/** Asks the host for signs that a slip is a mistake, and keeps the result. Never rejects. */
export async function checkSlip(sync: Sync, slip: Slip, signal: AbortSignal): Promise<SlipCheck> {
  const { email, currency, amount } = slip;
  const from = Date.parse(slip.madeAt) - sameWithinMs;
  // One day earlier, since the host's days differ.
  const dayBefore = (at: number): string => new Date(at - dayMs).toISOString().slice(0, 10);
  const user = askUser(sync, email, signal);
  const own = async (filter: TransactionFilter, enough?: number) => askTransactions(sync, await user, filter, signal, enough);
  const [same, latest, since, maker] = await Promise.all([
    own({ currency, minAmount: amount, maxAmount: amount, dateFrom: dayBefore(from) }),
    own({ currency }, latestAtMost),
    own({ dateFrom: dayBefore(Date.parse(slip.madeAt)) }, latestAtMost),
    askMaker(sync, slip, signal),
  ]);
  const found = same.is === "known" ? { ...same, rows: same.rows.filter((row) => isSame(slip, row, from)) } : same;
  const check = { same: found, latest, since, maker };
  if (!signal.aborted)
    await keepSlipCheck(sync.db, slip.id, check).catch(() => {
      // The result is shown anyway.
    });
  return check;
}
