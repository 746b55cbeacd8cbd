import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { allKeptBy } from "../support/browser/kept.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell } from "../support/browser/test.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";

const cells = (page: Page) => page.getByRole("table", { name: "Look up many" }).getByRole("row");

testWithShell(
  "[FIND-4, A11Y] a pasted list is looked up in the worker, by keys and offline; a line leads to its transaction, and Back to the result; nothing of it is kept",
  async ({ page, host, played, context }) => {
    playDashboard(played, wireRows(9));
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/");
    await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
    await untilShellIsKept(page);
    await page.getByRole("link", { name: "Look up many" }).focus();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: "Look up many" })).toBeVisible();
    await expectAccessible(page);

    await played.cutOff(context);
    await page.getByLabel(/^IDs, references/).focus();
    await page.keyboard.insertText(
      "Hi, please check:\n• Ref: REF-00002-ABCDEFGH, (tx-00004)\n\ttx-0ff11ne99 and <nobody@example.com>; tx-00004",
    );
    await page.keyboard.press("ControlOrMeta+Enter");
    await expect(cells(page)).toHaveText([
      /Looked for/,
      /REF-00002-ABCDEFGH.*Found, as of .*user2/,
      /tx-00004.*2 times.*Found, as of .*user4/,
      /tx-0ff11ne99.*Not on this device/,
      /nobody@example\.com.*Not on this device/,
    ]);
    await expectAccessible(page);
    expect(await allKeptBy(page)).not.toContain("tx-0ff11ne99");

    await cells(page).nth(2).getByRole("link").focus();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/transactions\/tx-00004$/);
    await expect(page.getByRole("dialog", { name: "Transaction details" }).getByText("REF-00004-ABCDEFGH")).toBeVisible();
    await page.goBack();
    await expect(cells(page)).toHaveCount(5);
    await expect(page.getByRole("link", { name: "Select all found" })).toHaveAttribute("href", "/?ids=tx-00002+tx-00004");
  },
);
