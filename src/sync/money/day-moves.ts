import * as v from "valibot";
import { nameOf } from "../../contract/call.ts";
import { listSlips, type Slip, type SlipFilter } from "../../contract/approvals.ts";
import { decimal } from "../../contract/decimal.ts";
import { hostDays, momentsOf } from "../../contract/zones.ts";
import type { ZonedDay } from "../../db/transactions/day-totals.ts";
import type { Move } from "../../db/money/daily-close.ts";
import { type Attempt, attemptsWithin, endOf } from "../../db/money/journal.ts";
import { exportAudit } from "../feeds/export-audit.ts";
import { failureOf } from "../wire/held-answer.ts";
import type { Host } from "../wire/host.ts";
import { slipsPath } from "../feeds/slips-feed.ts";
import type { Sync } from "../start-sync.ts";

/** Complete data, or the host's message about why not, if it sent one. */
export type Read<T> = { readonly is: "read"; readonly value: T } | { readonly is: "failed"; readonly message: string | undefined };

const asked = v.looseObject({ amount: v.pipe(decimal, v.regex(/^\d/)), currency: v.string(), reason: v.nullish(v.string()) });

const directly = ["fund", "deduct"] as const;

/** A day's fundings and deductions by a single admin, from the host's log. Never rejects. */
export async function loggedMoves(host: Host, { day, timeZone }: ZonedDay, signal: AbortSignal): Promise<Read<Move[]>> {
  const { from, before } = momentsOf({ dateFrom: day, dateTo: day }, timeZone);
  // Hosts count days in UTC.
  const days = hostDays({ dateFrom: day, dateTo: day }, timeZone);
  const moves: Move[] = [];
  let isOdd = false;
  for (const operation of directly) {
    const filter = { action: operation, outcome: "done", ...days } as const;
    const add: Parameters<typeof exportAudit>[2] = (entries) => {
      for (const entry of entries) {
        const at = Date.parse(entry.at);
        // Don't count twice if the host ignores the filter.
        if (entry.action !== operation || entry.outcome !== "done" || at < from || at >= before) continue;
        const said = v.safeParse(asked, entry.asked);
        if (!said.success) isOdd = true;
        else {
          const { amount, currency, reason } = said.output;
          moves.push({ operation, admin: entry.actor ?? "", checker: null, reason: reason ?? "", currency, amount });
        }
      }
    };
    const result = await exportAudit(host, filter, add, signal).catch(() => undefined);
    if (result?.is !== "done") return { is: "failed", message: result?.is === "failed" ? result.message : undefined };
  }
  return isOdd ? { is: "failed", message: undefined } : { is: "read", value: moves };
}

/**
 * The same from this device's journal, for hosts without a log. `unsummed`: done ones without a readable amount, such as those of
 * which a sign-out left only a post. `within`: device epoch ms. Rejects with the database's error.
 */
export async function journalMoves(
  { db }: Pick<Sync, "db">,
  within: { from: number; before: number },
): Promise<{ moves: Move[]; unsummed: Attempt[] }> {
  const moves: Move[] = [];
  const unsummed: Attempt[] = [];
  for (const attempt of await attemptsWithin(db, within.from, within.before)) {
    const { operation, by, details } = attempt;
    if (!directly.some((one) => one === operation) || endOf(attempt) !== "done") continue;
    const said = v.safeParse(asked, details);
    if (!said.success) unsummed.push(attempt);
    else {
      const { amount, currency, reason } = said.output;
      moves.push({ operation, admin: by, checker: null, reason: reason ?? "", currency, amount });
    }
  }
  return { moves, unsummed };
}

const pageSize = 200;
const readingsAtMost = 4;

/**
 * Every slip under a filter down to a page that is past what is wanted. The host pages by number over a changing list: it is read
 * anew when its total changes or a slip repeats. A host that says no total is read until a page is empty. Never rejects.
 */
async function allSlips(
  host: Host,
  filter: SlipFilter,
  isPast: (slips: readonly Slip[]) => boolean,
  signal: AbortSignal,
): Promise<Read<Slip[]>> {
  host.beginAnew(nameOf(listSlips));
  for (let reading = 0; reading < readingsAtMost; reading += 1) {
    const found = new Map<string, Slip>();
    let listed: number | undefined;
    for (let page = 1; ; page += 1) {
      const answer = await host.reads.read(listSlips, { path: slipsPath(host), query: { ...filter, page, limit: pageSize } }, signal);
      if (answer.is !== "answered") return failureOf(answer);
      const { slips, total } = answer.value;
      listed ??= total;
      if (total !== listed || slips.some(({ id }) => found.has(id))) break;
      for (const slip of slips) found.set(slip.id, slip);
      if (isPast(slips) || (total === undefined ? slips.length === 0 : found.size >= total))
        return { is: "read", value: [...found.values()] };
      if (slips.length === 0) break;
    }
  }
  return { is: "failed", message: undefined };
}

/** The embedded host's longest wait for a second admin, in ms: 30 days, plus one for clock skew. */
const waitsAtMostMs = 31 * 86_400_000;

const nameOfAdmin = ({ id, email, name }: Slip["maker"]): string => email ?? name ?? id;

const moveOf = ({ operation, maker, checker, reason, currency, amount }: Slip): Move => ({
  operation,
  admin: nameOfAdmin(maker),
  checker: checker ? nameOfAdmin(checker) : null,
  reason: reason ?? "",
  currency,
  amount,
});

/** Slips executed between two moments (host epoch ms), and those made before the end that are still open. Never rejects. */
export async function slipMoves(
  host: Host,
  { from, before }: { from: number; before: number },
  signal: AbortSignal,
): Promise<Read<{ executed: Move[]; open: Move[] }>> {
  // The wait may have been longer under earlier rules, and on other hosts: each slip says until when it stood.
  const isOver = ({ madeAt, expiresAt }: Slip): boolean => Math.max(Date.parse(madeAt) + waitsAtMostMs, Date.parse(expiresAt)) < from;
  const executed = await allSlips(host, { state: "executed" }, (slips) => slips.length > 0 && slips.every(isOver), signal);
  if (executed.is === "failed") return executed;
  const open = await allSlips(host, { state: "open" }, () => false, signal);
  if (open.is === "failed") return open;
  // Without the time of its decision a slip may be of this day.
  if (executed.value.some(({ state, madeAt, decidedAt }) => state === "executed" && !decidedAt && Date.parse(madeAt) < before))
    return { is: "failed", message: undefined };
  const isOfDay = ({ decidedAt }: Slip): boolean => {
    const at = Date.parse(decidedAt ?? "");
    return at >= from && at < before;
  };
  return {
    is: "read",
    value: {
      executed: executed.value.filter((slip) => slip.state === "executed" && isOfDay(slip)).map(moveOf),
      open: open.value.filter(({ state, madeAt }) => state === "open" && Date.parse(madeAt) < before).map(moveOf),
    },
  };
}
