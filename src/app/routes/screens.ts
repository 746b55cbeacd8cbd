import { paths } from "../links.ts";
import { DashboardScreen } from "../screens/transactions/dashboard-screen.tsx";
import type { Screen } from "./lazy-screen.ts";
import { screen } from "./screen.ts";

// It is in the frame's own script: most sessions begin with it.
const dashboard = () => Promise.resolve(DashboardScreen);
const removePin = async () => (await import("../screens/user-tools/remove-pin-screen.tsx")).RemovePinScreen;
const forOneUser = ["userTools", "users", "wallets", "transactions", "attempts"] as const;

/** What a session opens, inside the layout. A screen joins the app by its line here. */
export const guardedScreens: readonly Screen[] = [
  screen(paths.home, dashboard, ["transactions"]),
  screen(paths.dashboard, dashboard, ["transactions"]),
  screen(paths.users, async () => (await import("../screens/users/users-screen.tsx")).UsersScreen, [
    "users",
    "userTools",
    "columns",
    "transactions",
  ]),
  screen(paths.userSummary, async () => (await import("../screens/user-tools/summary-screen.tsx")).SummaryScreen, forOneUser),
  screen(paths.disable2fa, async () => (await import("../screens/user-tools/disable-2fa-screen.tsx")).Disable2faScreen, forOneUser),
  screen(paths.removePassword, removePin, forOneUser),
  screen(paths.walletGeneration, removePin, forOneUser),
  screen(paths.createAdmin, async () => (await import("../screens/user-tools/create-admin-screen.tsx")).CreateAdminScreen, ["userTools"]),
  screen(paths.fetchWallets, async () => (await import("../screens/wallets/wallets-screen.tsx")).WalletsScreen, forOneUser),
  screen(paths.wipePendingBalance, async () => (await import("../screens/user-tools/wipe-screen.tsx")).WipeScreen, forOneUser),
  screen(paths.generateWallet, async () => (await import("../screens/user-tools/generate-screen.tsx")).GenerateScreen, forOneUser),
  screen(paths.regenerateWallet, async () => (await import("../screens/user-tools/regenerate-screen.tsx")).RegenerateScreen, forOneUser),
  screen(paths.fees, async () => (await import("../screens/fees/fees-screen.tsx")).FeesScreen, ["fees", "rates"]),
  screen(paths.viewFee, async () => (await import("../screens/fees/view-fee-screen.tsx")).ViewFeeScreen, ["fees", "rates"]),
  screen(paths.editFee, async () => (await import("../screens/fees/edit-fee-screen.tsx")).EditFeeScreen, ["fees", "rates"]),
  screen(paths.editNetworkName, async () => (await import("../screens/fees/edit-network-name-screen.tsx")).EditNetworkNameScreen, [
    "fees",
    "rates",
  ]),
  screen(paths.giftCardRates, async () => (await import("../screens/gift-cards/gift-card-rates-screen.tsx")).GiftCardRatesScreen, [
    "giftCards",
    "rates",
  ]),
  screen(paths.priceCalculator, async () => (await import("../screens/prices/prices-screen.tsx")).PricesScreen, ["prices", "rates"]),
  screen(paths.funding, async () => (await import("../screens/funding/funding-screen.tsx")).FundingScreen, [
    "funding",
    "attempts",
    "rates",
  ]),
  screen(paths.security, async () => (await import("../screens/security/security-screen.tsx")).SecurityScreen, ["security", "userTools"]),
  screen(paths.admins, async () => (await import("../screens/admins/admins-screen.tsx")).AdminsScreen, ["security", "userTools"]),
  screen(paths.audit, async () => (await import("../screens/audit/audit-screen.tsx")).AuditScreen, ["audit"]),
  screen(paths.settings, async () => (await import("../screens/settings/settings-screen.tsx")).SettingsScreen, ["settings", "rates"]),
];

export const notFoundScreen = screen("*", async () => (await import("../screens/not-found/not-found-screen.tsx")).NotFoundScreen, [
  "shell",
]);

/** Begins to load what an address will show, beside everything else that a start waits for. */
export async function preloadGuardedScreenAt(path: string): Promise<void> {
  await guardedScreens.find((one) => one.path === path)?.preload();
}
