import { Route, Switch, useLocation } from "wouter";
import { paths, screenAt } from "../../links.ts";
import type { Screen } from "../../ui/lazy-screen.ts";
import { screen } from "../../ui/screen.ts";

const removePin = async () => (await import("../../screens/users/tools/remove-pin-screen.tsx")).RemovePinScreen;
const forOneUser = ["deeds", "userTools", "presence", "users", "wallets", "transactions", "attempts"] as const;
const forCases = ["cases", "transactions", "activity", "users", "attempts", "audit", "timeline"] as const;

/** Screens of a session besides the dashboard, inside the layout. Add new screens here. */
const screens: readonly Screen[] = [
  screen(paths.lookUp, async () => (await import("../../screens/look-up/look-up-screen.tsx")).LookUpScreen, ["lookup", "transactions"]),
  screen(paths.users, async () => (await import("../../screens/users/users-screen.tsx")).UsersScreen, [
    "deeds",
    "users",
    "userTools",
    "columns",
    "transactions",
  ]),
  screen(paths.cases, async () => (await import("../../screens/cases/cases-screen.tsx")).CasesScreen, forCases),
  screen(paths.case, async () => (await import("../../screens/cases/case-screen.tsx")).CaseScreen, forCases),
  screen(paths.userSummary, async () => (await import("../../screens/users/tools/summary-screen.tsx")).SummaryScreen, [
    ...forOneUser,
    "cases",
  ]),
  screen(paths.disable2fa, async () => (await import("../../screens/users/tools/disable-2fa-screen.tsx")).Disable2faScreen, forOneUser),
  screen(paths.removePassword, removePin, forOneUser),
  screen(paths.walletGeneration, removePin, forOneUser),
  screen(paths.createAdmin, async () => (await import("../../screens/users/tools/create-admin-screen.tsx")).CreateAdminScreen, [
    "deeds",
    "userTools",
  ]),
  screen(paths.fetchWallets, async () => (await import("../../screens/users/wallets/wallets-screen.tsx")).WalletsScreen, forOneUser),
  screen(paths.wipePendingBalance, async () => (await import("../../screens/users/tools/wipe-screen.tsx")).WipeScreen, forOneUser),
  screen(paths.generateWallet, async () => (await import("../../screens/users/tools/generate-screen.tsx")).GenerateScreen, forOneUser),
  screen(
    paths.regenerateWallet,
    async () => (await import("../../screens/users/tools/regenerate-screen.tsx")).RegenerateScreen,
    forOneUser,
  ),
  screen(paths.fees, async () => (await import("../../screens/fees/fees-screen.tsx")).FeesScreen, ["deeds", "fees", "rates"]),
  screen(paths.viewFee, async () => (await import("../../screens/fees/view-fee-screen.tsx")).ViewFeeScreen, ["deeds", "fees", "rates"]),
  screen(paths.editFee, async () => (await import("../../screens/fees/edit-fee-screen.tsx")).EditFeeScreen, ["deeds", "fees", "rates"]),
  screen(paths.editNetworkName, async () => (await import("../../screens/fees/edit-network-name-screen.tsx")).EditNetworkNameScreen, [
    "deeds",
    "fees",
    "rates",
  ]),
  screen(paths.giftCardRates, async () => (await import("../../screens/gift-cards/gift-card-rates-screen.tsx")).GiftCardRatesScreen, [
    "deeds",
    "giftCards",
    "rates",
  ]),
  screen(paths.priceCalculator, async () => (await import("../../screens/prices/prices-screen.tsx")).PricesScreen, [
    "deeds",
    "prices",
    "rates",
  ]),
  screen(paths.funding, async () => (await import("../../screens/funding/funding-screen.tsx")).FundingScreen, [
    "deeds",
    "funding",
    "attempts",
    "presence",
    "rates",
  ]),
  screen(paths.bulkFunding, async () => (await import("../../screens/bulk/bulk-screen.tsx")).BulkScreen, ["rehearsal", "deeds"]),
  screen(paths.approvals, async () => (await import("../../screens/approvals/approvals-screen.tsx")).ApprovalsScreen, ["approvals"]),
  screen(paths.approval, async () => (await import("../../screens/approvals/slip-screen.tsx")).SlipScreen, [
    "approvals",
    "attempts",
    "deeds",
    "presence",
    "transactions",
    "users",
    "userTools",
  ]),
  screen(paths.security, async () => (await import("../../screens/security/security-screen.tsx")).SecurityScreen, [
    "deeds",
    "security",
    "userTools",
  ]),
  screen(paths.admins, async () => (await import("../../screens/admins/admins-screen.tsx")).AdminsScreen, [
    "rates",
    "deeds",
    "security",
    "userTools",
  ]),
  screen(paths.approvalRules, async () => (await import("../../screens/approval-rules/approval-rules-screen.tsx")).ApprovalRulesScreen, [
    "rates",
    "approvals",
    "attempts",
    "deeds",
    "policy",
    "security",
  ]),
  screen(paths.audit, async () => (await import("../../screens/audit/audit-screen.tsx")).AuditScreen, ["audit", "deeds"]),
  screen(paths.settings, async () => (await import("../../screens/settings/settings-screen.tsx")).SettingsScreen, [
    "deeds",
    "settings",
    "rates",
  ]),
];

const notFound = screen("*", async () => (await import("../../screens/not-found/not-found-screen.tsx")).NotFoundScreen, ["shell"]);

/** The screen for the current path. */
export function LaterScreens() {
  const at = screenAt(useLocation()[0]);
  return (
    <Switch location={at}>
      {screens.map(({ path, Component }) => (
        <Route key={path} path={path}>
          <Component />
        </Route>
      ))}
      <Route>
        <notFound.Component />
      </Route>
    </Switch>
  );
}

/** Starts loading the screen at a path; settles when done. */
export async function preloadLaterScreen(at: string): Promise<void> {
  await screens.find(({ path }) => path === at)?.preload();
}
