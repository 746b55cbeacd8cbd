import { sha256Hex } from "../../../contract/sha256.ts";
import { type SlipTerms, slipText } from "../../../contract/approvals.ts";

/** The digest of a slip's fields as they are shown (APPR-7), in lower-case hexadecimal digits. */
export const digestOf = (terms: SlipTerms): string => sha256Hex(slipText(terms));
