import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { typeInto } from "../support/browser/keyboard.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { playFigures } from "../support/browser/played-figures.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

const box = "Onramp rate (₦ per unit)";
const again = "Type the new value again";

test("[RATE-1, RATE-2, RATE-3, RATE-4, SYNC-4] a rate is typed in digits, changed with old and new and what it would have meant before the eyes, fetched again, accessible, and readable offline with its age", async ({
  page,
  host,
  played,
  context,
}) => {
  // Axe runs, each of which takes a while.
  test.slow();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const sale = { type: "SWAP", status: "COMPLETED", fromCurrency: "USDT", toCurrency: "NGNB", currency: "USDT", amount: -1000 };
  playDashboard(played, [wireRow(1, sale), wireRow(2, { ...sale, amount: -234.5 }), wireRow(26 * 60, sale)]);
  const figures = playFigures(played);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("row").nth(2)).toBeVisible();

  await test.step("what is typed, pasted or dropped leaves digits and one point", async () => {
    await page.goto("/fees-rates?tab=onramp");
    const input = page.getByLabel(box);
    await input.pressSequentially("1a5-2e0..5x");
    await expect(input).toHaveValue("1520.5");
    await input.press("Home");
    await input.pressSequentially(".");
    await expect(input).toHaveValue("1520.5");
    await input.fill("");
    await page.evaluate(() => navigator.clipboard.writeText("₦ 1,520.50 NGN"));
    await input.press("ControlOrMeta+v");
    await expect(input).toHaveValue("1520.50");
    await expect(page.getByText(/Left out: ₦/)).toBeVisible();
    await input.fill("");
    // Dropping the comma makes it ten times as much: the notice stays while the box is edited.
    await input.pressSequentially("1520,5");
    await expect(input).toHaveValue("15205");
    await expect(page.getByText("Left out: ,")).toBeVisible();
    await input.fill("");
    await expect(page.getByText(/Left out/)).toHaveCount(0);
    await input.evaluate((element: HTMLInputElement) => {
      element.focus();
      document.execCommand("insertText", false, "abc7.5.1");
    });
    await expect(input).toHaveValue("7.51");
  });

  await test.step("what a change would have meant is worked out from the cache, by keyboard, accessible, and fits a phone", async () => {
    await page.goto("/fees-rates?tab=offramp");
    await typeInto(page, page.getByLabel("Offramp rate (₦ per unit)"), "1451.5");
    await page.keyboard.press("Enter");
    const question = page.getByRole("alertdialog");
    await expect(question.getByText("On 2 sales of 1,234.5 USDT: ₦1,851.75 more paid out.")).toBeVisible();
    await expect(question.getByText("The cache covers all of these 24 h.")).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await question.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.keyboard.press("Escape");
    await expect(question).toHaveCount(0);
    expect(played.callsOf("POST /offramp/offramp-rate")).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("it is changed with old and new before the eyes, fetched again, accessible, and readable offline with its age", async () => {
    played.on("POST /onramp/onramp-rate", ({ body }) => {
      figures.onramp = {
        success: true,
        data: { rate: (body as { rate: number }).rate, updatedAt: "2026-04-05T06:07:08.000Z", updatedBy: "Grace" },
      };
      return { json: { success: true, message: "Rate is set" } };
    });
    await page.goto("/fees-rates?tab=onramp");
    await expect(page.getByRole("tab", { name: "Onramp Rate" })).toHaveAttribute("aria-selected", "true");
    await expect(page.getByText("₦1,500.00").first()).toBeVisible();
    await expect(page.getByText("Source: Manual")).toBeVisible();
    await page.getByLabel(box).fill("1520.5");
    await page.getByRole("button", { name: "Update rate" }).click();
    const dialog = page.getByRole("alertdialog");
    await expect(dialog.getByText("+1.37%")).toBeVisible();
    await expect(dialog.getByText("₦150,000.00")).toBeVisible();
    await expect(dialog.getByText("₦152,050.00")).toBeVisible();
    await expect(dialog.getByLabel(again)).toHaveCount(0);
    await dialog.getByRole("button", { name: "Update rate" }).click();
    await expect(page.getByText("Rate is set")).toBeVisible();
    await expect(dialog).toHaveCount(0);
    expect(played.callsOf("POST /onramp/onramp-rate").map(({ body }) => body)).toEqual([{ rate: 1520.5 }]);
    await expect(page.getByLabel(box)).toHaveValue("");
    await expect(page.getByText("₦1,520.50").first()).toBeVisible();
    const history = page.getByRole("table", { name: "History of Onramp rate" });
    await expect(history.getByRole("row")).toHaveCount(3);
    const plot = page.getByRole("img", { name: /Onramp rate over time: 2 values/ });
    await expect(page.getByText(/^₦1,500.00 → ₦1,520.50 since/)).toBeVisible();
    const { width } = (await plot.boundingBox()) ?? { width: 0 };
    await plot.hover({ position: { x: width / 2, y: 40 } });
    await expect(page.getByText(/^₦1,500.00 from/)).toBeVisible();
    await expect(history.getByRole("cell", { name: "Grace" })).toBeVisible();

    await expectAccessible(page);
    await page.getByLabel(box).fill("3000");
    await page.getByLabel(box).press("Enter");
    await expect(dialog.getByLabel(again)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");

    await context.setOffline(true);
    await context.unrouteAll({ behavior: "ignoreErrors" });
    await page.getByRole("tab", { name: "Offramp Rate" }).click();
    await page.getByRole("tab", { name: "Onramp Rate" }).click();
    await expect(page.getByText("₦1,520.50").first()).toBeVisible();
    await expect(
      page
        .getByRole("main")
        .getByText(/as of \d\d:\d\d/)
        .first(),
    ).toBeVisible();
    await expect(page.getByRole("button", { name: "Update rate" })).toHaveAttribute("aria-disabled", "true");
    await context.setOffline(false);
  });
});

test("[RATE-3] of two admins who change the same rate on the real host, the second is told before anything is sent", async ({
  page,
  browser,
  ownHost,
}) => {
  test.slow();
  const first = await signInAt(ownHost);
  const bearer = { authorization: `Bearer ${first.token}`, "content-type": "application/json" };
  const colleague = { adminName: "Alan Turing", email: "alan@example.com", passwordPin: "608417", role: "admin" };
  await fetch(`${ownHost.origin}/admin/register`, { method: "POST", headers: bearer, body: JSON.stringify(colleague) });
  const second = await signInAt(ownHost, { email: colleague.email, pin: colleague.passwordPin });
  const rateNow = async () => (await (await fetch(`${ownHost.origin}/onramp/onramp-rate`, { headers: bearer })).json()).data.rate as number;
  const before = await rateNow();
  const [theirs, mine] = [before + 1, before + 2];

  const context = await browser.newContext();
  const other = await context.newPage();
  await keepSession(page, ownHost.origin, first);
  await keepSession(other, ownHost.origin, second);
  for (const [tab, rate] of [
    [page, mine],
    [other, theirs],
  ] as const) {
    await tab.goto(`${ownHost.origin}/fees-rates?tab=onramp`);
    await tab.getByLabel(box).fill(String(rate));
    await tab.getByRole("button", { name: "Update rate" }).click();
    await expect(tab.getByRole("alertdialog").getByRole("button", { name: "Update rate" })).not.toHaveAttribute("aria-disabled", "true");
  }
  await other.getByRole("alertdialog").getByRole("button", { name: "Update rate" }).click();
  await expect(other.getByRole("alertdialog")).toHaveCount(0);
  expect(await rateNow()).toBe(theirs);

  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("button", { name: "Update rate" }).click();
  await expect(dialog.getByText(/It has been changed meanwhile: the host now has ₦/)).toBeVisible();
  await expect(dialog.getByText(/By Alan Turing/)).toBeVisible();
  expect(await rateNow()).toBe(theirs);
  await dialog.getByRole("button", { name: "Update rate" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await rateNow()).toBe(mine);
  await context.close();
});
