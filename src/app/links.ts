/** Every address of the app, once. */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
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
