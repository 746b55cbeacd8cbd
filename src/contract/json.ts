const longNumber = /\d(?:\.?\d){15,}/;
const poisoned = /"(?:__proto__|constructor|prototype)"|\\u/;

/** A string, or what begins like a number where a value may stand: no name of a member. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*(?!\s*:|[\d.eE+-])/g;
const wholeNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A number's text as JSON that `JSON.parse` reads without changing it: where a double would, as a string. */
function exactly(token: string): string {
  const digits = token.replace(/^-/, "").replace(/e.*$/i, "").replace(".", "").replace(/^0+/, "");
  return digits.length > 15 && wholeNumber.test(token) ? `"${token}"` : token;
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
  const exact = longNumber.test(text) ? text.replaceAll(stringOrNumber, (token) => (token.startsWith('"') ? token : exactly(token))) : text;
  return poisoned.test(exact) ? JSON.parse(exact, withoutPoison) : JSON.parse(exact);
}
