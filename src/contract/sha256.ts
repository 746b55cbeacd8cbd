import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * SHA-256 of bytes, or of a text's UTF-8, in lower-case hexadecimal digits. crypto.subtle is missing where the host is
 * reached without https; this works everywhere.
 */
export const sha256Hex = (of: string | Uint8Array): string => bytesToHex(sha256(typeof of === "string" ? utf8ToBytes(of) : of));
