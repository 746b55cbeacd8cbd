import { plainText } from "../../contract/text.ts";

export interface RepeatedKey {
  readonly key: string;
  /** The line, from 1, on which it stands again. */
  readonly line: number;
}

/** The first key that an object of a JSON text has twice; the text is well-formed. Parsers keep the last one, silently. */
export function repeatedKey(json: string): RepeatedKey | undefined {
  /** The keys of each open object; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let mayBeKey = false;
  for (const { 0: token, index } of json.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],]/g)) {
    const keys = open.at(-1);
    if (token === "{" || token === "[") open.push(token === "{" ? new Set() : undefined);
    else if (token === "}" || token === "]") open.pop();
    else if (token !== "," && mayBeKey && keys) {
      const key = plainText(String(JSON.parse(token)));
      if (keys.has(key)) return { key, line: json.slice(0, index).split(/\r\n|\r|\n/).length };
      keys.add(key);
    }
    mayBeKey = token === "{" || (token === "," && open.at(-1) !== undefined);
  }
  return undefined;
}
