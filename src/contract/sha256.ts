import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of bytes or UTF-8 text, in lower-case hex. Works without https, unlike crypto.subtle. */
export const sha256Hex = (of: string | Uint8Array): string => bytesToHex(sha256(typeof of === "string" ? utf8ToBytes(of) : of));
