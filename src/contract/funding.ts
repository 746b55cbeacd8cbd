import Big from "big.js";
import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { type FundCurrency, fundCurrencies, precisionOf } from "./currencies.ts";
import { decimal } from "./decimal.ts";
import { email, maybe, oneOf, text, word } from "./scalars.ts";

/** The least that can be funded or deducted, in any currency (D2 §9). */
export const leastFundAmount = "0.000001";

/** How many decimals a decimal text has, without zeros at its end. */
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

/** Whether the currency has as many decimals as the amount. */
export const fundAmountFits = ({ amount, currency }: { readonly amount: string; readonly currency: FundCurrency }): boolean =>
  decimalsOf(amount) <= precisionOf[currency];

/** A note has this many characters at most (APPR-2). */
export const mostNoteLength = 500;
export const fundNote = v.pipe(
  v.string("is not text"),
  v.trim(),
  v.maxLength(mostNoteLength, `has more than ${mostNoteLength} characters`),
);

/** What moves money for a user, and why; a slip says the same. */
export const fundFields = {
  email,
  currency: fundCurrency,
  amount,
  /** The code of one of the policy's reasons (APPR-2). */
  reason: v.optional(word(60)),
  note: v.optional(fundNote),
  /** The reference of the entry that is to be reversed (APPR-9). */
  reverses: v.optional(word(100)),
};

/**
 * What both calls take; `amount` goes out as a JSON number (FUND-3). A host takes the reason, the note and the reference only
 * where config.json names `approvals`.
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
    /** The ledger's, by which it can be reversed; hosts with approvals send it. */
    reference: data?.reference,
  })),
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
