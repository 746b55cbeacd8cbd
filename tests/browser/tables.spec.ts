import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const rows = Array.from({ length: 200 }, (_, n) => wireRow(n, n % 3 === 0 ? { currency: "NGN", amount: -1500.5 } : {}));
const bar = (page: Page) => page.getByRole("region", { name: "Selection" });
const box = (page: Page, row: number) => page.getByRole("checkbox", { name: `Select REF-${String(row).padStart(5, "0")}-ABCDEFGH` });
const clipboard = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
const widthOf = async (page: Page, column: string): Promise<number> =>
  Math.round((await page.getByRole("columnheader", { name: column, exact: true }).boundingBox())?.width ?? 0);

test.beforeEach(async ({ page, host, played, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: host.origin });
  playDashboard(played, rows);
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/");
  await expect(box(page, 0)).toBeAttached();
});

test("[FIND-1, FIND-3, DASH-10] rows are selected by keys alone and copied; a column's border is moved by keys and by the pointer, and stays moved after a reload; a start with other columns never shows the usual ones", async ({
  page,
}) => {
  await test.step("rows are selected by keys alone, past what is in sight, and copied into a table without moving the columns before", async () => {
    const before = await page.getByRole("cell", { name: "user1", exact: true }).boundingBox();
    await page.getByRole("cell", { name: "user1", exact: true }).hover();
    await expect(box(page, 1)).toHaveCSS("opacity", "1");
    expect(await page.getByRole("cell", { name: "user1", exact: true }).boundingBox()).toEqual(before);
    await box(page, 0).focus();
    await page.keyboard.press("Shift+ArrowDown");
    await expect(box(page, 1)).toBeFocused();
    // Keys quicker than the frames: none is lost.
    await page.evaluate(async () => {
      for (let row = 2; row <= 24; row += 1) {
        const init = { key: "ArrowDown", shiftKey: true, bubbles: true, cancelable: true };
        document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", init));
        await Promise.resolve();
      }
    });
    await expect(bar(page)).toContainText("25 selected of 50 loaded");
    await expect(box(page, 24)).toBeFocused();
    await expect(box(page, 24)).toBeInViewport();
    await expect(bar(page)).toContainText("NGN -13,504.50");
    await page.keyboard.press("ControlOrMeta+c");
    await expect.poll(async () => (await clipboard(page)).split("\n").length).toBe(26);
    await page.keyboard.press("F6");
    await expect(bar(page).getByRole("button", { name: "Copy" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(bar(page)).toBeHidden();
    await expect(box(page, 24)).toBeFocused();
  });
  await test.step("a column's border is moved by keys and by the pointer, stays moved after a reload, and is reset", async () => {
    const border = page.getByRole("separator", { name: "Border between User and Type" });
    const [user, type] = [await widthOf(page, "User"), await widthOf(page, "Type")];
    await border.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => widthOf(page, "User")).toBeGreaterThan(user + 20);
    expect(await widthOf(page, "Type")).toBeLessThan(type - 20);
    const place = await border.boundingBox();
    if (!place) throw new Error("the border is nowhere");
    await page.mouse.move(place.x + place.width / 2, place.y + place.height / 2);
    await page.mouse.down();
    await page.mouse.move(place.x + 60, place.y + place.height / 2, { steps: 5 });
    await page.mouse.up();
    const dragged = await widthOf(page, "User");
    expect(dragged).toBeGreaterThan(user + 40);
    // The first step has scrolled the list.
    const cell = await page
      .getByRole("cell", { name: /^user\d+$/ })
      .first()
      .boundingBox();
    expect(Math.round(cell?.width ?? 0)).toBe(dragged);
    await expectAccessible(page);
    await page.reload();
    await expect.poll(async () => Math.abs((await widthOf(page, "User")) - dragged)).toBeLessThanOrEqual(2);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("button", { name: "Reset columns" }).click();
    await expect.poll(async () => widthOf(page, "User")).toBe(user);
    await page.keyboard.press("Escape");
  });
  await test.step("a start with other columns than the usual ones never shows the usual ones", async () => {
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Detail" }).locator("..").click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("columnheader", { name: "Detail" })).toHaveCount(0);
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const hasRow = document.querySelector("tbody [role=row]:not([aria-hidden]) td") !== null;
        const hasDetail = [...document.querySelectorAll("[role=columnheader]")].some((head) => head.textContent === "Detail");
        if (hasRow && hasDetail) document.documentElement.dataset["usual"] = "shown";
      }).observe(document, { childList: true, subtree: true });
    });
    await page.reload();
    await expect(page.getByRole("cell", { name: "user1", exact: true })).toBeVisible();
    await expect(page.getByRole("columnheader", { name: "Detail" })).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.dataset["usual"])).toBeUndefined();
  });
});
