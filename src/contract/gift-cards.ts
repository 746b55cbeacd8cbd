import Big from "big.js";
import * as v from "valibot";
import { mutationAnswer, saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { figureDecimals } from "./figure.ts";
import { jsonOf } from "./json.ts";
import { count, flag, id, instant, maybe, oneOf, pageLimit, pageNumber, term, text } from "./scalars.ts";
import { sentences } from "./sentences.ts";

/** Card types and countries (D2 §3). */
export const cardTypes = [
  "APPLE",
  "STEAM",
  "NORDSTROM",
  "MACY",
  "NIKE",
  "GOOGLE_PLAY",
  "AMAZON",
  "VISA",
  "VANILLA",
  "RAZOR_GOLD",
  "AMERICAN_EXPRESS",
  "SEPHORA",
  "FOOTLOCKER",
  "XBOX",
  "EBAY",
] as const;
export const cardCountries = ["US", "CANADA", "AUSTRALIA", "SWITZERLAND"] as const;

/** A rate (D2 §3); unlisted card types and countries are kept as sent. */
export const giftCardRate = v.pipe(
  v.looseObject({
    id: maybe(id),
    _id: maybe(id),
    cardType: text,
    country: text,
    rate: maybe(decimal),
    rateDisplay: text,
    physicalRate: maybe(decimal),
    ecodeRate: maybe(decimal),
    minAmount: maybe(decimal),
    maxAmount: maybe(decimal),
    vanillaType: text,
    notes: text,
    isActive: flag,
    createdAt: maybe(instant),
    lastUpdated: maybe(instant),
    updatedAt: maybe(instant),
    updatedBy: text,
  }),
  v.check((row) => (row.id ?? row._id) !== undefined, "has no id"),
  v.transform((row) => ({ ...row, id: row.id ?? row._id ?? "", lastUpdated: row.lastUpdated ?? row.updatedAt ?? undefined })),
);
export type GiftCardRate = v.InferOutput<typeof giftCardRate>;

const ratesPart = v.looseObject({
  rates: v.array(giftCardRate),
  pagination: v.nullish(v.looseObject({ currentPage: count, totalPages: count, total: count })),
});

export const giftCardRates = defineCall({
  method: "GET",
  path: "/admingiftcard/rates",
  auth: "bearer",
  kind: "read",
  query: v.object({
    page: v.optional(pageNumber),
    limit: v.optional(pageLimit),
    cardType: v.optional(term(60)),
    country: v.optional(term(60)),
    search: v.optional(term(200)),
  }),
  answer: v.pipe(
    v.looseObject({ ...saidFields, data: ratesPart }),
    v.transform(({ data: { rates, pagination } }) => ({
      rates,
      currentPage: pagination?.currentPage,
      totalPages: pagination?.totalPages,
      total: pagination?.total,
    })),
  ),
});

const figure = v.pipe(
  decimal,
  v.check((value) => new Big(value).gte(0), "is below 0"),
  v.check((value) => new Big(value).lte(1e12), "is too large"),
  figureDecimals,
);
const words = (most: number) => v.pipe(v.string("is not text"), v.trim(), v.maxLength(most, "is too long"));

/** A rate to create (GIFT-4); also a row of a bulk upload. */
export const newGiftCardRate = v.pipe(
  v.object({
    cardType: oneOf(cardTypes, "is not a card type"),
    country: oneOf(cardCountries, "is not a country"),
    rate: figure,
    rateDisplay: v.optional(words(60)),
    physicalRate: figure,
    ecodeRate: figure,
    minAmount: figure,
    maxAmount: figure,
    vanillaType: v.optional(term(60), ""),
    notes: v.optional(words(1000), ""),
    isActive: v.optional(v.boolean("is not true or false"), true),
  }),
  v.forward(
    v.check((row) => new Big(row.minAmount).lte(row.maxAmount), "is above maxAmount"),
    ["minAmount"],
  ),
);

export const createGiftCardRate = defineCall({
  method: "POST",
  path: "/admingiftcard/rates",
  auth: "bearer",
  kind: "mutation",
  action: "createGiftCardRate",
  body: newGiftCardRate,
  answer: mutationAnswer,
});

/** Without `rate` the base rate is unchanged (GIFT-5). */
export const updateGiftCardRate = defineCall({
  method: "PUT",
  path: "/admingiftcard/rates/{id}",
  auth: "bearer",
  kind: "mutation",
  action: "editGiftCardRate",
  body: v.object({
    rate: v.optional(figure),
    notes: v.optional(words(1000), ""),
    isActive: v.boolean("is not true or false"),
  }),
  answer: mutationAnswer,
});

export const deleteGiftCardRate = defineCall({
  method: "DELETE",
  path: "/admingiftcard/rates/{id}",
  auth: "bearer",
  kind: "mutation",
  action: "deleteGiftCardRate",
  answer: mutationAnswer,
});

const detail = v.pipe(
  v.looseObject({
    err: v.nullish(v.looseObject({ errmsg: sentences, index: count })),
    message: sentences,
    index: count,
  }),
  v.transform((row) => ({ message: row.err?.errmsg ?? row.message ?? "", index: row.index ?? row.err?.index })),
);
const bulkFields = v.looseObject({ ...saidFields, details: v.nullish(v.array(detail)) });

/** `details`: one per refused row; `index`: the row's position in the request. */
export const bulkAnswer = v.pipe(
  bulkFields,
  v.transform(({ success, message, error, details }) => ({ success, message, error, details: details ?? [] })),
);
export type BulkAnswer = v.InferOutput<typeof bulkAnswer>;

/** Parses a bulk upload's answer from an HTTP error; undefined if it has none of the fields. */
export function readBulkRefusal(body: string): BulkAnswer | undefined {
  const parsed = v.safeParse(bulkAnswer, jsonOf(body));
  return parsed.success ? parsed.output : undefined;
}

/** Most rows per upload. */
export const mostBulkRows = 10_000;

/** Rows are validated one by one with `newGiftCardRate`, so errors can name the row. */
export const bulkRows = v.pipe(
  v.array(v.record(v.string(), v.unknown(), "has a row that is not an object"), "is not a list"),
  v.minLength(1, "has no row"),
  v.maxLength(mostBulkRows, `has more than ${mostBulkRows} rows`),
);

export const bulkGiftCardRates = defineCall({
  method: "POST",
  path: "/admingiftcard/rates/bulk",
  auth: "bearer",
  kind: "mutation",
  action: "bulkGiftCardRates",
  body: v.object({ rates: bulkRows }),
  answer: bulkAnswer,
});
