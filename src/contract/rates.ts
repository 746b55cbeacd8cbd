import Big from "big.js";
import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { instant, text } from "./scalars.ts";

const fields = v.looseObject({
  rate: v.nullish(decimal),
  onrampRate: v.nullish(decimal),
  offrampRate: v.nullish(decimal),
  updatedAt: v.nullish(instant),
  lastUpdated: v.nullish(instant),
  updatedBy: text,
});

/** A manual rate in naira per unit; `rate` is undefined where the host has none yet, or refused (success false). */
export const rateAnswer = v.pipe(
  v.looseObject({ ...saidFields, ...fields.entries, data: v.nullish(fields) }),
  v.transform(({ data, ...top }) => {
    const at = data ?? top;
    return {
      success: top.success,
      message: top.message ?? top.error,
      rate: at.rate ?? at.onrampRate ?? at.offrampRate ?? undefined,
      updatedAt: at.updatedAt ?? at.lastUpdated ?? undefined,
      updatedBy: at.updatedBy,
    };
  }),
);
export type Rate = v.InferOutput<typeof rateAnswer>;

const body = v.object({
  rate: v.pipe(
    decimal,
    v.check((value) => new Big(value).gt(0), "is not above 0"),
    v.check((value) => new Big(value).lte(1e9), "is too large"),
  ),
});

export const onrampRate = defineCall({ method: "GET", path: "/onramp/onramp-rate", auth: "bearer", kind: "read", answer: rateAnswer });
export const offrampRate = defineCall({ method: "GET", path: "/offramp/offramp-rate", auth: "bearer", kind: "read", answer: rateAnswer });

export const setOnrampRate = defineCall({
  method: "POST",
  path: "/onramp/onramp-rate",
  auth: "bearer",
  kind: "mutation",
  body,
  answer: rateAnswer,
});
export const setOfframpRate = defineCall({
  method: "POST",
  path: "/offramp/offramp-rate",
  auth: "bearer",
  kind: "mutation",
  body,
  answer: rateAnswer,
});
