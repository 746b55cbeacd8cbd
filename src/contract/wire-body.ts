import * as v from "valibot";
import { compareMagnitudes, decimal, toDecimal } from "./decimal.ts";

/** The JSON number that carries a decimal text exactly; undefined where a double would change it, or it is no number. */
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
 * A call's body as it goes out. Decimal texts become JSON numbers here and nowhere earlier (FUND-3, FUND-5);
 * one that no JSON number carries goes as its text, rather than as another value.
 */
export function writeBody(call: { readonly numbers?: readonly string[] }, body: unknown): string {
  const numbers = new Set(call.numbers);
  return JSON.stringify(body, (key, value: unknown) =>
    typeof value === "string" && numbers.has(key) ? (numberOf(value) ?? value) : value,
  );
}
