const longNumber = /\d(?:\.?\d){15,}/;
const poisoned = /"(?:__proto__|constructor|prototype)"|\\u/;

/** A string or number token in JSON text. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/** A number token that survives `JSON.parse`: quoted if a double would change it. */
function exactly(token: string): string {
  const digits = token.replace(/^-/, "").replace(/e.*$/i, "").replace(".", "").replace(/^0+/, "");
  return digits.length > 15 ? `"${token}"` : token;
}

const dangerous = new Set(["__proto__", "constructor", "prototype"]);

function withoutPoison(this: unknown, key: string, value: unknown): unknown {
  return dangerous.has(key) ? undefined : value;
}

/** Quotes numbers that a double would change. Throws SyntaxError on invalid JSON first: the token search could take hours on it. */
function withoutLongNumbers(text: string): string {
  JSON.parse(text);
  return text.replaceAll(stringOrNumber, (token) => (token.startsWith('"') ? token : exactly(token)));
}

/**
 * Parses a host's answer. Numbers that a double would change (more than 15 significant digits: long ids, 18-decimal balances)
 * become strings; keys that could reach a prototype are dropped. Throws SyntaxError on anything but one JSON value.
 */
export function parseJson(text: string): unknown {
  const exact = longNumber.test(text) ? withoutLongNumbers(text) : text;
  return poisoned.test(exact) ? JSON.parse(exact, withoutPoison) : JSON.parse(exact);
}

/** As `parseJson`; undefined of anything but one JSON value. */
export function jsonOf(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
