import type { Page } from "@playwright/test";
import * as v from "valibot";
import { problemsOf } from "../../scripts/receipt-problems.mjs";
import { expectAccessible } from "../support/browser/axe.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { HostProcess, firstAdmin } from "../support/browser/host-process.ts";
import { chooseFromUserMenu } from "../support/browser/menus.ts";
import { copySeededData } from "../support/browser/seeded-data.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt, someUser } from "../support/browser/truth.ts";
import { VirtualPasskeys } from "../support/browser/virtual-passkeys.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

async function enterPin(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(firstAdmin.email);
  await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

async function addPasskey(page: Page, name: string): Promise<void> {
  const part = page.getByRole("region", { name: "Passkeys" });
  await part.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
  await expect(part.getByRole("cell", { name, exact: true })).toBeVisible();
}

test("[PASS-3] where every admin needs a passkey, one without it can do nothing but add one", async ({ page, allowedOrigins }) => {
  await VirtualPasskeys.plugIn(page);
  const data = await copySeededData();
  const host = await HostProcess.start({ ...data, env: { REQUIRE_PASSKEY: "on" } });
  allowedOrigins.push(host.origin);
  await page.goto(`${host.origin}/login`);
  await enterPin(page);
  const only = heading(page, "Add a passkey to go on");
  await expect(only).toBeVisible();
  await page.goto(`${host.origin}/funding`);
  await expect(only).toBeVisible();
  await expect(page.getByRole("navigation")).toBeHidden();
  await expectAccessible(page);
  await addPasskey(page, "Work laptop");
  await page.getByText("The passkey is added. Sign in with it to go on.").waitFor();
  await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
  await page.getByRole("main").getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("navigation", { name: "Main menu" })).toBeVisible();
  await host.stop();
  await data.remove();
});

test("[PASS-1, PASS-2] a passkey is added, asked for at the next sign-in and to unlock, and removed", async ({ page, ownHost }) => {
  const passkeys = await VirtualPasskeys.plugIn(page);
  await page.goto(`${ownHost.origin}/login`);
  await enterPin(page);
  await expect(heading(page, "Dashboard")).toBeVisible();

  await page.goto(`${ownHost.origin}/settings`);
  await addPasskey(page, "Work laptop");
  // Reload to remove the toast, whose region has the same name as a settings group.
  await page.reload();
  await expect(page.getByRole("cell", { name: "Work laptop", exact: true })).toBeVisible();
  await expectAccessible(page);
  await chooseFromUserMenu(page, "Logout");
  await expect(heading(page, "Welcome back!")).toBeVisible();

  await passkeys.refuseUser();
  await enterPin(page);
  await expect(heading(page, "Confirm with your passkey")).toBeVisible();
  const again = page.getByRole("button", { name: "Try again" });
  await expect(page.getByText(/The passkey was not confirmed/)).toBeVisible();
  await expect(again).toBeFocused();
  await expectAccessible(page);
  await passkeys.verifyUser();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Dashboard")).toBeVisible();

  await chooseFromUserMenu(page, "Lock now");
  await expect(heading(page, "Locked")).toBeVisible();
  await expect(page.getByText("Enter your PIN to go on where you were.")).toBeVisible();
  await passkeys.refuseUser();
  await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(page.getByText("Confirm with your passkey to go on where you were.")).toBeVisible();
  await expect(again).toBeFocused();
  await passkeys.verifyUser();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Locked")).toBeHidden();
  await expect(heading(page, "Dashboard")).toBeVisible();

  await page.goto(`${ownHost.origin}/settings`);
  const part = page.getByRole("region", { name: "Passkeys" });
  await expect(part.getByRole("cell", { name: "Never" })).toBeHidden();
  await part.getByRole("button", { name: "Remove Work laptop" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove passkey" });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove passkey" }).click();
  await expect(part.getByText("You have no passkey yet.")).toBeVisible();
  await chooseFromUserMenu(page, "Logout");
  await expect(heading(page, "Welcome back!")).toBeVisible();
  await enterPin(page);
  await expect(heading(page, "Dashboard")).toBeVisible();
});

const second = { email: "second@example.com", pin: "739154" };

/** Calls the host's API directly. */
async function ask(origin: string, token: string, line: string, body?: object): Promise<unknown> {
  const [method = "GET", path = "/"] = line.split(" ");
  const answer = await fetch(origin + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said: unknown = await answer.json();
  expect(answer.ok, JSON.stringify(said)).toBe(true);
  return said;
}

const dataOf = (body: unknown) => v.parse(v.object({ data: v.looseObject({}) }), body).data;

test("[APPR-10, PASS-4] maker and checker each sign a slip with a passkey of their own, after a cancelled try that sends nothing, and its receipt holds", async ({
  page,
  browser,
  allowedOrigins,
}) => {
  const data = await copySeededData();
  const host = await HostProcess.start({ ...data, env: { APPROVALS: "on" } });
  allowedOrigins.push(host.origin);
  const maker = await signInAt(host);
  await ask(host.origin, maker.token, "POST /admin/register", {
    adminName: "Second Admin",
    email: second.email,
    passwordPin: second.pin,
    role: "super_admin",
  });
  const checker = await signInAt(host, second);
  const rules = [{ operation: "fund", currency: "NGNB", above: "1000" }];
  const policy = { rules, reasons: [], expiresAfterHours: 24, signing: "passkey" };
  const { digest } = dataOf(await ask(host.origin, maker.token, "PUT /api/approvals/policy", policy));
  await ask(host.origin, checker.token, "POST /api/approvals/policy/approve", { digest });
  const email = await someUser(host, maker);

  const makers = await VirtualPasskeys.plugIn(page);
  await keepSession(page, host.origin, maker);
  await page.goto(`${host.origin}/settings`);
  await addPasskey(page, "Maker's");
  await page.goto(`${host.origin}/funding`);
  await new FundingPage(page).ask({ email, currency: "NGNB", amount: "2500" });
  await makers.refuseUser();
  await page.getByRole("alertdialog").getByRole("button", { name: "Send for approval" }).click();
  const waiting = page.getByRole("dialog", { name: "Waiting for approval" });
  await expect(waiting.getByText("Not signed yet")).toBeVisible();
  await expect(waiting.getByText(/The passkey was not confirmed: it was canceled/)).toBeVisible();
  await makers.verifyUser();
  await waiting.getByRole("button", { name: "Sign" }).click();
  await expect(waiting.getByText("Signed", { exact: true })).toBeVisible();
  await expectAccessible(page);
  const slip = (await waiting.getByRole("link", { name: "Open the slip" }).getAttribute("href")) ?? "";

  const other = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
  const checkers = await VirtualPasskeys.plugIn(other);
  await keepSession(other, host.origin, checker);
  await other.goto(`${host.origin}/settings`);
  await addPasskey(other, "Checker's");
  await other.goto(host.origin + slip);
  await other.getByRole("button", { name: "Approve and Fund" }).click();
  const question = other.getByRole("alertdialog");
  await checkers.refuseUser();
  await question.getByRole("button", { name: "Approve and Fund" }).click();
  await expect(question.getByText(/The passkey was not confirmed: it was canceled/)).toBeVisible();
  expect(dataOf(await ask(host.origin, checker.token, `GET /api${slip}`))["state"], "nothing was sent").toBe("open");
  await expectAccessible(other, ["[role=alertdialog]"]);
  await checkers.verifyUser();
  await question.getByRole("button", { name: "Approve and Fund" }).click();
  await expect(other.getByRole("button", { name: "Download receipt" })).toBeVisible();
  const receipt = dataOf(await ask(host.origin, checker.token, `GET /api${slip}/receipt`));
  expect(receipt).toMatchObject({ signatures: { maker: { rpId: "localhost" }, checker: { origin: host.origin } } });
  expect(problemsOf(receipt)).toEqual([]);
  await other.context().close();
  await host.stop();
  await data.remove();
});
