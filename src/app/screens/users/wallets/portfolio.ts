import Big from "big.js";
import { searchText } from "../../../../contract/text.ts";
import type { Wallet, Wallets } from "../../../../contract/wallets.ts";
import { balanceNames } from "../../../../contract/wallets.ts";
import { type CsvCell, figure } from "../../../csv/csv.ts";

/** A user's total holdings. */
export type Portfolio =
  /** In US dollars, two decimals. */
  | { readonly is: "usd"; readonly total: string }
  /** A sum of different tokens, up to eight decimals, if the host sends no dollars (WALL-2). */
  | { readonly is: "mixed"; readonly total: string }
  /** The host sent no balances. */
  | { readonly is: "none" };

const isPending = (name: string): boolean => /pending/i.test(name);
const isUsd = (name: string): boolean => /usd$/i.test(name) && /balance/i.test(name);

const sumOf = (values: readonly string[]): Big => values.reduce((sum, value) => sum.plus(value), new Big(0));

/** Rounded; without a sign if that gives zero. */
function rounded(sum: Big, decimals: number): Big {
  const near = sum.round(decimals);
  return near.eq(0) ? new Big(0) : near;
}

/**
 * The portfolio total (D2 §9): the sum of the US dollar balances; if all of those are zero, the sum of the non-pending
 * token balances. Exact decimals.
 */
export function portfolioOf(balances: Wallets["balances"]): Portfolio {
  const held = Object.entries(balances).filter(([name]) => !isPending(name));
  const usd = held.filter(([name]) => isUsd(name)).map(([, value]) => value);
  const tokens = held.filter(([name]) => !isUsd(name)).map(([, value]) => value);
  if (usd.some((value) => !new Big(value).eq(0))) return { is: "usd", total: rounded(sumOf(usd), 2).toFixed(2) };
  const mixed = sumOf(tokens);
  if (!mixed.eq(0)) return { is: "mixed", total: rounded(mixed, 8).toFixed() };
  if (usd.length > 0) return { is: "usd", total: "0.00" };
  return tokens.length > 0 ? { is: "mixed", total: "0" } : { is: "none" };
}

/** A wallet as shown. Fields the host didn't send are undefined; only the pending amount defaults to 0.00. */
export interface ShownWallet {
  /** The host's name for it: "BTC_BTC". */
  readonly key: string;
  /** "BTC" */
  readonly token: string;
  readonly address: string | undefined;
  readonly network: string | undefined;
  readonly reference: string | undefined;
  readonly available: string | undefined;
  readonly usd: string | undefined;
  readonly pending: string;
}

const tokenOf = (key: string): string => (key.split("_")[0] ?? key).toUpperCase();

function shown(key: string, wallet: Wallet | undefined, balances: Wallets["balances"]): ShownWallet {
  const names = balanceNames(tokenOf(key));
  return {
    key,
    token: tokenOf(key),
    address: wallet?.address?.trim() || undefined,
    network: wallet?.network,
    reference: wallet?.walletReferenceId,
    available: balances[names.available],
    usd: balances[names.usd],
    pending: balances[names.pending] ?? "0.00",
  };
}

/** A user's wallets, and tokens with a balance but no wallet, in the host's order. */
export function walletsOf({ wallets, balances }: Wallets): ShownWallet[] {
  const withWallet = Object.entries(wallets).map(([key, wallet]) => shown(key, wallet, balances));
  const known = new Set(withWallet.map((wallet) => wallet.token));
  const bare = Object.keys(balances)
    .flatMap((name) => /^([a-z0-9]+?)(?:Pending)?Balance/.exec(name)?.[1] ?? [])
    .map((token) => token.toUpperCase())
    .filter((token) => !known.has(token));
  return [...withWallet, ...[...new Set(bare)].map((token) => shown(token, undefined, balances))];
}

/** Tokens that a total in dollars leaves out: the user holds some, and the host sent no value of it. */
export function unvaluedTokens(wallets: Wallets): string[] {
  const without = walletsOf(wallets).filter(
    ({ available, usd }) => available !== undefined && usd === undefined && !new Big(available).eq(0),
  );
  return [...new Set(without.map(({ token }) => token))];
}

/** The wallets of ticked tokens that contain the text in token or address (WALL-2). Tokens without a checkbox are always shown. */
export function chooseWallets(
  all: readonly ShownWallet[],
  ticked: readonly string[],
  offered: readonly string[],
  text: string,
): ShownWallet[] {
  const term = searchText(text);
  return all.filter(
    (wallet) =>
      (ticked.includes(wallet.token) || !offered.includes(wallet.token)) &&
      (term === "" || [wallet.key, wallet.address].some((word) => searchText(word ?? "").includes(term))),
  );
}

/** CSV rows of what is shown (WALL-4): the wallets under their headers, then balances as name and value. */
export function csvRows(shownWallets: readonly ShownWallet[], { wallets, balances }: Wallets): CsvCell[][] {
  const table = shownWallets.flatMap((wallet) =>
    Object.hasOwn(wallets, wallet.key) ? [[wallet.key, wallet.address ?? "", wallet.network ?? "", wallet.reference ?? ""]] : [],
  );
  const tokens = new Set(shownWallets.map((wallet) => wallet.token.toLowerCase()));
  const figures = Object.entries(balances).filter(([name]) => tokens.has(/^([a-z0-9]+?)(?:Pending)?Balance/.exec(name)?.[1] ?? ""));
  if (table.length === 0 && figures.length === 0) return [];
  return [["token", "address", "network", "walletReferenceId"], ...table, ...figures.map(([name, value]) => [name, figure(value)])];
}
