import * as v from "valibot";

/** SHA-256 in hex. */
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, "is not a SHA-256"));

/** The chain fields of an audit log entry; its hash covers all other fields too. */
export const chainedEntry = v.looseObject({ seq: v.pipe(v.number(), v.safeInteger(), v.minValue(1)), previous: hash, hash });
export type ChainedEntry = v.InferOutput<typeof chainedEntry>;

/** Number and hash of the latest entry. */
export const chainHead = v.object({ seq: v.pipe(v.number(), v.safeInteger(), v.minValue(0)), hash });
export type ChainHead = v.InferOutput<typeof chainHead>;

/** The head before the first entry. */
export const chainBeginning: ChainHead = { seq: 0, hash: "0".repeat(64) };

/** Canonical JSON (docs/audit.md): no whitespace, keys ordered by UTF-16 units, otherwise as `JSON.stringify` writes it. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(",")}}`;
}

/** The hashed text: the entry without its hash. */
export function hashedForm({ hash: _hash, ...entry }: Record<string, unknown>): string {
  return canonical(entry);
}

/** Why a chain breaks at an entry. */
export type ChainFault =
  /** The entry doesn't match its hash. */
  | "changed"
  /** Its `previous` isn't the preceding entry's hash. */
  | "unlinked"
  /** The entry is missing. */
  | "missing"
  /** Consistent, but this device saw another hash there before. */
  | "rewritten";

/** Number of the first broken entry, and why. */
export interface ChainBreak {
  readonly seq: number;
  readonly fault: ChainFault;
}

/** The first broken entry of those that follow `before`. `digest`: SHA-256 of UTF-8 text, in hex. */
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
