import { plainText } from "../../contract/text.ts";

/** What a text is, if its form is unambiguous. */
export type Recognised =
  | { readonly is: "email"; readonly email: string }
  | { readonly is: "address" }
  | { readonly is: "id" }
  | { readonly is: "words" };

/** Wallet addresses of common chains: hexadecimal, base58 or bech32, long and unbroken. */
const addressLike = /^(0x[0-9a-f]{40}|(bc1|ltc1|tb1|addr1)[0-9a-z]{20,100}|[1-9A-HJ-NP-Za-km-z]{26,64}|r[1-9A-HJ-NP-Za-km-z]{24,34})$/i;

/** Common database ids: UUID, MongoDB ObjectId, ULID. */
const idLike = /^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{24}|[0-7][0-9a-hjkmnp-tv-z]{25})$/i;

/** Recognises emails, wallet addresses and common ids by form; other ids and references have no typical form. */
export function recognise(typed: string): Recognised {
  const text = plainText(typed);
  if (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= 254) return { is: "email", email: text };
  if (idLike.test(text)) return { is: "id" };
  return addressLike.test(text) && /\d/.test(text) && /[a-z]/i.test(text) ? { is: "address" } : { is: "words" };
}
