import { readFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { expectAccessible } from "../support/browser/axe.ts";
import type { BusyHost } from "../support/browser/busy-host.ts";
import { chooseFromUserMenu } from "../support/browser/menus.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

const dayMs = 86_400_000;
const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Makes two fundings and a deduction yesterday, and leaves one slip open. */
async function yesterdaysMoves(host: BusyHost): Promise<string> {
  const yesterday = utcDay(Date.now() - dayMs);
  host.setClock(new Date(`${yesterday}T12:00:00Z`));
  const { token } = await signInAt(host);
  const post = async (path: string, body: object): Promise<number> => {
    const answer = await fetch(`${host.origin}${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    return answer.status;
  };
  const users = await fetch(`${host.origin}/usermanagement/users?limit=1`, { headers: { authorization: `Bearer ${token}` } });
  const email = /"email":"([^"]+)"/.exec(await users.text())?.[1];
  const move = { email, currency: "USDT", reason: "correction", note: "" };
  expect(await post("/funduser/fund", { ...move, amount: 0.1 })).toBe(200);
  expect(await post("/funduser/fund", { ...move, amount: 0.2 })).toBe(200);
  expect(await post("/funduser/deduct", { ...move, amount: 0.05 })).toBe(200);
  host.setClock();
  return yesterday;
}

const closing = "Fundings and deductions by admin and reason";

test("[CLOSE-2] a day is loaded and closed by keyboard, prints on two sheets, downloads with its digest, and is compared after a sign-out", async ({
  page,
  busyHost,
}) => {
  const yesterday = await yesterdaysMoves(busyHost);
  await keepSession(page, busyHost.origin, await signInAt(busyHost));
  await page.goto(`${busyHost.origin}/audit`);
  await expect(page.getByRole("tab", { name: "Close the day" })).toBeVisible();
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Find a screen, a user or a transaction" }).fill("close the day");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/audit\?tab=close$/);
  await expect(page.getByRole("tab", { name: "Close the day" })).toHaveAttribute("aria-selected", "true");
  await expect(page.getByLabel("Day", { exact: true })).toHaveValue(yesterday);

  const close = page.getByRole("button", { name: "Close the day" });
  await close.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/can't be closed$/)).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });
  await page.getByRole("button", { name: "Load what is missing" }).focus();
  await page.keyboard.press("Enter");
  const sheet = page.getByRole("article", { name: /^Close of / });
  await expect(sheet).toBeVisible({ timeout: 30_000 });
  const moves = sheet.getByRole("table", { name: closing }).getByRole("row");
  await expect(moves.filter({ hasText: "Fund" })).toContainText(["0.3"]);
  await expect(moves.filter({ hasText: "Deduct" })).toContainText(["0.05"]);
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "light" });

  // Only the sheet is printed.
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  await expect(page.getByRole("banner", { includeHidden: true })).toBeHidden();
  await expect(page.getByRole("tab", { includeHidden: true }).first()).toBeHidden();
  await expect(sheet.getByRole("heading", { name: /^Close of / })).toBeVisible();
  await page.emulateMedia({ media: null, colorScheme: "light" });
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  expect(pdf.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2);

  const begun = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  const file = await begun;
  const path = await file.path();
  const digest = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  expect(file.suggestedFilename()).toBe(`daily-close-${yesterday}-${digest}.json`);
  await expect(sheet.getByText(digest)).toBeVisible();

  // Stored closes go with the session; the file doesn't.
  await chooseFromUserMenu(page, "Logout");
  await expect(page).toHaveURL(/\/login/);
  await keepSession(page, busyHost.origin, await signInAt(busyHost));
  await page.goto(`${busyHost.origin}/audit?tab=close`);
  await expect(page.getByText(/There is no close on this device yet$/)).toBeVisible();
  await page
    .getByLabel("Compare with an earlier close (file)")
    .setInputFiles({ name: file.suggestedFilename(), mimeType: "application/json", buffer: await readFile(path) });
  await expect(page.getByText(/its digest is the one in its name$/)).toBeVisible();
  await close.click();
  await page.getByRole("button", { name: "Load what is missing" }).click();
  await expect(sheet.getByText("Nothing has changed.")).toBeVisible({ timeout: 30_000 });
});
