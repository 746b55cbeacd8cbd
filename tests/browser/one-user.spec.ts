import type { Page } from "@playwright/test";
import type { HostProcess } from "../support/browser/host-process.ts";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { type Session, signInAt } from "../support/browser/truth.ts";
import { goTo } from "../support/browser/walk.ts";

interface HostUser {
  readonly email: string;
  readonly phonenumber?: string;
}

/** Calls the host's API directly. */
async function askHost(host: HostProcess, { token }: Session, path: string): Promise<unknown> {
  const response = await fetch(host.origin + path, { headers: { authorization: `Bearer ${token}` } });
  return response.json();
}

const walletsOf = async (host: HostProcess, session: Session, email: string) =>
  (await askHost(host, session, `/admin/users/wallets?email=${encodeURIComponent(email)}`)) as {
    wallets: Record<string, { address: string }>;
    balances: Record<string, number | string>;
  };

/** A seeded user with a phone number and a pending balance. */
async function someUser(host: HostProcess, session: Session): Promise<{ email: string; phonenumber: string; pending: string }> {
  const answer = (await askHost(host, session, "/usermanagement/users?limit=200")) as { data: { users: HostUser[] } };
  for (const { email, phonenumber } of answer.data.users) {
    if (!phonenumber) continue;
    const { balances } = await walletsOf(host, session, email);
    const [pending] = Object.entries(balances).find(([name, value]) => name.endsWith("PendingBalance") && Number(value) > 0) ?? [];
    if (pending) return { email, phonenumber, pending: pending.replace("PendingBalance", "").toUpperCase() };
  }
  throw new Error("no seeded user has something pending");
}

const confirm = (page: Page, name: string) => page.getByRole("alertdialog").getByRole("button", { name, exact: true }).click();

test("[USER-7, TOOL-1, TOOL-2, TOOL-3, TOOL-5, TOOL-6, TOOL-7, WALL-1, SEC-1] all that is done for one user is done on the real host", async ({
  page,
  ownHost,
}) => {
  test.setTimeout(240_000);
  const session = await signInAt(ownHost);
  const user = await someUser(ownHost, session);
  const query = `?email=${encodeURIComponent(user.email)}`;
  const open = (tool: string) => goTo(page, `${ownHost.origin}/user-management/${tool}${query}`);
  await keepSession(page, ownHost.origin, session);

  await page.goto(`${ownHost.origin}/users`);
  await page.getByLabel("Search users").fill(user.email);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("1–1 of 1")).toBeVisible();

  await open("disable-2fa");
  await page.getByRole("button", { name: "Disable 2fa", exact: true }).click();
  await confirm(page, "Disable 2FA");
  await expect(page.getByText(/^2FA (disabled|was already off) for /)).toBeVisible();

  await open("remove-password");
  await page.getByRole("button", { name: "Remove password PIN", exact: true }).click();
  await confirm(page, "Remove PIN");
  await expect(page.getByText(/^Password PIN removed for | had no password PIN$/)).toBeVisible();

  await open("wipe-pending-balance");
  await page.getByLabel("Currency", { exact: true }).selectOption(user.pending);
  await page.getByRole("button", { name: "Wipe pending balance" }).click();
  await confirm(page, "Wipe pending balance");
  await expect(page.getByRole("alertdialog")).toHaveCount(0);
  const after = await walletsOf(ownHost, session, user.email);
  expect(Number(after.balances[`${user.pending.toLowerCase()}PendingBalance`] ?? 0)).toBe(0);

  await open("regenerate-wallet-by-phone");
  await expect(page.getByLabel("Phone number", { exact: true })).toHaveValue(user.phonenumber);
  await page.getByText("NGNB_NGNB", { exact: true }).click();
  await page.getByText("Force regenerate").click();
  await page.getByRole("button", { name: "Regenerate", exact: true }).click();
  await expect(page.getByText(`Regenerated NGNB for ${user.email}`).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Raw response" })).toContainText("previousWallets");

  await open("generate-wallet-by-phone");
  await expect(page.getByLabel("Phone number", { exact: true })).toHaveValue(user.phonenumber);
  await page.getByText("Force regenerate").click();
  await page.getByRole("button", { name: "Start generation" }).click();
  await expect(page.getByText("Asked again every 3 seconds")).toBeVisible();
  await page.goto(`${ownHost.origin}/fees-rates`);
  await expect(page.getByText(`Wallet generation for ${user.phonenumber} is complete`)).toBeVisible({ timeout: 120_000 });

  await open("fetch-wallets");
  await page.getByRole("button", { name: "Fetch Wallet" }).click();
  const answer = await walletsOf(ownHost, session, user.email);
  for (const key of ["BTC_BTC", "ETH_ETH", "SOL_SOL", "USDT_USDT", "USDC_USDC", "NGNB_NGNB"]) {
    await page.getByRole("button", { name: new RegExp(`^${key}`) }).click();
    await expect(page.getByText(answer.wallets[key]?.address ?? "missing", { exact: true })).toBeVisible();
  }

  await open("summary");
  const journal = page.getByRole("region", { name: "Done from this device" });
  for (const deed of [/2FA/i, /PIN/, /pending/i, /regenerat/i, /generat/i]) await expect(journal.getByText(deed).first()).toBeVisible();

  await goTo(page, "/security");
  await page.getByLabel("Email", { exact: true }).fill(user.email);
  await page.getByRole("button", { name: "Get Refresh Tokens" }).click();
  await expect(page.getByText("Fetched refresh tokens")).toBeVisible();

  await goTo(page, `/users?q=${encodeURIComponent(user.email)}`);
  await page.getByRole("button", { name: `Actions for ${user.email}` }).click();
  await chooseFromMenu(page, "Delete");
  await confirm(page, "Delete user");
  await confirm(page, "Delete all the same");
  await expect(page.getByText(`Deleted ${user.email}`)).toBeVisible();
  await expect(page.getByRole("main").getByText("No results.")).toBeVisible();
  expect(await askHost(ownHost, session, `/usermanagement/users?q=${encodeURIComponent(user.email)}`)).toMatchObject({
    data: { pagination: { total: 0 } },
  });
});
