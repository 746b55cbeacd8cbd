import { nameOf } from "../../src/contract/call.ts";
import { cryptoFees, oneCryptoFee } from "../../src/contract/fees.ts";
import { giftCardRates } from "../../src/contract/gift-cards.ts";
import { calculatePrice, globalMarkdown } from "../../src/contract/markdown.ts";
import { markupRecord } from "../../src/contract/markup.ts";
import { offrampRate, onrampRate } from "../../src/contract/rates.ts";
import type { Conformance } from "../conformance.ts";
import { shown } from "../differences.ts";

async function checkFees(conformance: Conformance): Promise<void> {
  const [fee] = (await conformance.check(cryptoFees)) ?? [];
  const name = nameOf(oneCryptoFee);
  if (fee === undefined) return conformance.pass(name, { is: "not asked", why: "no fee was found" });
  const { currency, network } = fee;
  const one = await conformance.check(oneCryptoFee, { params: { currency, network } });
  if (one !== undefined && (one.currency !== currency || one.network !== network))
    conformance.note(name, [
      { field: "data", expected: `the fee for ${currency} on ${network}`, got: `that for ${one.currency} on ${one.network}` },
    ]);
  if (one !== undefined)
    await conformance.refuses(oneCryptoFee, "a fee that isn't there", { params: { currency: "NONE", network: "No such network" } });
}

async function checkPrices(conformance: Conformance): Promise<void> {
  await conformance.check(globalMarkdown);
  const price = await conformance.check(calculatePrice, { query: { originalPrice: "1000", asset: "Conform" } });
  if (price?.originalPrice !== undefined && price.originalPrice !== null && Number(price.originalPrice) !== 1000)
    conformance.note(nameOf(calculatePrice), [
      { field: "data.originalPrice", expected: "1000, as asked", got: shown(price.originalPrice) },
    ]);
}

async function checkGiftCards(conformance: Conformance): Promise<void> {
  const name = nameOf(giftCardRates);
  const limit = 5;
  const first = await conformance.check(giftCardRates, { query: { page: 1, limit } });
  if (first === undefined) return;
  if (first.currentPage !== undefined && first.currentPage !== 1)
    conformance.note(name, [{ field: "data.pagination.currentPage", expected: "1, as asked", got: shown(first.currentPage) }]);
  if (first.rates.length > limit)
    conformance.note(name, [{ field: "data.rates", expected: `at most ${limit}, as limit asks`, got: `a list of ${first.rates.length}` }]);
  const cardType = first.rates[0]?.cardType;
  if (cardType === undefined) return;
  const found = await conformance.check(giftCardRates, { query: { page: 1, limit, cardType } });
  const strangers = found?.rates.filter((rate) => rate.cardType !== cardType).length ?? 0;
  if (strangers > 0)
    conformance.note(name, [{ field: `data.rates for cardType=${cardType}`, expected: "only rates that fit", got: `${strangers} don't` }]);
}

/** Fees, rates, markup, markdown, prices and gift card rates (FEE-1, RATE-1, MARK-1, PRICE-1, GIFT-1). */
export async function checkFigures(conformance: Conformance): Promise<void> {
  await checkFees(conformance);
  await conformance.check(onrampRate);
  await conformance.check(offrampRate);
  await conformance.check(markupRecord);
  await checkPrices(conformance);
  await checkGiftCards(conformance);
}
