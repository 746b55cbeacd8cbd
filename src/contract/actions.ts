/**
 * What an audit log calls each thing that is done (AUD-1). The device's journal calls the mutations the same.
 * `brokenChain` is the host's own word, for a log that it found changed.
 */
export const auditActions = [
  "signIn",
  "signOut",
  "refreshSession",
  "endSession",
  "register",
  "askPinReset",
  "setPin",
  "viewRefreshTokens",
  "fund",
  "deduct",
  "wipe",
  "disable2fa",
  "removePin",
  "deleteUser",
  "generateWallet",
  "regenerateWallet",
  "createAdmin",
  "changeAdmin",
  "setFee",
  "renameNetwork",
  "setOnrampRate",
  "setOfframpRate",
  "setMarkup",
  "setMarkdown",
  "toggleMarkdown",
  "createGiftCardRate",
  "editGiftCardRate",
  "deleteGiftCardRate",
  "bulkGiftCardRates",
  "saveSettings",
  "brokenChain",
] as const;
export type AuditAction = (typeof auditActions)[number];
