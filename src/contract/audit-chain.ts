import * as v from "valibot";

/** SHA-256 in hexadecimal digits. */
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "is not a SHA-256"));

/** An entry of an audit log as far as its chain goes; whatever else it has is under its hash, too. */
export const chainedEntry = v.looseObject({ seq: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), previous: hash, hash });
export type ChainedEntry = v.InferOutput<typeof chainedEntry>;

/** Where a chain stands: the latest entry's number and hash. */
export const chainHead = v.object({ seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), hash });
export type ChainHead = v.InferOutput<typeof chainHead>;

/** What stands before the first entry. */
export const chainBeginning: ChainHead = { seq: 0, hash: "0".repeat(64) };

/** The canonical form (docs/audit.md): no blanks, keys in the order of their UTF-16 units, everything else as JSON writes it. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

/** What an entry's hash is taken of: all of it but the hash itself. */
export function hashedForm({ hash: _hash, ...entry }: Record<string, unknown>): string {
  return canonical(entry);
}

/** Why a chain doesn't hold at an entry. */
export type ChainFault =
  /** What it says isn't what its hash was taken of. */
  | "changed"
  /** The hash that it gives for the entry before isn't that one's. */
  | "unlinked"
  /** It should be there and isn't. */
  | "missing"
  /** It fits into its chain, but this device saw another hash there before. */
  | "rewritten";

/** Where the first entry stands that doesn't fit, and why. */
export interface ChainBreak {
  readonly seq: number;
  readonly fault: ChainFault;
}

/** The first of the entries, which follow `before` in their order, that doesn't fit. `digest`: SHA-256 of UTF-8 text, in hexadecimal. */
export function firstBreak(
  before: ChainHead,
  entries: readonly ChainedEntry[],
  digest: (text: string) => string,
  seen?: ChainHead,
): ChainBreak | undefined {
  let last = before;
  for (const entry of entries) {
    const expected = last.seq + 1;
    if (entry.seq !== expected) return { seq: expected, fault: "missing" };
    if (digest(hashedForm(entry)) !== entry.hash) return { seq: entry.seq, fault: "changed" };
    if (entry.previous !== last.hash) return { seq: entry.seq, fault: "unlinked" };
    if (seen?.seq === entry.seq && seen.hash !== entry.hash) return { seq: entry.seq, fault: "rewritten" };
    last = entry;
  }
  return undefined;
}
