import Big from "big.js";
import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { figureDecimals } from "./figure.ts";
import { instant, maybe, text } from "./scalars.ts";

const fields = v.looseObject({
  rate: maybe(decimal),
  onrampRate: maybe(decimal),
  offrampRate: maybe(decimal),
  updatedAt: maybe(instant),
  lastUpdated: maybe(instant),
  updatedBy: text,
});

const wire = v.looseObject({ ...saidFields, ...fields.entries, data: v.nullish(fields) });

type Named = "onrampRate" | "offrampRate";

/** Reads one of the rates: an answer may have both, and null where it has none yet; only without its own name it may be under the other. */
const reader =
  (own: Named, other: Named) =>
  ({ data, ...top }: v.InferOutput<typeof wire>) => {
    const at = data ?? top;
    return {
      success: top.success,
      message: top.message ?? top.error,
      rate: at.rate ?? (at[own] === undefined ? at[other] : at[own]) ?? undefined,
      updatedAt: at.updatedAt ?? at.lastUpdated ?? undefined,
      updatedBy: at.updatedBy,
    };
  };
const onramp = reader("onrampRate", "offrampRate");
const offramp = reader("offrampRate", "onrampRate");

/** A manual rate in naira per unit; `rate` is undefined if the host has none yet (`data`, or its own name in it, is null). */
const rateAnswer = (read: typeof onramp, own: Named) =>
  v.pipe(
    wire,
    v.check((answer) => read(answer).rate !== undefined || answer.data === null || (answer.data ?? answer)[own] === null, "has no rate"),
    v.transform(read),
  );
export type Rate = ReturnType<typeof onramp>;

/** Answer to setting a rate; may lack the rate. */
const setAnswer = (read: typeof onramp) => v.pipe(wire, v.transform(read));

const body = v.object({
  rate: v.pipe(
    decimal,
    v.check((value) => new Big(value).gt(0), "is not above 0"),
    v.check((value) => new Big(value).lte(1e9), "is too large"),
    figureDecimals,
  ),
});

export const onrampRate = defineCall({
  method: "GET",
  path: "/onramp/onramp-rate",
  auth: "bearer",
  kind: "read",
  answer: rateAnswer(onramp, "onrampRate"),
});
export const offrampRate = defineCall({
  method: "GET",
  path: "/offramp/offramp-rate",
  auth: "bearer",
  kind: "read",
  answer: rateAnswer(offramp, "offrampRate"),
});

export const setOnrampRate = defineCall({
  method: "POST",
  path: "/onramp/onramp-rate",
  auth: "bearer",
  kind: "mutation",
  action: "setOnrampRate",
  body,
  answer: setAnswer(onramp),
});
export const setOfframpRate = defineCall({
  method: "POST",
  path: "/offramp/offramp-rate",
  auth: "bearer",
  kind: "mutation",
  action: "setOfframpRate",
  body,
  answer: setAnswer(offramp),
});
