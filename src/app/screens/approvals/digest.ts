import { type PolicyTerms, policyText, type SlipTerms, slipText } from "../../../contract/approvals.ts";
import { sha256Hex } from "../../../contract/sha256.ts";

/** Digest of a slip's fields as shown (APPR-7), in lower-case hex. */
export const digestOf = (terms: SlipTerms): string => sha256Hex(slipText(terms));

/** Digest of proposed rules as shown, in lower-case hex. */
export const policyDigestOf = (terms: PolicyTerms): string => sha256Hex(policyText(terms));
