import Big from "big.js";
import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { type FundCurrency, fundCurrencies, precisionOf } from "./currencies.ts";
import { decimal } from "./decimal.ts";
import { email, maybe, oneOf, text, word } from "./scalars.ts";

/** Smallest funding or deduction in any currency (D2 §9). */
export const leastFundAmount = "0.000001";

/** Number of decimals, without trailing zeros. */
export const decimalsOf = (amount: string): number => {
  const [, fraction = ""] = new Big(amount).toFixed().split(".");
  return fraction.replace(/0+$/, "").length;
};

export const fundCurrency = oneOf(fundCurrencies, "is not a currency that can be funded");

const amount = v.pipe(
  decimal,
  v.check((value) => new Big(value).gte(leastFundAmount), `is below ${leastFundAmount}`),
  v.check((value) => new Big(value).lt("1e15"), "is too large"),
);

/** Whether the amount's decimals fit the currency. */
export const fundAmountFits = ({ amount, currency }: { readonly amount: string; readonly currency: FundCurrency }): boolean =>
  decimalsOf(amount) <= precisionOf[currency];

/** Longest note, in characters (APPR-2). */
export const mostNoteLength = 500;
export const fundNote = v.pipe(
  v.string("is not text"),
  v.trim(),
  v.maxLength(mostNoteLength, `has more than ${mostNoteLength} characters`),
);

/** A movement of a user's money and its reason; slips have the same fields. */
export const fundFields = {
  email,
  currency: fundCurrency,
  amount,
  /** Code of a policy reason (APPR-2). */
  reason: v.optional(word(60)),
  note: v.optional(fundNote),
  /** Reference of the entry to reverse (APPR-9). */
  reverses: v.optional(word(100)),
};

/**
 * Body of both calls; `amount` is sent as a JSON number (FUND-3). Reason, note and reference are only for hosts whose config.json
 * names `approvals`.
 */
export const fundBody = v.pipe(
  v.object(fundFields),
  v.forward(
    v.check((body) => fundAmountFits(body), "has more decimals than the currency"),
    ["amount"],
  ),
);

const fundAnswer = v.pipe(
  v.looseObject({ ...saidFields, data: v.nullish(v.looseObject({ newBalance: maybe(decimal), reference: text })) }),
  v.transform(({ success, message, error, data }) => ({
    success,
    message: message ?? error,
    newBalance: data?.newBalance ?? undefined,
    /** The ledger's reference, needed for a reversal; sent by hosts with approvals. */
    reference: data?.reference,
  })),
);

/** Default of config.json's `paths.fund` (CONF-1). */
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

/** Default of config.json's `paths.deduct` (CONF-1). */
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
