import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { untilMenuHasFocus } from "../support/browser/keyboard.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell } from "../support/browser/test.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";

const details = (page: Page) => page.getByRole("dialog", { name: "Transaction details" });
const at = (page: Page, n: number) => expect(page).toHaveURL(new RegExp(`/transactions/tx-0000${n}\\?currency=BTC$`));

testWithShell(
  "[FIND-2, DASH-9, A11Y] a transaction's address: from the list and back by the browser's button, previous and next by keys, and a copied link offline",
  async ({ page, host, played, context }) => {
    playDashboard(played, wireRows(9));
    await keepSession(page, host.origin, fakeSession());
    await page.goto("/?currency=BTC");
    const opener = page
      .getByRole("row")
      .nth(3)
      .getByRole("button", { name: /^Actions for / });
    await opener.focus();
    await page.keyboard.press("Enter");
    await untilMenuHasFocus(page);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect(details(page).getByText("tx-00002", { exact: true })).toBeVisible();
    await at(page, 2);
    await expectAccessible(page);
    await page.keyboard.press("ArrowRight");
    await at(page, 3);
    await page.keyboard.press("ArrowLeft");
    await at(page, 2);
    await expect(details(page).getByText("tx-00002", { exact: true })).toBeVisible();
    // Steps add no history entries.
    await page.goBack();
    await expect(details(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/\?currency=BTC$/);
    await expect(opener).toBeFocused();
    await page.goForward();
    await expect(details(page)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(details(page)).toHaveCount(0);
    await expect(page).toHaveURL(/\/\?currency=BTC$/);

    await untilShellIsKept(page);
    await played.cutOff(context);
    await page.goto("/transactions/tx-00004?currency=BTC");
    await expect(details(page).getByText("REF-00004-ABCDEFGH")).toBeVisible();
    await expect(details(page).getByText(/as of \d\d:\d\d$/)).toBeVisible();
    await details(page).getByRole("button", { name: "Next" }).click();
    await at(page, 5);
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page).toHaveURL(/\/\?currency=BTC$/);
    await page.goto("/transactions/tx-nowhere");
    await expect(details(page).getByText("Not on this device, and the host was not asked")).toBeVisible();
    await expectAccessible(page);
  },
);
