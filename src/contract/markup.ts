import Big from "big.js";
import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { figureDecimals } from "./figure.ts";
import { instant, maybe, text } from "./scalars.ts";

const record = v.looseObject({
  markup: maybe(decimal),
  updatedAt: maybe(instant),
  lastUpdated: maybe(instant),
  updatedBy: text,
});

const alone = v.pipe(
  decimal,
  v.transform((markup) => ({ success: undefined, message: undefined, markup, updatedAt: undefined, updatedBy: undefined })),
);

const wire = v.looseObject({
  ...saidFields,
  ...record.entries,
  data: v.nullish(
    v.union([
      v.pipe(
        decimal,
        v.transform((markup) => ({ markup, updatedAt: undefined, lastUpdated: undefined, updatedBy: undefined })),
      ),
      record,
    ]),
  ),
});

function read({ data, ...top }: v.InferOutput<typeof wire>) {
  const at = data ?? top;
  return {
    success: top.success,
    message: top.message ?? top.error,
    markup: at.markup ?? undefined,
    updatedAt: at.updatedAt ?? at.lastUpdated ?? undefined,
    updatedBy: at.updatedBy,
  };
}

/** The shape isn't documented: a number, or an object with markup, at the top level or under data (MARK-1). */
export const markupAnswer = v.union([
  alone,
  v.pipe(
    wire,
    v.check((answer) => read(answer).markup !== undefined || answer.data === null, "has no markup"),
    v.transform(read),
  ),
]);
export type Markup = v.InferOutput<typeof markupAnswer>;

export const markupRecord = defineCall({
  method: "GET",
  path: "/marker/markup-record",
  auth: "bearer",
  kind: "read",
  answer: markupAnswer,
});

/** The markup is a percentage added to a swap's cost. */
export const setMarkup = defineCall({
  method: "PUT",
  path: "/marker/markup",
  auth: "bearer",
  kind: "mutation",
  action: "setMarkup",
  body: v.object({
    markup: v.pipe(
      decimal,
      v.check((value) => new Big(value).gte(0), "is below 0"),
      v.check((value) => new Big(value).lte(100), "is above 100"),
      figureDecimals,
    ),
  }),
  // May lack the markup.
  answer: v.union([alone, v.pipe(wire, v.transform(read))]),
});
