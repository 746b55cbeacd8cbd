import Big from "big.js";

/** A stored amount on the wire: a JSON number if a double holds it exactly, otherwise decimal text. */
export function wireAmount(stored: string): number | string {
  const exact = new Big(stored);
  const number = exact.toNumber();
  return exact.eq(String(number)) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : exact.toFixed();
}

/** An object without its null fields. */
export const withoutNulls = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
