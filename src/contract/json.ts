import { parse as parseLossless } from "lossless-json";

const longNumber = /\d(?:\.?\d){15,}/;
const poisoned = /"(?:__proto__|constructor|prototype)"|\\u/;

/** A number's text as a JavaScript number where that is exact, else the text itself. */
function exactNumber(text: string): number | string {
  const digits = text.replace(/^-/, "").replace(/e.*$/i, "").replace(".", "").replace(/^0+/, "");
  return digits.length <= 15 ? Number(text) : text;
}

const dangerous = new Set(["__proto__", "constructor", "prototype"]);

function withoutPoison(this: unknown, key: string, value: unknown): unknown {
  return dangerous.has(key) ? undefined : value;
}

/**
 * Parses a host's answer. A number that a double would change (more than 15 significant digits: long
 * ids, 18-decimal balances) comes as its text; keys that could reach a prototype are dropped.
 * Throws SyntaxError on anything that is not one JSON value.
 */
export function parseJson(text: string): unknown {
  if (longNumber.test(text)) return parseLossless(text, withoutPoison, exactNumber);
  return poisoned.test(text) ? JSON.parse(text, withoutPoison) : JSON.parse(text);
}
