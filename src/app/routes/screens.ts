import { paths } from "../links.ts";
import type { laterScreens } from "./later-screens.ts";
import type { Screen } from "./lazy-screen.ts";
import { screen } from "./screen.ts";

const dashboard = async () => (await import("../screens/transactions/dashboard-screen.tsx")).DashboardScreen;

/** The names of all other files are not worth their bytes on the way to the dashboard. */
const later = (name: keyof typeof laterScreens) => async () => (await import("./later-screens.ts")).laterScreens[name]();

const removePin = later("removePinScreen");
const forOneUser = ["userTools", "users", "wallets", "transactions", "attempts"] as const;

/** What a session opens, inside the layout. A screen joins the app by its line here. */
export const guardedScreens: readonly Screen[] = [
  screen(paths.home, dashboard, ["transactions"]),
  screen(paths.dashboard, dashboard, ["transactions"]),
  screen(paths.users, later("usersScreen"), ["users", "userTools"]),
  screen(paths.userSummary, later("summaryScreen"), forOneUser),
  screen(paths.disable2fa, later("disable2faScreen"), forOneUser),
  screen(paths.removePassword, removePin, forOneUser),
  screen(paths.walletGeneration, removePin, forOneUser),
  screen(paths.createAdmin, later("createAdminScreen"), ["userTools"]),
  screen(paths.fetchWallets, later("walletsScreen"), forOneUser),
  screen(paths.wipePendingBalance, later("wipeScreen"), forOneUser),
  screen(paths.generateWallet, later("generateScreen"), forOneUser),
  screen(paths.regenerateWallet, later("regenerateScreen"), forOneUser),
  screen(paths.fees, later("feesScreen"), ["fees", "rates"]),
  screen(paths.viewFee, later("viewFeeScreen"), ["fees", "rates"]),
  screen(paths.editFee, later("editFeeScreen"), ["fees", "rates"]),
  screen(paths.editNetworkName, later("editNetworkNameScreen"), [
    "fees",
    "rates",
  ]),
  screen(paths.giftCardRates, later("giftCardRatesScreen"), [
    "giftCards",
    "rates",
  ]),
  screen(paths.priceCalculator, later("pricesScreen"), ["prices", "rates"]),
  screen(paths.funding, later("fundingScreen"), [
    "funding",
    "attempts",
    "rates",
  ]),
  screen(paths.security, later("securityScreen"), ["security", "userTools"]),
  screen(paths.admins, later("adminsScreen"), ["security", "userTools"]),
  screen(paths.audit, later("auditScreen"), ["audit"]),
  screen(paths.settings, later("settingsScreen"), ["settings", "rates"]),
];

export const notFoundScreen = screen("*", later("notFoundScreen"), [
  "shell",
]);

/** Begins to load what an address will show, beside everything else that a start waits for. */
export async function preloadGuardedScreenAt(path: string): Promise<void> {
  await guardedScreens.find((one) => one.path === path)?.preload();
}
