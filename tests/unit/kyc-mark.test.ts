import { expect, test } from "vitest";
import { kycKind, kycWord } from "../../src/app/parts/kyc-mark.tsx";
import { translateIn } from "../../src/app/words/i18n.ts";
import { loadWords } from "../../src/app/words/language.ts";

test.each([
  ["verified", "done"],
  ["Approved", "done"],
  ["pending", "pending"],
  ["under_review", "pending"],
  ["IN PROGRESS", "pending"],
  ["unverified", "other"],
  ["not_started", "other"],
  ["rejected", "failed"],
  ["tier-2", "other"],
  ["KYC_VERIFIED", "done"],
  ["pending_verification", "pending"],
  ["awaiting_verification", "pending"],
  ["Pending approval", "pending"],
  ["bvn_verification_required", "pending"],
  ["verification_failed", "failed"],
  ["disapproved", "failed"],
  ["passport_rejected", "failed"],
  ["incomplete", "other"],
  ["verification not started", "other"],
  ["email verified", "other"],
])("[USER-3] a user whose KYC is %s looks %s", (status, kind) => {
  expect(kycKind(status)).toBe(kind);
});

test("[USER-3, SET-1] a KYC status is in the admin's language, in whatever way the host writes it; an unknown one is the host's", async () => {
  await loadWords(["users"]);
  const t = translateIn("en", "users");
  expect(["under_review", "Under review", "NOT-STARTED", "tier_2"].map((status) => kycWord(t, status))).toEqual([
    "Under review",
    "Under review",
    "Not started",
    "tier_2",
  ]);
});
