import Big from "big.js";
import * as v from "valibot";
import { mutationAnswer, saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { figureDecimals } from "./figure.ts";
import { flag, instant, maybe, text, word } from "./scalars.ts";

const fields = v.looseObject({
  markdownPercentage: maybe(decimal),
  markdown: maybe(decimal),
  formattedPercentage: text,
  description: text,
  isActive: flag,
  active: flag,
  updatedAt: maybe(instant),
  lastUpdated: maybe(instant),
  last_updated: maybe(instant),
  updatedBy: text,
});

/** The global markdown, under every field name in the documents (PRICE-3). */
export const markdownAnswer = v.pipe(
  v.looseObject({ ...saidFields, ...fields.entries, data: v.nullish(fields) }),
  v.check((answer) => {
    const at = answer.data ?? answer;
    return (at.markdownPercentage ?? at.markdown ?? undefined) !== undefined || answer.data === null;
  }, "has no percentage"),
  v.transform(({ data, ...top }) => {
    const at = data ?? top;
    return {
      markdownPercentage: at.markdownPercentage ?? at.markdown ?? undefined,
      formattedPercentage: at.formattedPercentage,
      description: at.description,
      isActive: at.isActive ?? at.active,
      updatedAt: at.updatedAt ?? at.lastUpdated ?? at.last_updated ?? undefined,
      updatedBy: at.updatedBy,
    };
  }),
);
export type GlobalMarkdown = v.InferOutput<typeof markdownAnswer>;

/** Sent without the bearer token (AUTH-13). */
export const globalMarkdown = defineCall({
  method: "GET",
  path: "/asset-markdown/global",
  auth: "none",
  kind: "read",
  answer: markdownAnswer,
});

export const setGlobalMarkdown = defineCall({
  method: "POST",
  path: "/asset-markdown/set-global",
  auth: "bearer",
  kind: "mutation",
  action: "setMarkdown",
  body: v.object({
    markdownPercentage: v.pipe(
      decimal,
      v.check((value) => new Big(value).gte(0) && new Big(value).lte(100), "is not between 0 and 100"),
      figureDecimals,
    ),
    description: v.optional(v.pipe(v.string("is not text"), v.maxLength(500, "is too long")), ""),
  }),
  answer: mutationAnswer,
});

export const toggleGlobalMarkdown = defineCall({
  method: "PUT",
  path: "/asset-markdown/toggle-global",
  auth: "bearer",
  kind: "mutation",
  action: "toggleMarkdown",
  body: v.object({}),
  answer: mutationAnswer,
});

/** Result of a price calculation; prices in naira (PRICE-2). */
export const calculation = v.looseObject({
  asset: text,
  originalPrice: maybe(decimal),
  discountAmount: maybe(decimal),
  discountedPrice: maybe(decimal),
  markdownPercentage: maybe(decimal),
  formattedPercentage: text,
  isActive: flag,
  calculatedAt: maybe(instant),
});
export type Calculation = v.InferOutput<typeof calculation>;

/** Sent without the bearer token (AUTH-13). */
export const calculatePrice = defineCall({
  method: "GET",
  path: "/asset-markdown/calculate-price",
  auth: "none",
  kind: "read",
  query: v.object({
    originalPrice: v.pipe(
      decimal,
      v.check((value) => new Big(value).gt(0), "is not above 0"),
      v.check((value) => new Big(value).lt("1e15"), "is too large"),
      figureDecimals,
    ),
    asset: word(60),
  }),
  answer: v.pipe(
    v.looseObject({ ...saidFields, data: calculation }),
    v.transform(({ message, error, data }) => ({ ...data, message: message ?? error })),
  ),
});
