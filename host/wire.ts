import Big from "big.js";

/** A stored amount as it goes out: a JSON number when a double carries it exactly, else its decimal text. */
export function wireAmount(stored: string): number | string {
  const exact = new Big(stored);
  const number = exact.toNumber();
  return exact.eq(String(number)) && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : exact.toFixed();
}

/** An object without its null fields, as answers carry it. */
export const withoutNulls = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null && value !== undefined));
