import Big from "big.js";
import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { fundCurrencies, precisionOf } from "./currencies.ts";
import { decimal } from "./decimal.ts";
import { email, oneOf } from "./scalars.ts";

/** The least that can be funded or deducted, in any currency (D2 §9). */
export const leastFundAmount = "0.000001";

/** How many decimals a decimal text has, without zeros at its end. */
export const decimalsOf = (amount: string): number => {
  const [, fraction = ""] = new Big(amount).toFixed().split(".");
  return fraction.replace(/0+$/, "").length;
};

const amount = v.pipe(
  decimal,
  v.check((value) => new Big(value).gte(leastFundAmount), `is below ${leastFundAmount}`),
  v.check((value) => new Big(value).lt("1e15"), "is too large"),
);

/** What both calls take; `amount` goes out as a JSON number (FUND-3). */
export const fundBody = v.pipe(
  v.object({ email, currency: oneOf(fundCurrencies, "is not a currency that can be funded"), amount }),
  v.forward(
    v.check((body) => decimalsOf(body.amount) <= precisionOf[body.currency], "has more decimals than the currency"),
    ["amount"],
  ),
);

const fundAnswer = v.pipe(
  v.looseObject({ ...saidFields, data: v.nullish(v.looseObject({ newBalance: v.nullish(decimal) })) }),
  v.transform(({ success, message, error, data }) => ({ success, message: message ?? error, newBalance: data?.newBalance ?? undefined })),
);

/** The path is the default of `paths.fund` in config.json (CONF-1). */
export const fundUser = defineCall({
  method: "POST",
  path: "/funduser/fund",
  auth: "bearer",
  kind: "mutation",
  action: "fund",
  body: fundBody,
  numbers: ["amount"],
  answer: fundAnswer,
});

/** The path is the default of `paths.deduct` in config.json (CONF-1). */
export const deductUser = defineCall({
  method: "POST",
  path: "/funduser/deduct",
  auth: "bearer",
  kind: "mutation",
  action: "deduct",
  body: fundBody,
  numbers: ["amount"],
  answer: fundAnswer,
});
