import Big from "big.js";
import fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { csvOf, readCsv } from "../../src/app/csv/csv.ts";
import { chooseWallets, csvRows, portfolioOf, unvaluedTokens, walletsOf } from "../../src/app/screens/users/wallets/portfolio.ts";
import { walletsAnswer } from "../../src/contract/wallets.ts";
import { parseJson } from "../../src/contract/json.ts";

const read = (json: string) => v.parse(walletsAnswer, parseJson(json));
const total = (balances: string) => portfolioOf(read(`{"balances":${balances}}`).balances);

test("[SYNC-8] an answer with an email and nothing else says nothing of wallets, and no balances are not none", () => {
  expect(() => read(`{"success":true,"email":"ada@example.com"}`)).toThrow("says nothing");
  expect(read(`{"wallets":{},"balances":null}`).lacksBalances).toBe(true);
  expect(read(`{"balances":{}}`).lacksBalances).toBeUndefined();
});

describe("a user's wallets", () => {
  test("[WALL-2] the total is the exact sum of the dollar balances, with two decimals", () => {
    expect(total(`{"btcBalance":2,"btcBalanceUSD":0.1,"ethBalanceUSD":"0.2","solBalanceUSD":1e-3}`)).toEqual({ is: "usd", total: "0.30" });
    expect(total(`{"btcBalanceUSD":9007199254740993.25,"ethBalanceUSD":0.75}`)).toEqual({ is: "usd", total: "9007199254740994.00" });
  });

  test("[WALL-2] a total in dollars names the tokens that it leaves out", () => {
    const left = (balances: string) => unvaluedTokens(read(`{"balances":${balances}}`));
    expect(
      left(`{"btcBalance":2,"btcBalanceUSD":null,"usdtBalance":12,"usdtBalanceUSD":12,"ngnbBalance":"0.00","ethPendingBalance":1}`),
    ).toEqual(["BTC"]);
  });

  test("[WALL-2] without a dollar balance other than zero it is the sum of the token balances that aren't pending", () => {
    expect(total(`{"btcBalance":"0.1","ethBalance":"0.2","btcBalanceUSD":0,"ethPendingBalance":5}`)).toEqual({ is: "mixed", total: "0.3" });
    expect(total(`{"ethBalance":0.123456789123456789}`)).toEqual({ is: "mixed", total: "0.12345679" });
  });

  test("[WALL-2] nothing sent is nothing known, and zeros are zero", () => {
    expect(total(`{}`)).toEqual({ is: "none" });
    expect(total(`{"btcBalance":null}`)).toEqual({ is: "none" });
    expect(total(`{"btcBalanceUSD":0}`)).toEqual({ is: "usd", total: "0.00" });
  });

  test("[WALL-2] what rounds to nothing has no sign", () => {
    expect(total(`{"btcBalanceUSD":-0.004}`)).toEqual({ is: "usd", total: "0.00" });
    expect(total(`{"btcBalanceUSD":-0.006}`)).toEqual({ is: "usd", total: "-0.01" });
    expect(total(`{"ethBalance":"-0.000000001"}`)).toEqual({ is: "mixed", total: "0" });
  });

  test("[WALL-2] whatever the balances, nothing is lost in the sum", () => {
    const amount = fc
      .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 2 }))
      .map(([units, places]) => new Big(units.toString()).div(10 ** places).toFixed());
    fc.assert(
      fc.property(fc.array(amount, { minLength: 1, maxLength: 8 }), (amounts) => {
        const balances = Object.fromEntries(amounts.map((one, index) => [`t${index}BalanceUSD`, one]));
        const sum = amounts.reduce((all, one) => all + BigInt(new Big(one).times(100).toFixed(0)), 0n);
        const found = total(JSON.stringify(balances));
        expect(found.is === "usd" ? BigInt(found.total.replace(".", "")) : undefined).toBe(sum);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  const answer =
    read(`{"wallets":{"BTC_BTC":{"address":"bc1q","network":"Bitcoin","walletReferenceId":"r1"},"USDT_USDT":{"address":"=T9","network":"Tron"}},
    "balances":{"btcBalance":0.5,"btcBalanceUSD":100,"btcPendingBalance":0.1,"ngnbBalance":7,"usdtBalance":300000000000}}`);

  test("[WALL-1, WALL-2] the pending amount is the host's, else 0.00; what it didn't send is undefined", () => {
    expect(walletsOf(answer)).toEqual([
      { key: "BTC_BTC", token: "BTC", address: "bc1q", network: "Bitcoin", reference: "r1", available: "0.5", usd: "100", pending: "0.1" },
      {
        key: "USDT_USDT",
        token: "USDT",
        address: "=T9",
        network: "Tron",
        reference: undefined,
        available: "300000000000",
        usd: undefined,
        pending: "0.00",
      },
      {
        key: "NGNB",
        token: "NGNB",
        address: undefined,
        network: undefined,
        reference: undefined,
        available: "7",
        usd: undefined,
        pending: "0.00",
      },
    ]);
  });

  test("[WALL-1, WALL-2] the ticked tokens and the search choose what is shown", () => {
    const all = walletsOf(answer);
    const offered = ["BTC", "USDT", "NGNB"];
    const keys = (ticked: string[], text: string) => chooseWallets(all, ticked, offered, text).map((wallet) => wallet.key);
    expect(keys(["BTC"], "")).toEqual(["BTC_BTC"]);
    expect(keys(offered, "=t9")).toEqual(["USDT_USDT"]);
    expect(keys(offered, "usdt")).toEqual(["USDT_USDT"]);
    expect(keys(offered, "zzz")).toEqual([]);
  });

  test("[WALL-4] the CSV holds what is shown: the table, then names and values of the balances", () => {
    const shown = chooseWallets(walletsOf(answer), ["BTC", "USDT"], ["BTC", "USDT", "NGNB"], "");
    const text = csvOf(csvRows(shown, answer));
    expect(readCsv(text)).toEqual([
      ["token", "address", "network", "walletReferenceId"],
      ["BTC_BTC", "bc1q", "Bitcoin", "r1"],
      ["USDT_USDT", "=T9", "Tron", ""],
      ["btcBalance", "0.5"],
      ["btcBalanceUSD", "100"],
      ["btcPendingBalance", "0.1"],
      ["usdtBalance", "300000000000"],
    ]);
    expect(text).toContain("usdtBalance,300000000000");
    expect(text).toContain(`"'=T9"`);
    expect(csvRows([], answer)).toEqual([]);
  });
});
