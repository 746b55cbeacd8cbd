import type { Page } from "@playwright/test";
import { links, paths } from "../../../src/app/links.ts";
import type { HostProcess } from "./host-process.ts";
import { type Session, someTransaction, someUser } from "./truth.ts";
import { goTo } from "./walk.ts";

export interface ShownScreen {
  readonly name: string;
  readonly path: string;
  /** Shown without signing in. */
  readonly isOpen?: boolean;
  /** Steps before it is inspected. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** Pins the transaction that is open, and opens its case. */
async function openCase(page: Page): Promise<void> {
  await page.getByRole("dialog").getByRole("button", { name: "Pin", exact: true }).click();
  // The toast would lie over the head of a phone.
  const dismiss = page.getByRole("button", { name: "Dismiss" });
  await dismiss.click();
  await dismiss.waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  await page.getByRole("region", { name: "Open case" }).getByRole("link").click();
  await page.getByRole("heading", { name: "Pinned" }).waitFor();
}

/** Looks up what there is and what there isn't. */
const lookUp =
  (...texts: readonly string[]) =>
  async (page: Page): Promise<void> => {
    await page.getByRole("textbox", { name: /^IDs, references/ }).fill(texts.join("\n"));
    await page.getByRole("button", { name: "Look up", exact: true }).click();
    await page.getByRole("button", { name: /^All · / }).waitFor();
  };

/** Every screen of the app, for one user and one transaction of the host. */
export const screensFor = (email: string, transaction: string): readonly ShownScreen[] => [
  { name: "sign-in", path: paths.login, isOpen: true },
  { name: "register", path: paths.register, isOpen: true },
  { name: "reset-password", path: paths.resetPassword, isOpen: true },
  { name: "dashboard", path: paths.home },
  { name: "transaction", path: links.transaction(transaction) },
  { name: "look-up", path: paths.lookUp, prepare: lookUp(transaction, email, "no-such-id-1") },
  { name: "cases", path: paths.cases },
  { name: "users", path: paths.users },
  { name: "create-admin", path: paths.createAdmin },
  { name: "user-summary", path: links.user("userSummary", { email }) },
  { name: "disable-2fa", path: links.user("disable2fa", { email }) },
  { name: "remove-pin", path: links.user("removePassword", { email }) },
  { name: "wallets", path: links.user("fetchWallets", { email }) },
  { name: "wipe-pending", path: links.user("wipePendingBalance", { email }) },
  { name: "generate-wallets", path: links.user("generateWallet", { email }) },
  { name: "regenerate-wallets", path: links.user("regenerateWallet", { email }) },
  { name: "fees", path: paths.fees },
  { name: "onramp-rate", path: links.fees("onramp") },
  { name: "offramp-rate", path: links.fees("offramp") },
  { name: "fee", path: links.fee("BTC", "Bitcoin") },
  { name: "edit-fee", path: links.editFee("BTC", "Bitcoin") },
  { name: "edit-network-name", path: links.editNetworkName("BTC", "Bitcoin") },
  { name: "gift-card-rates", path: paths.giftCardRates },
  { name: "price-calculator", path: paths.priceCalculator },
  { name: "global-asset", path: links.prices("asset") },
  { name: "global-swap", path: links.prices("swap") },
  { name: "funding", path: links.funding({ email, operation: "fund", currency: "BTC" }) },
  { name: "bulk-funding", path: paths.bulkFunding },
  { name: "approvals", path: paths.approvals },
  { name: "security", path: paths.security },
  { name: "admins", path: paths.admins },
  { name: "approval-rules", path: paths.approvalRules },
  { name: "audit", path: paths.audit },
  { name: "settings", path: paths.settings },
  { name: "not-found", path: "/no/such/page" },
  // Last: from here on the case's bar is on every screen.
  { name: "case", path: links.transaction(transaction), prepare: openCase },
];

/** Every screen, for a user and a transaction that this host has. */
export const screensOf = async (host: Pick<HostProcess, "origin">, session: Session): Promise<readonly ShownScreen[]> =>
  screensFor(await someUser(host, session), await someTransaction(host, session));

/** Opens a screen and waits until its heading, chunks and data have loaded. */
export async function openScreen(page: Page, { path, prepare }: ShownScreen): Promise<void> {
  await goTo(page, path);
  await prepare?.(page);
}
