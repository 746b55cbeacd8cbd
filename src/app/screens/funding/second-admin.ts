import Big from "big.js";
import { useLiveQuery } from "dexie-react-hooks";
import { limitOf, movedSince, movedWithinMs } from "../../../db/money/moved.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useSync } from "../../data/sync-context.ts";
import type { FundOrder } from "./fund-order.ts";

/** Whether an order needs a second admin, as far as this device can tell (APPR-3); the host has the last word. */
export type SecondAdmin =
  | { readonly is: "not needed" }
  /** The rules, or what counts together with it, are being read. */
  | { readonly is: "reading" }
  /** The rules could not be read: nothing is concluded from that. */
  | { readonly is: "unread" }
  /** The amount by itself is above what one admin may move. `asOf`: when the rules were asked for (device epoch ms). */
  | { readonly is: "needed"; readonly why: "amount"; readonly above: string; readonly asOf: number }
  /** It is, together with what this admin moved before: `moved` before, `sum` with it. */
  | {
      readonly is: "needed";
      readonly why: "sum";
      readonly above: string;
      readonly moved: string;
      readonly sum: string;
      readonly asOf: number;
    }
  /** The host refused it without, and said why; or it was to go to a second admin before. */
  | { readonly is: "needed"; readonly why: "host"; readonly said: string | undefined };

/** What a policy says of an order, with what was `moved` already in the last 24 hours (decimal text). */
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

/** Whether a second admin is needed for what is about to be confirmed. */
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
