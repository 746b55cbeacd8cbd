import { plainText } from "../../contract/text.ts";

export interface RepeatedKey {
  readonly key: string;
  /** 1-based line of the repetition. */
  readonly line: number;
}

/** The first key that occurs twice in an object of a well-formed JSON text. Parsers silently keep the last one. */
export function repeatedKey(json: string): RepeatedKey | undefined {
  /** Keys of each open object; undefined for an array. */
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
