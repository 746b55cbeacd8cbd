import Big from "big.js";
import { useUser } from "../../data/use-users.ts";
import { type Moved, movedBy, ReverseLink } from "../../parts/reverse-link.tsx";
import { useAttemptOf } from "../../data/use-attempts.ts";
import type { Row } from "./looks.ts";

/**
 * "Reverse…" for a transaction that is an admin's funding or deduction (APPR-9): hosts with approvals give such rows a
 * reason, and for those sent from this device the journal knows the reference.
 */
export function ReverseTransaction({ row }: { row: Row }) {
  const attempt = useAttemptOf(row.reference ?? "");
  const known = attempt && movedBy(attempt);
  if (known) return <ReverseLink of={known} size="normal" />;
  const { reason, reference, amount, currency } = row;
  if (attempt === undefined || !reason || !reference || !amount || !currency) return null;
  const moved = new Big(amount);
  return <OfItsUser row={row} moved={{ operation: moved.lt(0) ? "deduct" : "fund", currency, amount: moved.abs().toFixed(), reference }} />;
}

/** A row names its user only by id; the form asks for the email if the user is unknown. */
function OfItsUser({ row: { userId, username }, moved }: { row: Row; moved: Moved }) {
  const { user } = useUser({ id: userId || undefined, username });
  return <ReverseLink of={{ ...moved, email: user?.email }} size="normal" />;
}
