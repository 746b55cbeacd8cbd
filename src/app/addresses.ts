import { paths } from "./links.ts";

/** Who a page under /user-management is about; the email is in the URL, so that a reload keeps it (USER-11). */
export interface UserSubject {
  email?: string | undefined;
  /** Where the email isn't known, as from a transaction. */
  id?: string | undefined;
  username?: string | undefined;
}

/** The pages of one user, which take him in their URL. */
export type UserPage =
  | "userSummary"
  | "disable2fa"
  | "removePassword"
  | "fetchWallets"
  | "wipePendingBalance"
  | "generateWallet"
  | "regenerateWallet";

function withQuery(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const filled = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "");
  return filled.length === 0 ? path : `${path}?${new URLSearchParams(filled).toString()}`;
}

/** Addresses that take something; no route string is built anywhere else. */
export const links = {
  user: (page: UserPage, { email, id, username }: UserSubject): string => withQuery(paths[page], email ? { email } : { id, username }),
  /** The dashboard, filtered to what has this in its user, reference, id, counterpart or bank. */
  transactions: (searchTerm: string): string => withQuery(paths.home, { searchTerm }),
  /** The dashboard under a filter that is a query string already. */
  filtered: (search: string): string => (search === "" ? paths.home : `${paths.home}?${search}`),
  /** The list of users, filtered to who has this in the email, name or phone number. */
  users: (q: string): string => withQuery(paths.users, { q }),
  fees: (tab: string): string => withQuery(paths.fees, { tab }),
  prices: (tab: string): string => withQuery(paths.priceCalculator, { tab }),
  editFee: (currency?: string, network?: string): string => withQuery(paths.editFee, { currency, network }),
  editNetworkName: (currency: string, network: string): string => withQuery(paths.editNetworkName, { currency, network }),
  funding: (to: { email?: string; operation?: "fund" | "deduct"; currency?: string }): string => withQuery(paths.funding, to),
  fee: (currency: string, network: string): string => `${paths.fees}/view/${encodeURIComponent(currency)}/${encodeURIComponent(network)}`,
} as const;
