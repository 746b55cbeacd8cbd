import * as v from "valibot";

/** Decimal text: optional minus, digits, optional fraction; no exponent. */
export type Decimal = v.InferOutput<typeof decimal>;

const plain = /^-?\d+(\.\d+)?$/;
const anyNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/** Expands an exponent by moving the point; exact, and without a library on the first visit. */
function toPlain(text: string): string {
  if (plain.test(text)) return text;
  const [mantissa = "", exponent = "0"] = text.toLowerCase().replace(/^[+-]/, "").split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  const places = Number(exponent);
  const padded = `${"0".repeat(Math.max(0, 1 - whole.length - places))}${whole}${fraction}${"0".repeat(Math.max(0, places - fraction.length))}`;
  const point = whole.length + Math.max(0, 1 - whole.length - places) + places;
  const integer = padded.slice(0, point).replace(/^0+(?=\d)/, "");
  const rest = padded.slice(point).replace(/0+$/, "");
  const value = rest === "" ? integer : `${integer}.${rest}`;
  return text.startsWith("-") ? `-${value}` : value;
}

/** Compares the absolute values of two plain decimals, digit by digit: -1, 0 or 1. */
export function compareMagnitudes(a: string, b: string): number {
  const [[wholeA, fractionA], [wholeB, fractionB]] = [digitsOf(a), digitsOf(b)];
  if (wholeA.length !== wholeB.length) return wholeA.length < wholeB.length ? -1 : 1;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  return fractionA === fractionB ? 0 : fractionA < fractionB ? -1 : 1;
}

function digitsOf(plainText: string): [string, string] {
  const [whole = "", fraction = ""] = plainText.replace(/^-/, "").split(".");
  return [whole.replace(/^0+/, ""), fraction.replace(/0+$/, "")];
}

/**
 * A money amount on the wire, a JSON number or numeric string, kept as decimal text. Numbers beyond double precision arrive as
 * strings (see `parseJson`).
 */
export const decimal = v.pipe(
  v.union([v.pipe(v.number(), v.finite()), v.string()]),
  v.transform((value) => String(value).trim()),
  v.maxLength(400),
  v.regex(anyNumber, "is not a number"),
  v.transform((text) => toPlain(text).replace(/^-(?=[0.]+$)/, "")),
  v.brand("Decimal"),
);

/** Parses known well-formed decimal text, e.g. a constant; throws otherwise. */
export const toDecimal = (value: string | number): Decimal => v.parse(decimal, value);
