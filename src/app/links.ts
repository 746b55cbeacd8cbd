import { plainText } from "../contract/text.ts";

/** Every address of the app, once. */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  transaction: "/transactions/:id",
  lookUp: "/look-up",
  login: "/login",
  register: "/register",
  resetPassword: "/reset-password",
  users: "/users",
  fees: "/fees-rates",
  giftCardRates: "/fees-rates/gift-card-rates",
  priceCalculator: "/fees-rates/price-calculator",
  viewFee: "/fees-rates/view/:currency/:network",
  editFee: "/fees-rates/edit-fee",
  editNetworkName: "/fees-rates/edit-network-name",
  funding: "/funding",
  approvals: "/approvals",
  approval: "/approvals/:id",
  security: "/security",
  admins: "/security/admins",
  audit: "/audit",
  settings: "/settings",
  userSummary: "/user-management/summary",
  disable2fa: "/user-management/disable-2fa",
  removePassword: "/user-management/remove-password",
  walletGeneration: "/user-management/wallet-generation",
  createAdmin: "/user-management/create-new-admin",
  fetchWallets: "/user-management/fetch-wallets",
  wipePendingBalance: "/user-management/wipe-pending-balance",
  generateWallet: "/user-management/generate-wallet-by-phone",
  regenerateWallet: "/user-management/regenerate-wallet-by-phone",
} as const;

/** A segment of an encoded address in its own letters. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const segmentsOf = (path: string): string[] => path.split("/").filter((segment) => segment !== "");
const routes = Object.values(paths).map(segmentsOf);

const isParameter = (segment: string): boolean => segment.startsWith(":");

/**
 * The one spelling of an address: single slashes, none at its end, and a route's words in its own letters, however they
 * were typed. `path` is encoded, as `location.pathname` has it; what stands for a parameter stays as it is.
 */
export function plainPath(path: string): string {
  const typed = segmentsOf(path);
  const fits = (segment: string, at: number): boolean => isParameter(segment) || segment === decodedSegment(typed[at] ?? "").toLowerCase();
  const route = routes.find((one) => one.length === typed.length && one.every(fits)) ?? [];
  return `/${typed.map((segment, at) => (isParameter(route[at] ?? ":") ? segment : route[at])).join("/")}`;
}

const transactionPath = /^\/transactions\/([^/]+)$/;

/** The id in a transaction's address, which is encoded, as `location.pathname` has it; undefined in any other address. */
export function transactionIdIn(pathname: string): string | undefined {
  const [, segment] = transactionPath.exec(pathname) ?? [];
  return segment && plainText(decodedSegment(segment));
}

/** Which screen an address shows: a transaction's details stand over the dashboard. */
export const screenAt = (path: string): string => (path === paths.dashboard || transactionPath.test(path) ? paths.home : path);

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
  /** A transaction's details over the dashboard's list, filtered by a query string. */
  transaction: (id: string, search = ""): string => `/transactions/${encodeURIComponent(id)}${search === "" ? "" : `?${search}`}`,
  /** The dashboard, filtered to what has this in its user, reference, id, counterpart or bank. */
  transactions: (searchTerm: string): string => withQuery(paths.home, { searchTerm }),
  /** The dashboard's list with the transactions of these ids alone. */
  transactionsOf: (ids: readonly string[]): string => withQuery(paths.home, { ids: ids.join(" ") }),
  /** The dashboard under a filter that is a query string already. */
  filtered: (search: string): string => (search === "" ? paths.home : `${paths.home}?${search}`),
  /** The list of users, filtered to who has this in the email, name or phone number. */
  users: (q: string): string => withQuery(paths.users, { q }),
  /** The list of users with those of these ids alone. */
  usersOf: (ids: readonly string[]): string => withQuery(paths.users, { ids: ids.join(" ") }),
  fees: (tab: string): string => withQuery(paths.fees, { tab }),
  prices: (tab: string): string => withQuery(paths.priceCalculator, { tab }),
  editFee: (currency?: string, network?: string): string => withQuery(paths.editFee, { currency, network }),
  editNetworkName: (currency: string, network: string): string => withQuery(paths.editNetworkName, { currency, network }),
  /** The form, filled in; `reverses`: the reference of what it is to reverse. */
  funding: (to: {
    email?: string | undefined;
    operation?: "fund" | "deduct";
    currency?: string;
    amount?: string;
    reverses?: string | undefined;
  }): string => withQuery(paths.funding, to),
  approvals: (of: { tab: string; maker?: string }): string => withQuery(paths.approvals, { ...of }),
  approval: (id: string): string => `${paths.approvals}/${encodeURIComponent(id)}`,
  audit: (tab: "reconcile" | "close"): string => withQuery(paths.audit, { tab }),
  fee: (currency: string, network: string): string => `${paths.fees}/view/${encodeURIComponent(currency)}/${encodeURIComponent(network)}`,
} as const;
