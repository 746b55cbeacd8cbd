import { plainText, searchText } from "../contract/text.ts";

/** Every path of the app, once. */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  transaction: "/transactions/:id",
  lookUp: "/look-up",
  cases: "/cases",
  case: "/cases/:id",
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
  bulkFunding: "/funding/bulk",
  approvals: "/approvals",
  approval: "/approvals/:id",
  security: "/security",
  admins: "/security/admins",
  approvalRules: "/security/approval-rules",
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

/** Decodes a path segment; malformed ones are returned as they are. */
export function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

const segmentsOf = (path: string): string[] => path.split("/").filter((segment) => plainText(decodedSegment(segment)));
const routes = Object.values(paths).map(segmentsOf);

const isParameter = (segment: string): boolean => segment.startsWith(":");

/**
 * Canonical spelling of a path: single slashes, none at the end, and a route's words in their own case, without blanks or
 * invisible marks. `path` is encoded, like `location.pathname`; parameters stay as they are.
 */
export function plainPath(path: string): string {
  const typed = segmentsOf(path);
  const fits = (segment: string, at: number): boolean => isParameter(segment) || segment === searchText(decodedSegment(typed[at] ?? ""));
  const route = routes.find((one) => one.length === typed.length && one.every(fits)) ?? [];
  return `/${typed.map((segment, at) => (isParameter(route[at] ?? ":") ? segment : route[at])).join("/")}`;
}

const transactionPath = /^\/transactions\/([^/]+)$/;

/** The id in a transaction's path, which is encoded like `location.pathname`; undefined for other paths. */
export function transactionIdIn(pathname: string): string | undefined {
  const [, segment] = transactionPath.exec(pathname) ?? [];
  return segment && plainText(decodedSegment(segment));
}

/** The screen a path shows: a transaction's details open over the dashboard. */
export const screenAt = (path: string): string => (path === paths.dashboard || transactionPath.test(path) ? paths.home : path);

/** The user a page under /user-management is about; the email is in the URL so it survives a reload (USER-11). */
export interface UserSubject {
  email?: string | undefined;
  /** If the email is unknown, such as from a transaction. */
  id?: string | undefined;
  username?: string | undefined;
}

/** The pages of one user, named in their URL. */
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

/** Builders for addresses with parameters; no route string is built anywhere else. */
export const links = {
  user: (page: UserPage, { email, id, username }: UserSubject): string => withQuery(paths[page], email ? { email } : { id, username }),
  /** A transaction's details over the dashboard's list, filtered by a query string. */
  transaction: (id: string, search = ""): string => `/transactions/${encodeURIComponent(id)}${search === "" ? "" : `?${search}`}`,
  case: (id: string): string => `${paths.cases}/${encodeURIComponent(id)}`,
  /** The dashboard, filtered by text in the user, reference, id, counterpart or bank. */
  transactions: (searchTerm: string): string => withQuery(paths.home, { searchTerm }),
  /** The dashboard's list with only these transactions. */
  transactionsOf: (ids: readonly string[]): string => withQuery(paths.home, { ids: ids.join(" ") }),
  /** The dashboard filtered by an existing query string. */
  filtered: (search: string): string => (search === "" ? paths.home : `${paths.home}?${search}`),
  /** The user list, filtered by text in the email, name or phone number. */
  users: (q: string): string => withQuery(paths.users, { q }),
  /** The user list with only these users. */
  usersOf: (ids: readonly string[]): string => withQuery(paths.users, { ids: ids.join(" ") }),
  fees: (tab: string): string => withQuery(paths.fees, { tab }),
  prices: (tab: string): string => withQuery(paths.priceCalculator, { tab }),
  editFee: (currency?: string, network?: string): string => withQuery(paths.editFee, { currency, network }),
  editNetworkName: (currency: string, network: string): string => withQuery(paths.editNetworkName, { currency, network }),
  /** The form, prefilled; `reverses`: reference of the transaction to reverse. */
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
