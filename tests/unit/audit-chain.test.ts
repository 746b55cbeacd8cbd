import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonical, chainBeginning, type ChainedEntry, firstBreak, hashedForm } from "../../src/contract/audit-chain.ts";

const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

/** What an entry may contain: integers, text and nested values. */
const held = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constant(null),
    fc.boolean(),
    fc.integer(),
    fc.string({ unit: "binary" }).map((text) => text.toWellFormed()),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: "binary", maxLength: 8 }), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

function chainOf(contents: readonly unknown[]): ChainedEntry[] {
  const entries: ChainedEntry[] = [];
  for (const content of contents) {
    const entry = { seq: entries.length + 1, content, previous: entries.at(-1)?.hash ?? chainBeginning.hash };
    entries.push({ ...entry, hash: digest(hashedForm(entry)) });
  }
  return entries;
}

const chains = fc.array(held, { minLength: 1, maxLength: 12 }).map(chainOf);
const holds = (entries: readonly ChainedEntry[]) => firstBreak(chainBeginning, entries, digest);

describe("the canonical form", () => {
  test("[AUD-3] says the same whatever the order of the fields, and what it says can be read back", () => {
    fc.assert(
      fc.property(held, (value) => {
        const text = canonical(value);
        const back: unknown = JSON.parse(text);
        expect(canonical(back)).toBe(text);
        const turned: unknown = JSON.parse(text, (_, field: unknown) =>
          typeof field === "object" && field !== null && !Array.isArray(field)
            ? Object.fromEntries(Object.entries(field).reverse())
            : field,
        );
        expect(canonical(turned)).toBe(text);
      }),
    );
  });

  test("[AUD-3] is the one that docs/audit.md defines", () => {
    expect(canonical({ b: [1, true, null], a: 'x"\\\n\u0001é😀/', "10": "", "9": {} })).toBe(
      '{"10":"","9":{},"a":"x\\"\\\\\\n\\u0001é😀/","b":[1,true,null]}',
    );
  });
});

describe("the chain", () => {
  test("[AUD-3] holds as it was written, whole or in batches", () => {
    fc.assert(
      fc.property(chains, fc.nat(11), (entries, at) => {
        expect(holds(entries)).toBeUndefined();
        const [head, rest] = [entries.slice(0, at), entries.slice(at)];
        expect(firstBreak(head.at(-1) ?? chainBeginning, rest, digest)).toBeUndefined();
      }),
    );
  });

  test("[AUD-3] any change of what an entry says is found, at that entry", () => {
    fc.assert(
      fc.property(chains, fc.nat(), held, (entries, pick, content) => {
        const at = pick % entries.length;
        fc.pre(canonical(entries[at]?.["content"]) !== canonical(content));
        const changed = entries.map((entry, index) => (index === at ? { ...entry, content } : entry));
        expect(holds(changed)).toEqual({ seq: at + 1, fault: "changed" });
      }),
    );
  });

  test("[AUD-3] an entry whose hash was made anew is found at the one after it", () => {
    fc.assert(
      fc.property(chains, fc.nat(), (entries, pick) => {
        fc.pre(entries.length > 1);
        const at = pick % (entries.length - 1);
        const forged = entries.map((entry, index) => {
          if (index !== at) return entry;
          const other = { ...entry, content: ["forged", entry["content"]] };
          return { ...other, hash: digest(hashedForm(other)) };
        });
        expect(holds(forged)).toEqual({ seq: at + 2, fault: "unlinked" });
      }),
    );
  });

  test("[AUD-3] one that is missing, comes twice or in another place is found where the order breaks", () => {
    fc.assert(
      fc.property(chains, fc.nat(), (entries, pick) => {
        fc.pre(entries.length > 1);
        const at = pick % (entries.length - 1);
        expect(holds(entries.toSpliced(at, 1))).toEqual({ seq: at + 1, fault: "missing" });
        const twice = entries[at];
        if (twice) expect(holds(entries.toSpliced(at, 0, twice))).toEqual({ seq: at + 2, fault: "missing" });
      }),
    );
  });

  test("[AUD-3] a chain that was written anew from the beginning is found by who saw the first one", () => {
    const entries = chainOf(["one", "two", "three"]);
    const seen = { seq: 2, hash: entries[1]?.hash ?? "" };
    expect(firstBreak(chainBeginning, entries, digest, seen)).toBeUndefined();
    expect(firstBreak(chainBeginning, chainOf(["one", "2", "three"]), digest, seen)).toEqual({ seq: 2, fault: "rewritten" });
  });
});
