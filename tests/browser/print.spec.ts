import { chooseFromMenu } from "../support/browser/menus.ts";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/browser/test.ts";
import { allTransactions, someUser } from "../support/browser/truth.ts";

/** "3 min. ago" and "as of 14:02" say nothing on paper without the time of the printout. */
const expectPrintHead = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(() => {
        dispatchEvent(new Event("beforeprint"));
        return getComputedStyle(document.body, "::before").content;
      }),
    )
    .toMatch(/^"Printed \w{3} \d{1,2}, \d{4}, \d{1,2}:\d\d:\d\d [AP]M UTC"$/);

test("[DASH-2, DASH-9, DASH-13, USER-1, GIFT-1, TOOL-1] the list, a transaction, the chart, tables and a user print whole, without what is of no use on paper", async ({
  signedIn: page,
  host,
  session,
}) => {
  await test.step("the list prints the rows that were on the screen one below the other, and says that they are not all", async () => {
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.goto("/");
    const rows = page.getByRole("main").getByRole("row");
    await expect(rows.nth(8)).toBeVisible();
    const pages = (await page.pdf({ format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
    expect(pages?.length).toBeLessThanOrEqual(3);
    await page.emulateMedia({ media: "print" });
    await expectPrintHead(page);
    await expect(page.getByText("Only the rows on the screen are printed")).toBeVisible();
    await expect(page.getByRole("button", { name: "Export CSV", includeHidden: true })).toBeHidden();
    await expect(page.getByRole("navigation", { name: "Menu", includeHidden: true })).toBeHidden();
    await expect
      .poll(() => page.getByRole("table").evaluate((table) => table.clientWidth / document.documentElement.clientWidth))
      .toBeGreaterThan(0.9);
    const places = await rows.evaluateAll((all) =>
      all
        .slice(1)
        .map((row) => row.getBoundingClientRect())
        .map(({ top, bottom }) => ({ top, bottom })),
    );
    for (const [index, { top }] of places.entries())
      if (index > 0) expect(top).toBeGreaterThanOrEqual((places[index - 1]?.bottom ?? 0) - 1);
    await page.emulateMedia({ media: "screen" });
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    const menu = page.getByRole("menu", { includeHidden: true });
    await expect(menu).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(menu).toBeHidden();
  });

  await test.step("an open transaction prints as one page with all its details and nothing of the frame, from the dark theme too", async () => {
    await page.emulateMedia({ media: null, colorScheme: null });
    const [newest] = await allTransactions(host, session);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/");
    await page
      .getByRole("button", { name: /^Actions for/ })
      .first()
      .click();
    await chooseFromMenu(page, "View Full Details");
    const details = page.getByRole("dialog", { name: "Transaction details" });
    await expect(details.getByRole("button", { name: "Print" })).toBeVisible();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const text of [newest?.id, newest?.reference, newest?.createdAt, newest?.username])
      await expect(details.getByText(text ?? "").first()).toBeVisible();
    await expect(details.locator("time")).toContainText(/\d:\d\d:\d\d .*UTC$/);
    await expectPrintHead(page);
    for (const role of ["banner", "main", "button"] as const)
      await expect(page.getByRole(role, { includeHidden: true }).first()).toBeHidden();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: "screen", colorScheme: "dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  });

  await test.step("a chart that was drawn for a screen wider than the paper is on it whole", async () => {
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.goto("/?chart=1");
    const plots = page.getByRole("img", { name: /Transactions by status|Volume in/ });
    await expect(plots).toHaveCount(2);
    await expect(plots.first().locator("canvas")).toBeVisible();
    await page.getByText("The same figures as a table").click();
    const figures = page.getByRole("region", { name: "The same figures as a table" });
    await expect(figures).toBeVisible();
    await page.emulateMedia({ media: "print" });
    await expect(figures).toHaveCSS("max-height", "none");
    for (const plot of await plots.all()) {
      const beyond = await plot.evaluate((area) => {
        // Nothing can be redrawn when a page is laid out for paper.
        for (const part of area.querySelectorAll<HTMLElement>(".u-wrap, canvas")) part.style.width = "3000px";
        const canvas = area.querySelector("canvas");
        return (canvas?.getBoundingClientRect().right ?? 0) - area.getBoundingClientRect().right;
      });
      expect(beyond).toBeLessThanOrEqual(0);
    }
  });

  await test.step("tables print each row whole, a page of one says that it is one, and a user prints without the tools", async () => {
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.goto("/fees-rates/gift-card-rates");
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows.nth(2)).toBeVisible();
    const breaks = () => rows.last().evaluate((row) => getComputedStyle(row).breakInside);
    const note = page.getByText(/^Only page 1 of \d+ is printed\. Export CSV gives all of them\.$/);
    await expect(note).toBeHidden();
    await page.emulateMedia({ media: "print" });
    await expect(note).toBeVisible();
    expect(await breaks()).toBe("avoid");
    await page.goto("/users");
    await expect(rows.nth(2)).toBeVisible();
    expect(await breaks()).toBe("avoid");
    // The boxes before the rows, which aren't printed, come once rows can be selected.
    await expect(page.getByRole("checkbox", { includeHidden: true })).not.toHaveCount(0);
    const left = (cells: Locator) => cells.evaluate((cell) => Math.round(cell.getBoundingClientRect().left));
    const email = page.getByRole("cell", { name: /@/ }).first();
    expect(await left(page.getByRole("columnheader", { name: "Email", exact: true }))).toBe(await left(email));
    await page.goto(`/user-management/summary?email=${encodeURIComponent(await someUser(host, session))}`);
    await expect(page.getByText("Total portfolio value")).toBeVisible();
    await expect(page.getByRole("link", { name: "Fetch wallets", includeHidden: true })).toBeHidden();
    // What the timeline doesn't know is folded away on the screen.
    await expect(page.getByText("KYC: as it was last seen; earlier changes are not known.")).toBeVisible();
  });
});
