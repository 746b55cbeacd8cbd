import Big from "big.js";
import { useLiveQuery } from "../../data/use-live-query.ts";
import { limitOf, movedSince, movedWithinMs } from "../../../db/money/moved.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useSync } from "../../data/sync-context.ts";
import type { FundOrder } from "./fund-order.ts";

/** Whether an order needs a second admin, as far as this device can tell (APPR-3); the host decides. */
export type SecondAdmin =
  | { readonly is: "not needed" }
  /** The rules, or the sums they depend on, are loading. */
  | { readonly is: "reading" }
  /** The rules could not be read: nothing is concluded from that. */
  | { readonly is: "unread" }
  /** The amount alone is above what one admin may move. `asOf`: when the rules were requested (device epoch ms). */
  | { readonly is: "needed"; readonly why: "amount"; readonly above: string; readonly asOf: number }
  /** The sum with this admin's earlier orders is: `moved` before, `sum` including this one. */
  | {
      readonly is: "needed";
      readonly why: "sum";
      readonly above: string;
      readonly moved: string;
      readonly sum: string;
      readonly asOf: number;
    }
  /** The host refused it without a second admin, and said why; or it was meant for one before. */
  | { readonly is: "needed"; readonly why: "host"; readonly said: string | undefined };

/** What a policy says of an order, given the amount `moved` in the last 24 hours (decimal text). */
export function secondAdminBy(
  { policy, asOf }: Extract<KnownPolicy, { is: "known" }>,
  order: Pick<FundOrder, "operation" | "currency" | "amount">,
  moved: string,
): SecondAdmin {
  const above = limitOf(policy, order);
  const sum = new Big(moved).plus(order.amount);
  if (above === undefined || sum.lte(above)) return { is: "not needed" };
  if (new Big(order.amount).gt(above)) return { is: "needed", why: "amount", above, asOf };
  return { is: "needed", why: "sum", above, moved, sum: sum.toFixed(), asOf };
}

/** Whether the order about to be confirmed needs a second admin. */
export function useSecondAdmin(order: FundOrder, known: KnownPolicy): SecondAdmin {
  const { db } = useSync();
  const { operation, email, currency, openedAt, forSecond } = order;
  const moved = useLiveQuery(
    () => movedSince(db, { operation, email, currency }, openedAt - movedWithinMs),
    [db, operation, email, currency, openedAt],
  );
  if (known.is === "not offered") return { is: "not needed" };
  if (forSecond) return { is: "needed", why: "host", said: forSecond.said };
  if (known.is !== "known") return known;
  return moved === undefined ? { is: "reading" } : secondAdminBy(known, order, moved);
}
