import * as v from "valibot";
import { plainText } from "./text.ts";

/** An identifier; hosts send strings or numbers, kept as text. */
export const id = v.pipe(v.union([v.string(), v.pipe(v.number(), v.finite())]), v.transform(String), v.minLength(1), v.maxLength(200));

/** `plainText` as a schema step; unlike `v.transform`, later steps still show in the schema's description. */
export const plain = (): v.BaseTransformation<string, string, never> => ({
  kind: "transformation",
  type: "plain_text",
  reference: plain,
  async: false,
  "~run": (dataset) => ({ ...dataset, value: plainText(dataset.value) }),
});

/** Normalised search text or name (`plainText`). */
export const term = (most: number) => v.pipe(v.string(), plain(), v.maxLength(most, "is too long"));

/** Like `term`, but not empty. */
export const word = (most: number) => v.pipe(v.string("is missing"), plain(), v.nonEmpty("is missing"), v.maxLength(most, "is too long"));

/** A picklist over normalised text (`plainText`). */
export const oneOf = <const T extends readonly string[]>(words: T, message: string): v.PicklistSchema<T, string> => {
  const inner = v.picklist(words, message);
  return {
    ...inner,
    "~run": (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) =>
      inner["~run"](typeof dataset.value === "string" ? { ...dataset, value: plainText(dataset.value) } : dataset, config),
  } satisfies v.PicklistSchema<T, string>;
};

/** As the schema, of what a host may leave out, or send as null or as blank text. */
export function maybe<const S extends v.GenericSchema>(schema: S): v.NullishSchema<S, undefined> {
  const inner = v.nullish(schema, undefined);
  return {
    ...inner,
    "~run": (dataset: v.UnknownDataset, config: v.Config<v.BaseIssue<unknown>>) =>
      inner["~run"](typeof dataset.value === "string" && dataset.value.trim() === "" ? { ...dataset, value: undefined } : dataset, config),
  };
}

/** Text that a host may leave out, send as null or blank, or send as a number. */
export const text = v.pipe(
  maybe(v.union([v.string(), v.number(), v.boolean()])),
  v.transform((value) => (value === null || value === undefined ? undefined : String(value))),
);

/** Reads true, "yes" and 1 as true, false, "no" and 0 as false, since hosts differ, and any other word as `other`. */
const flagOr = (other: false | undefined) =>
  v.pipe(
    maybe(v.union([v.boolean(), v.string(), v.number()])),
    v.transform((value) => {
      if (value === null || value === undefined) return undefined;
      const word = String(value).trim();
      return /^(true|yes|1)$/i.test(word) || (/^(false|no|0)$/i.test(word) ? false : other);
    }),
  );

/** A flag that a host may leave out; undefined also where its word isn't known, as "verified". */
export const flag = flagOr(undefined);

/** A `success` that a host may leave out: any word other than yes is no. */
export const successFlag = flagOr(false);

/** An optional whole number, possibly as text; undefined also if negative, as hosts say that they don't know. */
export const count = v.pipe(
  maybe(v.union([v.number(), v.pipe(v.string(), v.trim(), v.decimal())])),
  v.transform((value) => (Number(value ?? -1) >= 0 ? Number(value) : undefined)),
);

const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d[\d:.]*) ?(?:Z|UTC|GMT|([+-]\d\d):?(\d\d)?)?)?$/i;

/** Whether an epoch time is in seconds, of 2001 to 5138. In milliseconds it would be of 1970 to 1973. */
const isInSeconds = (epoch: number): boolean => epoch >= 1e9 && epoch < 1e11;

/** Reads a time on the wire; an invalid date where its text says none, or one that engines read in several ways ("01/05/2026"). */
function dateOf(value: string | number): Date {
  const text = String(value).trim();
  const [whole, day, time = "00:00", hours, minutes = "00"] = isoTime.exec(text) ?? [];
  if (whole) return new Date(`${day}T${time}${hours ? `${hours}:${minutes}` : "Z"}`);
  const epoch = Number(text || Number.NaN);
  if (/^[A-Z][a-z]{2}, \d\d? [A-Z][a-z]{2} /.test(text)) return new Date(text);
  // The text of a year, or of a day without hyphens.
  if (/^(19|20)\d\d(\d{4})?$/.test(text) && typeof value === "string") return new Date(Number.NaN);
  return new Date(isInSeconds(epoch) ? epoch * 1000 : epoch);
}

/**
 * A point in time on the wire (ISO 8601 text, in UTC where it names no zone; the text of an HTTP date; epoch milliseconds or seconds,
 * as a number or as its text), as ISO 8601 text in UTC.
 */
export const instant = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.finite())]),
  v.transform(dateOf),
  // Neither none, nor beyond the year 11000, as numbers of a smaller unit are.
  v.check((date) => date.getTime() < 3e14, "is not a date"),
  v.transform((date) => date.toISOString()),
);

/** An existing calendar day, YYYY-MM-DD, in a year whose neighbouring days also have four-digit years. */
export const day = v.pipe(
  v.string(),
  plain(),
  v.isoDate("is not a date (YYYY-MM-DD)"),
  v.check((value) => {
    const date = new Date(`${value}T00:00:00Z`);
    return /^[1-9]/.test(value) && value < "9999" && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
  }, "is not a date (YYYY-MM-DD)"),
);

/** A number in a query string, for the reading side. */
export const queryNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), plain(), v.regex(/^-?\d+(\.\d+)?$/, "is not a number"))]),
  v.transform(Number),
);

export const pageNumber = v.pipe(
  queryNumber,
  v.integer("is not a whole number"),
  v.minValue(1, "is below 1"),
  v.maxValue(1e9, "is too large"),
);
export const pageLimit = v.pipe(
  queryNumber,
  v.integer("is not a whole number"),
  v.minValue(1, "is below 1"),
  v.maxValue(200, "is above 200"),
);

/** A boolean in a query string. */
export const queryFlag = v.pipe(
  v.union([v.boolean(), oneOf(["true", "false"], "is not true or false")]),
  v.transform((value) => value === true || value === "true"),
);

export const email = v.pipe(
  v.string("is missing"),
  plain(),
  v.nonEmpty("is missing"),
  v.maxLength(254, "is too long"),
  v.regex(/^[^\s@]+@[^\s@]+$/, "is not an email address"),
);
