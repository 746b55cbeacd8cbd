import * as v from "valibot";
import { plainText } from "./text.ts";

/** An identifier: hosts send strings or numbers; it is text from here on. */
export const id = v.pipe(v.union([v.string(), v.pipe(v.number(), v.finite())]), v.transform(String), v.minLength(1), v.maxLength(200));

/** `plainText` as a step of a schema; what follows still shows in the schema's description, unlike after `v.transform`. */
export const plain = (): v.BaseTransformation<string, string, never> => ({
  kind: "transformation",
  type: "plain_text",
  reference: plain,
  async: false,
  "~run": (dataset) => ({ ...dataset, value: plainText(dataset.value) }),
});

/** As `term`, and never empty. */
export const word = (most: number) => v.pipe(v.string("is missing"), plain(), v.nonEmpty("is missing"), v.maxLength(most, "is too long"));

/** Text that a host may leave out, send as null, or send as a number. */
export const text = v.pipe(
  v.nullish(v.union([v.string(), v.number(), v.boolean()])),
  v.transform((value) => (value === null || value === undefined ? undefined : String(value))),
);

/** A flag that a host may leave out. "true" in any case and 1 count as true, since hosts differ. */
export const flag = v.pipe(
  v.nullish(v.union([v.boolean(), v.string(), v.number()])),
  v.transform((value) => (value === null || value === undefined ? undefined : /^\s*(true|1)\s*$/i.test(String(value)))),
);

export const email = v.pipe(
  v.string("is missing"),
  plain(),
  v.nonEmpty("is missing"),
  v.maxLength(254, "is too long"),
  v.regex(/^[^\s@]+@[^\s@]+$/, "is not an email address"),
);
