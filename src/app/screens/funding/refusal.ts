import * as v from "valibot";
import { slipConflict } from "../../../contract/approvals.ts";
import { jsonOf } from "../../../contract/json.ts";
import { fieldOf } from "../../../contract/refused-field.ts";
import type { Outcome } from "../../../sync/wire/outcome.ts";
import type { FundOrder } from "./fund-order.ts";

/** How an order was sent: for immediate execution, or to a second admin. */
export type Way = "direct" | "slip";

/** An order the host has refused, and what can be done about it. */
export interface Refusal {
  readonly order: FundOrder;
  readonly way: Way;
  readonly message: string;
  readonly next:
    | { readonly is: "nothing" }
    /** Above what one admin may move: it can be sent for approval (APPR-8). */
    | { readonly is: "ask" }
    /** A slip with the same subject is already waiting (APPR-3). */
    | { readonly is: "open"; readonly slip: string };
}

/** What can be done about a refusal. */
export function nextAfter({ status, body }: Extract<Outcome<unknown>, { is: "refused" }>, way: Way): Refusal["next"] {
  if (way === "direct") return status === 403 && fieldOf(body) === "amount" ? { is: "ask" } : { is: "nothing" };
  const open = v.safeParse(slipConflict, jsonOf(body));
  return status === 409 && open.success ? { is: "open", slip: open.output.id } : { is: "nothing" };
}
