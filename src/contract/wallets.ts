import * as v from "valibot";
import { mutationAnswer, saidFields } from "./answers.ts";
import { defineCall } from "./call.ts";
import { walletTokens } from "./currencies.ts";
import { type Decimal, decimal } from "./decimal.ts";
import { email, oneOf, text } from "./scalars.ts";

/** A wallet (D2 §3); unnamed fields are kept. */
export const wallet = v.looseObject({ address: text, network: text, walletReferenceId: text });
export type Wallet = v.InferOutput<typeof wallet>;

/** Balances by name, as decimals; empty ones are dropped. */
export const balances = v.pipe(
  v.record(v.string(), v.unknown()),
  v.rawTransform(({ dataset, addIssue }) => {
    const read: Record<string, Decimal> = {};
    for (const [name, value] of Object.entries(dataset.value)) {
      if (value === null || value === undefined || value === "") continue;
      const parsed = v.safeParse(decimal, value);
      if (parsed.success) read[name] = parsed.output;
      else addIssue({ message: `${name} is not a number` });
    }
    return read;
  }),
);

const lookup = v.looseObject({
  ...saidFields,
  email: text,
  wallets: v.nullish(v.record(v.string(), v.nullish(wallet))),
  balances: v.nullish(balances),
});

/**
 * A user's wallets by token ("BTC_BTC") and balances by name: "btcBalance", "btcBalanceUSD" and, if sent, "btcPendingBalance". A
 * missing balance is absent, never 0.
 */
export const walletsAnswer = v.pipe(
  v.union([
    v.pipe(
      v.looseObject({ ...saidFields, data: v.looseObject({ ...lookup.entries }) }),
      v.transform(({ success, data }) => ({ ...data, success: success ?? data.success })),
    ),
    v.pipe(
      lookup,
      v.check((answer) => answer["data"] === undefined || answer["data"] === null, "has data that can't be read"),
    ),
  ]),
  v.check((answer) => answer.success !== false, "is a refusal"),
  v.check(({ wallets, balances }) => (wallets ?? balances ?? undefined) !== undefined, "says nothing of a user's wallets"),
  v.transform(({ email, wallets, balances }) => ({
    email,
    wallets: Object.fromEntries(Object.entries(wallets ?? {}).flatMap(([token, found]) => (found ? [[token, found] as const] : []))),
    balances: balances ?? {},
    // Without any, it isn't known that the user has none.
    ...(balances ? {} : { lacksBalances: true as const }),
  })),
);
export type Wallets = v.InferOutput<typeof walletsAnswer>;

export const userWallets = defineCall({
  method: "GET",
  path: "/admin/users/wallets",
  auth: "bearer",
  kind: "read",
  query: v.object({ email }),
  answer: walletsAnswer,
});

export const wipePending = defineCall({
  method: "POST",
  path: "/pending/wipe",
  auth: "bearer",
  kind: "mutation",
  action: "wipe",
  body: v.object({ email, currency: oneOf(walletTokens, "is not a currency that can be wiped") }),
  answer: mutationAnswer,
});

/** Names of a currency's fields in `balances`. */
export const balanceNames = (currency: string): { available: string; usd: string; pending: string } => {
  const lower = currency.toLowerCase();
  return { available: `${lower}Balance`, usd: `${lower}BalanceUSD`, pending: `${lower}PendingBalance` };
};
