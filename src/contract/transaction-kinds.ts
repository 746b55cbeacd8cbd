export const transactionTypes = [
  "SWAP",
  "OBIEX_SWAP",
  "DEPOSIT",
  "WITHDRAWAL",
  "GIFTCARD",
  "INTERNAL_TRANSFER_SENT",
  "INTERNAL_TRANSFER_RECEIVED",
] as const;

export const transactionStatuses = ["SUCCESSFUL", "COMPLETED", "CONFIRMED", "PENDING", "PROCESSING", "FAILED", "REJECTED"] as const;
