import type { Page } from "@playwright/test";
import { FundingPage } from "../support/browser/funding-page.ts";
import type { HostProcess } from "../support/browser/host-process.ts";
import { startLossyProxy } from "../support/browser/lossy-proxy.ts";
import { chooseFromUserMenu } from "../support/browser/menus.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell as test } from "../support/browser/test.ts";
import { allTransactions, firstUser, type Session, signInAt } from "../support/browser/truth.ts";

const fundPath = "/funduser/fund";

/** How often a user was funded with an amount, according to the host's feed. */
async function fundedWith(host: HostProcess, session: Session, username: string, amount: string): Promise<number> {
  const rows = await allTransactions(host, session, `currency=USDC&searchTerm=${encodeURIComponent(username)}`);
  return rows.filter((row) => row.amount === amount).length;
}

const settledToast = (page: Page, title: string) => page.getByText(title, { exact: true });

test("[KEY-2, KEY-3, KEY-4] lost answers are settled within 5 s of the host's return, in any tab, and before a sign-out; what never arrived is sent again only when it is confirmed anew", async ({
  page,
  context,
  ownHost: host,
  allowedOrigins,
}) => {
  test.slow();
  /** The fate of the next funding. */
  let fate: "arrives" | "answer lost" | "lost" = "arrives";
  let stopping: Promise<void> | undefined;
  const sent: string[] = [];
  const proxy = await startLossyProxy(host, {
    keepAlive: false,
    lose: ({ path, headers }) => {
      if (path !== fundPath) return undefined;
      sent.push(String(headers["idempotency-key"]));
      if (fate === "arrives") return undefined;
      // The host dies with the answer.
      stopping = host.kill();
      return "reset";
    },
    cutUpload: (method, path) => {
      if (method !== "POST" || path !== fundPath || fate !== "lost") return false;
      stopping = host.kill();
      return true;
    },
  });
  allowedOrigins.push(proxy.origin);
  const session = await signInAt(host);
  const { email, username } = await firstUser(host, session);
  await keepSession(page, proxy.origin, session);
  await page.goto(`${proxy.origin}/funding`);
  const funding = new FundingPage(page);
  await expect(funding.submitButton).toBeVisible();
  // The host also serves the app, and dies midway, so wait for the cached shell.
  await untilShellIsKept(page);
  const other = await context.newPage();
  await other.goto(`${proxy.origin}/fees-rates`);

  // Executed, but the answer is lost.
  fate = "answer lost";
  await funding.send({ email, currency: "USDC", amount: "3.01" });
  await expect(funding.unknown).toBeVisible();
  await stopping;
  await expect(funding.attention).toHaveText("1 outcome unknown");
  fate = "arrives";
  await host.start();
  await expect(page.getByRole("main").getByText(/^The host says that it is done/)).toBeVisible({ timeout: 5000 });
  await expect(settledToast(other, "The host says that it is done")).toBeVisible();
  await expect(funding.recent.getByRole("row").nth(1)).toContainText(/3\.01.*Done/);
  await expect(funding.attention).toBeHidden();
  expect(await fundedWith(host, session, username, "3.01")).toBe(1);

  // Cut off in transit.
  fate = "lost";
  await funding.send({ email, currency: "USDC", amount: "4.02" });
  await expect(funding.unknown).toBeVisible();
  await stopping;
  fate = "arrives";
  await host.start();
  const never = page.getByRole("main").getByRole("region", { name: "Never arrived" });
  await expect(never).toBeVisible({ timeout: 5000 });
  await expect(never).toContainText(/Fund 4\.02 USDC.*Nothing was done/s);
  expect(await fundedWith(host, session, username, "4.02")).toBe(0);

  await never.getByRole("button", { name: "Send again" }).click();
  await expect(funding.dialog).toContainText(/4\.02.*USDC/s);
  await funding.dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await fundedWith(host, session, username, "4.02")).toBe(0);
  await funding.recent.getByRole("button", { name: "Send again" }).click();
  await funding.confirmButton.click();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  await expect(funding.recent.getByRole("row").nth(1)).toContainText(/4\.02.*Done/);
  await expect(funding.recent.getByRole("row").nth(2)).toContainText(/4\.02.*Never arrived/);
  expect(await fundedWith(host, session, username, "4.02")).toBe(1);
  // No request was repeated: the one that was cut off never arrived.
  expect(new Set(sent).size).toBe(sent.length);
  expect(sent).toHaveLength(2);

  // Signing out asks about what can't be told, and nothing about what can.
  fate = "answer lost";
  await funding.send({ email, currency: "USDC", amount: "5.03" });
  await expect(funding.unknown).toBeVisible();
  await stopping;
  const signOut = () => chooseFromUserMenu(page, "Logout");
  await signOut();
  const question = page.getByRole("alertdialog", { name: "Sign out with something unsettled?" });
  await expect(question).toContainText("The outcome of 1 change is not known.");
  await question.getByRole("button", { name: "Cancel" }).click();
  // Closing, it returns the focus, which would close a menu.
  await expect(question).toBeHidden();
  fate = "arrives";
  await host.start();
  await signOut();
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  await expect(question).toBeHidden();
  expect(await fundedWith(host, await signInAt(host), username, "5.03")).toBe(1);
  await proxy.stop();
});
