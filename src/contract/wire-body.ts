import * as v from "valibot";
import { compareMagnitudes, decimal, toDecimal } from "./decimal.ts";

/** The JSON number that represents decimal text exactly; undefined if a double would change it, or it isn't a number. */
export function numberOf(text: string): number | undefined {
  const parsed = v.safeParse(decimal, text);
  if (!parsed.success) return undefined;
  const value = Number(parsed.output);
  if (!Number.isFinite(value)) return undefined;
  const printed = toDecimal(String(value));
  const isSame =
    compareMagnitudes(printed, parsed.output) === 0 && (value === 0 || printed.startsWith("-") === parsed.output.startsWith("-"));
  return isSame ? value : undefined;
}

/**
 * Serialises a call's body. Decimal texts become JSON numbers only here (FUND-3, FUND-5); one that no JSON number represents
 * exactly is sent as text.
 */
export function writeBody(call: { readonly numbers?: readonly string[] }, body: unknown): string {
  const numbers = new Set(call.numbers);
  return JSON.stringify(body, (key, value: unknown) =>
    typeof value === "string" && numbers.has(key) ? (numberOf(value) ?? value) : value,
  );
}
