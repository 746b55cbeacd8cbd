import { type PolicyTerms, policyText, type SlipTerms, slipText } from "../../../contract/approvals.ts";
import { sha256Hex } from "../../../contract/sha256.ts";

/** The digest of a slip's fields as they are shown (APPR-7), in lower-case hexadecimal digits. */
export const digestOf = (terms: SlipTerms): string => sha256Hex(slipText(terms));

/** The digest of proposed rules as they are shown, in lower-case hexadecimal digits. */
export const policyDigestOf = (terms: PolicyTerms): string => sha256Hex(policyText(terms));
