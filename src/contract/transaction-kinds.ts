// Without valibot, unlike transactions.ts: the first sight of the dashboard is built without a parser.

/** Types that a transaction's `type` may have; a host may have others. */
export const transactionTypes = [
  "SWAP",
  "OBIEX_SWAP",
  "DEPOSIT",
  "WITHDRAWAL",
  "GIFTCARD",
  "INTERNAL_TRANSFER_SENT",
  "INTERNAL_TRANSFER_RECEIVED",
] as const;

/** Statuses that a transaction may have; a host may have others. */
export const transactionStatuses = ["SUCCESSFUL", "COMPLETED", "CONFIRMED", "PENDING", "PROCESSING", "FAILED", "REJECTED"] as const;
