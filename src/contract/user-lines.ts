import { searchText } from "./text.ts";

/** A stored phone number's digits behind "+" or a trunk zero: "+234 801-000 0000" is "+2348010000000". */
export function phoneDigits(stored: string): string {
  // "(0)" is dialled at home alone.
  const digits = stored.replace("(0)", "").replaceAll(/[^0-9+]/g, "");
  const bare = digits.replaceAll("+", "");
  if (bare === "") return "";
  if (!digits.startsWith("+") && bare.startsWith("0")) return bare.startsWith("00") ? `+${bare.slice(2)}` : bare;
  return `+${bare}`;
}

/** What a user is found by (`userTerms`), a line each; the phone number's digits are one of them. */
export const userLines = (words: readonly (string | null | undefined)[], phone: string | null | undefined): string =>
  [...words, phone, phoneDigits(phone ?? "")].map((one) => searchText(one ?? "")).join("\n");
