const longNumber = /\d(?:\.?\d){15,}/;
const poisoned = /"(?:__proto__|constructor|prototype)"|\\u/;

/** A string or a number, in text that is JSON. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** A number's text as JSON that `JSON.parse` reads without changing it: where a double would, as a string. */
function exactly(token: string): string {
  const digits = token.replace(/^-/, "").replace(/e.*$/i, "").replace(".", "").replace(/^0+/, "");
  return digits.length > 15 ? `"${token}"` : token;
}

const dangerous = new Set(["__proto__", "constructor", "prototype"]);

function withoutPoison(this: unknown, key: string, value: unknown): unknown {
  return dangerous.has(key) ? undefined : value;
}

/** JSON without a number that a double would change. Throws SyntaxError on text that is none: what looks for numbers in it would take hours. */
function withoutLongNumbers(text: string): string {
  JSON.parse(text);
  return text.replaceAll(stringOrNumber, (token) => (token.startsWith('"') ? token : exactly(token)));
}

/**
 * Parses a host's answer. A number that a double would change (more than 15 significant digits: long
 * ids, 18-decimal balances) comes as its text; keys that could reach a prototype are dropped.
 * Throws SyntaxError on anything that is not one JSON value.
 */
export function parseJson(text: string): unknown {
  const exact = longNumber.test(text) ? withoutLongNumbers(text) : text;
  return poisoned.test(exact) ? JSON.parse(exact, withoutPoison) : JSON.parse(exact);
}
