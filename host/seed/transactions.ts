import { type FundCurrency, fundCurrencies } from "../../src/contract/currencies.ts";
import { believableAmount, decimalText } from "./amounts.ts";
import { banks } from "./names.ts";
import type { Random } from "./random.ts";

export interface SeedTransaction {
  readonly id: string;
  readonly user_id: string;
  readonly username: string;
  readonly type: string;
  readonly status: string;
  readonly currency: string;
  readonly amount: string;
  readonly reference: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly from_currency?: string;
  readonly to_currency?: string;
  readonly swap_type?: string;
  readonly bank_name?: string;
  readonly account_number_masked?: string;
  readonly recipient_username?: string;
  readonly sender_username?: string;
  readonly card_type?: string;
  readonly country?: string;
}

export interface Person {
  readonly id: string;
  readonly username: string;
}

const cardTypes = ["APPLE", "STEAM", "NORDSTROM", "MACY", "NIKE", "GOOGLE_PLAY", "AMAZON", "VISA", "RAZOR_GOLD", "SEPHORA", "XBOX", "EBAY"];
const cardCountries = ["US", "US", "US", "CANADA", "AUSTRALIA", "SWITZERLAND"];
const coins = fundCurrencies.filter((currency) => currency !== "NGNB");
const coinsBut = new Map(fundCurrencies.map((from) => [from, coins.filter((other) => other !== from)]));

/** Old ones are settled; among those of the last day some still wait. */
function statusOf(random: Random, done: string, isFresh: boolean): string {
  if (isFresh && random.chance(0.3)) return random.pick(["PENDING", "PENDING", "PROCESSING"]);
  if (random.chance(0.9)) return done;
  return random.pick(["FAILED", "FAILED", "REJECTED", "PENDING"]);
}

type Kind = "swap" | "deposit" | "withdrawal" | "giftcard" | "transfer";
const kinds: readonly Kind[] = ["swap", "swap", "deposit", "deposit", "withdrawal", "withdrawal", "giftcard", "transfer"];

function swap(random: Random): Omit<Parts, "done"> {
  const swapType = random.pick(["ONRAMP", "OFFRAMP", "CRYPTO"]);
  const coin = random.pick(coins);
  const from: FundCurrency = swapType === "ONRAMP" ? "NGNB" : coin;
  const to: FundCurrency = swapType === "OFFRAMP" ? "NGNB" : random.pick(coinsBut.get(from) ?? coins);
  return {
    type: random.chance(0.3) ? "OBIEX_SWAP" : "SWAP",
    currency: from,
    amount: -believableAmount(random, from),
    more: { from_currency: from, to_currency: to, swap_type: swapType },
  };
}

interface Parts {
  readonly type: string;
  readonly currency: FundCurrency;
  /** Smallest units. */
  readonly amount: bigint;
  readonly done: string;
  readonly more: Partial<SeedTransaction>;
}

function partsOf(kind: Exclude<Kind, "transfer">, random: Random): Parts {
  switch (kind) {
    case "swap":
      return { ...swap(random), done: random.pick(["SUCCESSFUL", "COMPLETED"]) };
    case "deposit": {
      const currency = random.pick(fundCurrencies);
      return {
        type: "DEPOSIT",
        currency,
        amount: believableAmount(random, currency),
        done: random.pick(["CONFIRMED", "SUCCESSFUL"]),
        more: {},
      };
    }
    case "withdrawal": {
      const more = { bank_name: random.pick(banks), account_number_masked: `******${random.digits(4)}` };
      return { type: "WITHDRAWAL", currency: "NGNB", amount: -believableAmount(random, "NGNB"), done: "SUCCESSFUL", more };
    }
    case "giftcard": {
      const more = { card_type: random.pick(cardTypes), country: random.pick(cardCountries) };
      return { type: "GIFTCARD", currency: "NGNB", amount: believableAmount(random, "NGNB"), done: "COMPLETED", more };
    }
  }
}

/** Ids sort like the moments they were made in, to the millisecond. */
const idAt = (random: Random, at: Date): string => at.getTime().toString(16).padStart(12, "0") + random.hex(12);

/** What one moment brings: one transaction, or the two sides of an internal transfer. */
export function seedTransactions(random: Random, people: readonly Person[], at: Date, now: Date): readonly SeedTransaction[] {
  const userAt = random.whole(0, people.length - 1);
  const user = people[userAt];
  if (user === undefined) return [];
  const kind = random.pick(kinds);
  const isFresh = now.getTime() - at.getTime() < 24 * 3600 * 1000;
  const createdAt = at.toISOString();
  const reference = `CF-${random.hex(12).toUpperCase()}`;
  const updatedAt = new Date(Math.min(now.getTime(), at.getTime() + random.whole(0, 600_000))).toISOString();
  const common = { reference, created_at: createdAt, updated_at: updatedAt };
  if (kind !== "transfer") {
    const { more, done, amount, type, currency } = partsOf(kind, random);
    const status = statusOf(random, done, isFresh);
    return [
      {
        id: idAt(random, at),
        user_id: user.id,
        username: user.username,
        type,
        status,
        currency,
        amount: decimalText(amount, currency),
        ...common,
        ...more,
      },
    ];
  }
  const other = people[(userAt + random.whole(1, Math.max(1, people.length - 1))) % people.length] ?? user;
  const currency = random.pick(fundCurrencies);
  const amount = believableAmount(random, currency);
  const both = { currency, status: statusOf(random, "COMPLETED", isFresh), ...common };
  return [
    {
      ...both,
      id: idAt(random, at),
      user_id: user.id,
      username: user.username,
      type: "INTERNAL_TRANSFER_SENT",
      amount: decimalText(-amount, currency),
      recipient_username: other.username,
    },
    {
      ...both,
      id: idAt(random, at),
      user_id: other.id,
      username: other.username,
      type: "INTERNAL_TRANSFER_RECEIVED",
      amount: decimalText(amount, currency),
      sender_username: user.username,
    },
  ];
}
