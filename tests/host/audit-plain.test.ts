import { expect, test } from "vitest";
import { plain } from "../../host/audit/plain.ts";

const deep = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : deep(depth - 1, [inner]));

test.each<[string, unknown, unknown]>([
  ["a list", { list: Array.from({ length: 51 }, () => 1) }, { list: { items: 51 } }],
  ["an object", { wide: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, at])) }, { wide: { fields: 51 } }],
  ["a depth", deep(7, "x"), deep(6, { items: 1 })],
  ["a text", { text: "x".repeat(3000) }, { text: "x".repeat(2000) }],
])("[AUD-1] %s beyond its limit is told by its length, or cut", (_what, value, kept) => {
  expect(plain(value)).toEqual(kept);
});

test("[AUD-1] a value within every single limit is kept up to a whole size", () => {
  const texts = Array.from({ length: 50 }, () => "x".repeat(2000));
  const kept = plain(Array.from({ length: 50 }, () => [texts, texts]));
  expect(JSON.stringify(kept).length).toBeLessThan(150_000);
  expect(JSON.stringify(kept)).toContain('{"items":2}');
});
