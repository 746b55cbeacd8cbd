import { Link } from "wouter";
import { type Attempt, endOf } from "../../db/money/journal.ts";
import { useTranslation } from "../words/use-translation.ts";
import { links } from "../links.ts";
import { usePermission } from "../state/auth.ts";
import { buttonLook } from "../ui/button.tsx";

/** Money that an admin has moved: a funding, a deduction, an executed slip. */
export interface Moved {
  /** "fund" or "deduct"; anything else can't be reversed. */
  readonly operation: string;
  readonly email?: string | undefined;
  readonly currency: string;
  /** Decimal text. */
  readonly amount: string;
  /** The ledger's; without one, as on hosts without approvals, the form is filled in alone. */
  readonly reference?: string | undefined;
}

/** What a done funding or deduction of the journal has moved, by itself or as an approved slip; undefined for any other attempt. */
export function movedBy(attempt: Attempt): Moved | undefined {
  const { details, state } = attempt;
  const { email, currency, amount } = details;
  const operation = attempt.operation === "approveSlip" ? details["of"] : attempt.operation;
  if (endOf(attempt) !== "done" || (operation !== "fund" && operation !== "deduct") || !email || !currency || !amount) return undefined;
  return { operation, email, currency, amount, reference: state.is === "done" ? state.reference : undefined };
}

/** "Reverse…": opens the opposite operation, filled in (APPR-9). Nothing is sent by it. Its words are those of "deeds". */
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
