import { links } from "../../src/app/links.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { expect, test } from "../support/browser/test.ts";
import { someUser } from "../support/browser/truth.ts";

test("[FIND-5, FIND-6, FIND-8] a status is explained, a user's timeline and who is connected name what was searched; accessible, offline and on a phone", async ({
  signedIn: page,
  host,
  session,
  context,
}) => {
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.getByRole("row").nth(3).focus();
  await page
    .getByRole("button", { name: /^Actions for/ })
    .first()
    .press("Enter");
  await chooseFromMenu(page, "View Full Details");
  const details = page.getByRole("dialog", { name: "Transaction details" });
  await expect(details.getByText("What it means")).toBeVisible();
  await expect(details.getByText("How long it takes")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");

  await page.goto(links.user("userSummary", { email: await someUser(host, session) }));
  const connected = page.getByRole("region", { name: "Connected" });
  const timeline = page.getByRole("region", { name: "Timeline" });
  const check = async (): Promise<void> => {
    await expect(connected.getByText(/^Searched: /)).toBeVisible();
    await expect(timeline.getByRole("table").getByRole("row").nth(1)).toBeVisible();
  };
  await check();
  await expectAccessible(page);
  await context.setOffline(true);
  await page.setViewportSize({ width: 390, height: 844 });
  await check();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
