import Big from "big.js";
import * as v from "valibot";
import { dataOf, mutationAnswer } from "./answers.ts";
import { defineCall } from "./call.ts";
import { decimal } from "./decimal.ts";
import { figureDecimals } from "./figure.ts";
import { instant, maybe, text, word } from "./scalars.ts";

/** A network fee in USD (D1 §3), optionally with when and by whom it was last changed. */
export const cryptoFee = v.pipe(
  v.looseObject({
    currency: v.string(),
    network: v.string(),
    networkName: text,
    networkFee: maybe(decimal),
    updatedAt: maybe(instant),
    lastUpdated: maybe(instant),
    updatedBy: text,
  }),
  v.transform((fee) => ({ ...fee, networkFee: fee.networkFee ?? undefined, updatedAt: fee.updatedAt ?? fee.lastUpdated ?? undefined })),
);
export type CryptoFee = v.InferOutput<typeof cryptoFee>;

const subject = { currency: word(20), network: word(60) };
const networkName = word(100);

export const cryptoFees = defineCall({
  method: "GET",
  path: "/set-fee/crypto-fee",
  auth: "bearer",
  kind: "read",
  answer: dataOf(v.array(cryptoFee)),
});

export const oneCryptoFee = defineCall({
  method: "GET",
  path: "/set-fee/crypto-fee/{currency}/{network}",
  auth: "bearer",
  kind: "read",
  answer: dataOf(cryptoFee),
});

export const updateCryptoFee = defineCall({
  method: "PUT",
  path: "/set-fee/crypto-fee",
  auth: "bearer",
  kind: "mutation",
  action: "setFee",
  body: v.object({
    ...subject,
    networkName,
    networkFee: v.pipe(
      decimal,
      v.check((value) => new Big(value).gte(0), "is below 0"),
      v.check((value) => new Big(value).lte(1e6), "is too large"),
      figureDecimals,
    ),
  }),
  answer: mutationAnswer,
});

export const renameNetwork = defineCall({
  method: "PATCH",
  path: "/set-fee/crypto-fee-name",
  auth: "bearer",
  kind: "mutation",
  action: "renameNetwork",
  body: v.object({ ...subject, networkName }),
  answer: mutationAnswer,
});
