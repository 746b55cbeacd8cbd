import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type PolicyTerms, policyText, type SlipTerms, slipText } from "../../../contract/approvals.ts";

/** SHA-256 in lower-case hexadecimal digits. */
const sha256Of = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** The digest of a slip's fields as they are shown (APPR-7). */
export const digestOf = (terms: SlipTerms): string => sha256Of(slipText(terms));

/** The digest of proposed rules as they are shown. */
export const policyDigestOf = (terms: PolicyTerms): string => sha256Of(policyText(terms));
