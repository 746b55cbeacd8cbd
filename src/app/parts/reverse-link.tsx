import { Link } from "wouter";
import { type Attempt, endOf } from "../../db/money/journal.ts";
import { useTranslation } from "../words/use-translation.ts";
import { links } from "../links.ts";
import { usePermission } from "../state/auth.ts";
import { buttonLook } from "../ui/button.tsx";

/** Money an admin has moved: a funding, a deduction, an executed slip. */
export interface Moved {
  /** "fund" or "deduct"; nothing else can be reversed. */
  readonly operation: string;
  readonly email?: string | undefined;
  readonly currency: string;
  /** Decimal text. */
  readonly amount: string;
  /** The ledger's; without one, as on hosts without approvals, the form is only filled in. */
  readonly reference?: string | undefined;
}

/** What a completed funding or deduction in the journal moved, directly or as an approved slip; undefined for other attempts. */
export function movedBy(attempt: Attempt): Moved | undefined {
  const { details, state } = attempt;
  const { email, currency, amount } = details;
  const operation = attempt.operation === "approveSlip" ? details["of"] : attempt.operation;
  if (endOf(attempt) !== "done" || (operation !== "fund" && operation !== "deduct") || !email || !currency || !amount) return undefined;
  return { operation, email, currency, amount, reference: state.is === "done" ? state.reference : undefined };
}

/** "Reverse…": opens the opposite operation, filled in (APPR-9), without sending anything. Uses the "deeds" translations. */
export function ReverseLink({ of, size = "small" }: { of: Moved; size?: "small" | "normal" }) {
  const { t } = useTranslation("deeds");
  const may = usePermission("canFundUsers");
  const { operation, email, currency, amount, reference } = of;
  if (!may || (operation !== "fund" && operation !== "deduct")) return null;
  const href = links.funding({ operation: operation === "fund" ? "deduct" : "fund", email, currency, amount, reverses: reference });
  return (
    <Link href={href} className={buttonLook(size === "small" ? { kind: "quiet", size } : { kind: "plain" })}>
      {t("reverse")}
    </Link>
  );
}
