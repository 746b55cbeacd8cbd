import Big from "big.js";
import { cardCountries, cardTypes } from "../../src/contract/gift-cards.ts";
import type { Db } from "../db/connection.ts";
import { cryptoFees, figures, giftCardRates } from "../db/schema.ts";
import { Random } from "./random.ts";

const fees = [
  ["BTC", "Bitcoin", "Bitcoin", "2.5"],
  ["ETH", "Ethereum", "Ethereum (ERC-20)", "3.75"],
  ["USDT", "Ethereum", "Ethereum (ERC-20)", "4"],
  ["USDT", "Tron", "Tron (TRC-20)", "1"],
  ["USDC", "Ethereum", "Ethereum (ERC-20)", "4"],
  ["SOL", "Solana", "Solana", "0.02"],
  ["BNB", "BNB Smart Chain", "BNB Smart Chain (BEP-20)", "0.3"],
  ["MATIC", "Polygon", "Polygon", "0.05"],
  ["TRX", "Tron", "Tron", "0.8"],
] as const;

const updatedBy = "Demonstration";

function giftCards(random: Random, now: Date, onSale: boolean) {
  const rows = [];
  for (const cardType of cardTypes)
    for (const country of cardCountries) {
      if (country !== "US" && random.chance(0.35)) continue;
      for (const vanillaType of cardType === "VANILLA" ? ["4097", "5164"] : [""]) {
        const rate = random.whole(900, 1450);
        const at = new Date(now.getTime() - random.whole(1, 60 * 24 * 3600) * 1000);
        const least = random.pick([10, 25, 50]);
        rows.push({
          id: `${Math.floor(at.getTime() / 1000).toString(16)}${random.hex(16)}`,
          cardType,
          country,
          vanillaType,
          rate: String(rate),
          rateDisplay: String(rate),
          physicalRate: String(rate + random.whole(0, 40)),
          ecodeRate: new Big(rate).times("0.95").toFixed(),
          minAmount: String(least),
          maxAmount: String(least * random.pick([10, 20, 40])),
          notes: random.chance(0.2) ? "Receipt required" : "",
          isActive: random.chance(0.85) && onSale,
          createdAt: at,
          updatedAt: at,
          updatedBy,
        });
      }
    }
  return rows;
}

/** Fees, rates, markup, markdown and gift card rates to begin with. `onSale`: whether gift card rates, which are invented, may be active. */
export async function loadFigures(tx: Db, now: Date, onSale: boolean): Promise<void> {
  const stamp = { updatedAt: now, updatedBy };
  await tx
    .insert(cryptoFees)
    .values(fees.map(([currency, network, networkName, networkFee]) => ({ currency, network, networkName, networkFee, ...stamp })));
  await tx.insert(figures).values([
    { name: "onramp", value: "1615.5", ...stamp },
    { name: "offramp", value: "1588.25", ...stamp },
    { name: "markup", value: "1.5", ...stamp },
    { name: "markdown", value: "2.5", description: "Season's markdown", ...stamp },
  ]);
  await tx.insert(giftCardRates).values(giftCards(new Random(4175), now, onSale));
}
