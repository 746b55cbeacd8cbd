import { fakeSession } from "../support/fake-login.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell as test } from "../support/browser/test.ts";
import { goTo } from "../support/browser/walk.ts";

test("[FEE-2, FEE-3, FEE-4, FEE-5, PRICE-3, SYNC-4] offline fees and markdown are readable with their age, and nothing can be sent", async ({
  page,
  host,
  played,
  context,
}) => {
  test.slow();
  playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/fees-rates/price-calculator?tab=asset");
  await expect(page.getByText("Sale")).toBeVisible();
  await goTo(page, "/fees-rates");
  await expect(page.getByRole("cell", { name: "$1.00" })).toBeVisible();
  await untilShellIsKept(page);
  await played.cutOff(context);
  const main = page.getByRole("main");
  const age = main.getByText(/as of \d\d:\d\d/).first();
  const off = async (name: string) => {
    await expect(main.getByRole("button", { name, exact: true })).toHaveAttribute("aria-disabled", "true");
    await expect(main.getByRole("button", { name, exact: true })).toHaveAccessibleDescription(/connection/i);
  };
  await page.goto("/fees-rates");
  await expect(page.getByRole("cell", { name: "$1.00" })).toBeVisible();
  await expect(age).toBeVisible();
  await goTo(page, "/fees-rates/view/USDT/Tron");
  await expect(main.getByText("$1.00").first()).toBeVisible();
  await expect(age).toBeVisible();
  await goTo(page, "/fees-rates/edit-fee?currency=USDT&network=Tron");
  await off("Update fee");
  await goTo(page, "/fees-rates/edit-network-name?currency=USDT&network=Tron");
  await off("Update network name");
  await goTo(page, "/fees-rates/price-calculator?tab=asset");
  await expect(main.getByText("Sale")).toBeVisible();
  await expect(age).toBeVisible();
  await off("Update markdown");
  await off("Disable");
});
