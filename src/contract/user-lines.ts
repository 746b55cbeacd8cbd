import { searchText } from "./text.ts";

/** A stored phone number's digits with "+" or a trunk zero: "+234 801-000 0000" becomes "+2348010000000". */
export function phoneDigits(stored: string): string {
  // "(0)" applies to domestic calls only.
  const digits = stored.replace("(0)", "").replaceAll(/[^0-9+]/g, "");
  const bare = digits.replaceAll("+", "");
  if (bare === "") return "";
  if (!digits.startsWith("+") && bare.startsWith("0")) return bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  return `+${bare}`;
}

/** Searchable texts of a user (`userTerms`), one per line, including the phone number's digits. */
export const userLines = (words: readonly (string | null | undefined)[], phone: string | null | undefined): string =>
  [...words, phone, phoneDigits(phone ?? "")].map((one) => searchText(one ?? "")).join("\n");
