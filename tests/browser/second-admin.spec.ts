import * as v from "valibot";
import { readSlip } from "../../src/contract/approvals.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { HostProcess } from "../support/browser/host-process.ts";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { copySeededData } from "../support/browser/seeded-data.ts";
import { expect, keepSession, test as base } from "../support/browser/test.ts";
import { signInAt, someUser, type Session } from "../support/browser/truth.ts";

/** /funding on a host whose policy requires a second admin above 1 BNB, and one of its users. */
const test = base.extend<{ two: { host: HostProcess; session: Session; email: string; funding: FundingPage } }>({
  two: async ({ page, allowedOrigins }, give) => {
    const data = await copySeededData();
    const host = await HostProcess.start({ ...data, env: { APPROVALS: "on" } });
    allowedOrigins.push(host.origin);
    const session = await signInAt(host);
    const email = await someUser(host, session);
    await keepSession(page, host.origin, session);
    await page.goto(`${host.origin}/funding`);
    await page.getByLabel("Reason").waitFor();
    await give({ host, session, email, funding: new FundingPage(page) });
    await host.stop();
    await data.remove();
  },
});

test("[APPR-2, APPR-3, KEY-2, LAY-3] above the amount a slip is made, linked and kept; one whose answer is lost is found by its key", async ({
  page,
  context,
  two: { host, session, email, funding },
}) => {
  await page.getByLabel("Reason").selectOption("other");
  await page.getByLabel("Note").fill("Ticket 7");
  await funding.ask({ email, currency: "BNB", amount: "1.5" });
  await expect(funding.dialog).toContainText(/Needs a second admin.*One admin may move 1 BNB at most/s);
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await funding.dialog.getByRole("button", { name: "Send for approval" }).click();
  const waiting = page.getByRole("dialog", { name: "Waiting for approval" });
  await expect(waiting).toBeVisible();
  await expectAccessible(page);
  const address = (await waiting.getByRole("link", { name: "Open the slip" }).getAttribute("href")) ?? "";
  const read = await fetch(`${host.origin}/api${address}`, { headers: { authorization: `Bearer ${session.token}` } });
  expect(v.parse(readSlip.answer, await read.json())).toMatchObject({
    state: "open",
    operation: "fund",
    email,
    currency: "BNB",
    amount: "1.5",
    reason: "other",
    note: "Ticket 7",
  });
  await waiting.getByRole("link", { name: "Open the slip" }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await page.goBack();

  // The same again: the waiting slip is named.
  await page.getByLabel("Reason").selectOption("refund");
  await funding.ask({ email, currency: "BNB", amount: "1.5" });
  await funding.dialog.getByRole("button", { name: "Send for approval" }).click();
  const refused = page.getByRole("main").getByRole("alert");
  await expect(refused).toContainText("Not sent for approval");
  expect(await refused.getByRole("link", { name: "Open the slip" }).getAttribute("href")).toBe(address);

  await context.route("**/api/approvals", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort("connectionreset");
  });
  await page.getByLabel("Amount").fill("2.5");
  await funding.submitButton.click();
  await funding.dialog.getByRole("button", { name: "Send for approval" }).click();
  await expect(funding.recent.getByRole("row").nth(1)).toContainText(/2\.5.*Sent for approval.*Open the slip/s);
  expect(await funding.recent.getByRole("row").nth(1).getByRole("link", { name: "Open the slip" }).getAttribute("href")).not.toBe(address);
});

test("[APPR-1, APPR-8, APPR-9] what was moved before counts together, elsewhere too; a funding is reversed once, and its transaction says so", async ({
  page,
  two: { host, session, email, funding },
}) => {
  const done = page.getByRole("dialog").getByRole("button", { name: "Done" });
  await page.getByLabel("Reason").selectOption("refund");
  await funding.send({ email, currency: "BNB", amount: "0.5" });
  await done.click();
  await page.getByLabel("Reason").selectOption("refund");
  await funding.ask({ email, currency: "BNB", amount: "0.6" });
  await expect(funding.dialog).toContainText("You have moved 0.5 BNB for this one; with this it is 1.1 BNB.");
  await funding.dialog.getByRole("button", { name: "Cancel" }).click();

  const first = funding.recent.getByRole("row").nth(1);
  await first.getByRole("link", { name: "Reverse…" }).click();
  await expect(page.getByLabel("Operation")).toHaveValue("deduct");
  await expect(page.getByLabel("Amount")).toHaveValue("0.5");
  await page.getByLabel("Reason").selectOption("correction");
  await funding.submitButton.click();
  await expect(funding.dialog).toContainText(/Reverses.*FUND-/s);
  await funding.confirmButton.click();
  await done.click();

  await funding.recent.getByRole("row").nth(2).getByRole("link", { name: "Reverse…" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue("0.5");
  await page.getByLabel("Reason").selectOption("correction");
  await funding.submitButton.click();
  await funding.confirmButton.click();
  await expect(page.getByRole("main").getByRole("alert")).toContainText(/Not deducted: .*reversed/);

  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Dashboard" }).click();
  await page
    .getByRole("row")
    .filter({ hasText: "FUND-" })
    .first()
    .getByRole("button", { name: /Actions for/ })
    .click();
  await chooseFromMenu(page, /details/i);
  const details = page.getByRole("dialog");
  await expect(details).toContainText(/reason.*refund/s);
  await expect(details).toContainText(/reversedBy.*DEDUCT-/s);
  await expect(details.getByRole("link", { name: "Reverse…" })).toBeHidden();

  // What this device can't know of, the host refuses.
  const moved = await fetch(`${host.origin}/funduser/fund`, {
    method: "POST",
    headers: { authorization: `Bearer ${session.token}`, "content-type": "application/json" },
    body: JSON.stringify({ email, currency: "SOL", amount: 3, reason: "refund" }),
  });
  expect(moved.status).toBe(200);
  await page.goto(`${host.origin}/funding`);
  await page.getByLabel("Reason").selectOption("refund");
  await funding.send({ email, currency: "SOL", amount: "2" });
  await expect(page.getByRole("main").getByRole("alert")).toContainText(
    /Not funded: amount needs a second admin: one admin may move \d+ SOL at most/,
  );
});
