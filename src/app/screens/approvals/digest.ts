import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { type SlipTerms, slipText } from "../../../contract/approvals.ts";

/** The digest of a slip's fields as they are shown (APPR-7), in lower-case hexadecimal digits. */
export const digestOf = (terms: SlipTerms): string => bytesToHex(sha256(utf8ToBytes(slipText(terms))));
