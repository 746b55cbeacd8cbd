import type { Page } from "@playwright/test";
import { expectColour } from "../support/browser/colour.ts";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { fakeSession } from "../support/fake-login.ts";
import { Gate } from "../support/gate.ts";
import { neverLocks } from "../support/browser/never-locks.ts";
import { pageOf, playDashboard, wireRows } from "../support/played-dashboard.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { scrollList, shownRows } from "../support/browser/scrolling.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

async function open(page: Page, origin: string): Promise<void> {
  await keepSession(page, origin, fakeSession());
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
}

const statuses = {
  SUCCESSFUL: "green",
  COMPLETED: "green",
  CONFIRMED: "green",
  PENDING: "yellow",
  PROCESSING: "blue",
  FAILED: "red",
  REJECTED: "red",
  ON_THE_MOON: "grey",
} as const;
test("[DASH-2, DASH-3, DASH-4, DASH-6, DASH-9, SYNC-1] the list is at most 600 px high, in its colours, loads one page at a time within 100 px of its end, says where it ends, and keeps rows, focus and place while it is scrolled and left", async ({
  page,
  host,
  played,
}) => {
  const recent = "GET /analytics/recent-transactions";
  const names = Object.keys(statuses);
  const rows = wireRows(120).map((row, n) => ({
    ...row,
    ...(names[n] ? { status: names[n], amount: 1 } : {}),
    ...(n === 0 ? { type: "WITHDRAWAL", amount: -1500 } : {}),
  }));
  playUsers(played);
  playDashboard(played, rows);
  await open(page, host.origin);
  await expect(page.getByRole("cell", { name: "user3", exact: true })).toBeVisible();
  const pages = () =>
    played
      .callsOf(recent)
      .filter(({ query }) => query["limit"] === "50")
      .map(({ query }) => query["page"]);

  await test.step("amounts and statuses have their colours, and an unknown status is grey as it came, in both themes", async () => {
    const row = (n: number) => page.getByRole("row").nth(n + 1);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-theme", colorScheme);
      await expectColour(row(0).getByText(/1,500\.00/), "red");
      await expectColour(row(1).getByText("+1.00"), "green");
      for (const [n, [status, colour]] of Object.entries(statuses).entries())
        await expectColour(row(n).getByText(new RegExp(`^${status}$`, "i")), colour);
    }
  });

  await test.step("the next page is loaded within 100 px of the end, and while it is on its way no other one is asked for", async () => {
    const height = await page.getByRole("table").evaluate((table) => {
      let area: Element | null = table;
      while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
      return area?.getBoundingClientRect().height;
    });
    expect(height).toBeLessThanOrEqual(600);
    expect(pages()).toEqual(["1"]);

    const { below } = await scrollList(page, 0);
    await scrollList(page, below - 150);
    await expect(page.getByText("No more transactions to load")).toBeHidden();
    expect(pages()).toEqual(["1"]);
    const second = new Gate();
    played.on(recent, async (call) => {
      await second.opened;
      return pageOf(rows)(call);
    });
    await scrollList(page, 80);
    await expect.poll(pages).toEqual(["1", "2"]);
    // The page and the small overlapping one are requested together.
    await expect.poll(() => played.callsOf(recent).length).toBe(3);
    for (const by of [-300, 300, -300, 300]) await scrollList(page, by);
    expect(played.callsOf(recent)).toHaveLength(3);
    second.open();
    await expect.poll(async () => (await scrollList(page, 0)).below).toBeGreaterThan(500);
  });

  await test.step("it says where it ends, and draws some dozens of rows", async () => {
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        await scrollList(page, 400);
        for (const { index } of await shownRows(page)) seen.add(index);
        return page.getByText("No more transactions to load").isVisible();
      })
      .toBe(true);
    expect(pages()).toContain("3");
    expect(pages()).not.toContain("4");
    expect(await page.getByRole("row").count()).toBeLessThan(80);
  });

  await test.step("while it is scrolled no row says under the pointer what another one said, and the one that has the focus keeps it and its own menu", async () => {
    // To the list's end and back: all rows are cached.
    await expect.poll(async () => (await scrollList(page, 1e6)).top).toBeGreaterThan(2500);
    await scrollList(page, -1e6);
    /** The rows' tooltips, and how many of them belong to another row. */
    const tooltips = () =>
      page.getByRole("table").evaluate((table) => {
        const rows = [...table.querySelectorAll("tbody tr:not([aria-hidden])")];
        const told = rows.flatMap((row) => {
          const button = row.querySelector("button[aria-haspopup]");
          // The last cells before the menu; there may be a checkbox first.
          const [reference, date] = [...row.querySelectorAll("td")].slice(-3);
          return [
            { title: button?.getAttribute("title"), own: button?.getAttribute("aria-label") },
            { title: reference?.getAttribute("title"), own: button?.getAttribute("aria-label")?.replace("Actions for ", "") },
            { title: date?.getAttribute("title") && "a time", own: "a time" },
          ];
        });
        return {
          wrong: told.filter(({ title, own }) => typeof title === "string" && title !== own).length,
          missing: told.filter(({ title }) => typeof title !== "string").length,
        };
      });
    await expect.poll(tooltips).toEqual({ wrong: 0, missing: 0 });
    for (let step = 0; step < 6; step += 1) {
      await scrollList(page, 400);
      expect((await tooltips()).wrong).toBe(0);
    }
    await expect.poll(tooltips).toEqual({ wrong: 0, missing: 0 });

    await scrollList(page, -1e6);
    const menu = page.getByRole("button", { name: "Actions for REF-00003-ABCDEFGH" });
    await menu.focus();
    for (let step = 0; step < 6; step += 1) await scrollList(page, 400);
    await expect(page.getByRole("cell", { name: "user3", exact: true })).not.toBeInViewport();
    await expect(menu).toBeFocused();
    await page.keyboard.press("Enter");
    await chooseFromMenu(page, "View Full Details");
    await expect(page.getByRole("dialog").getByText("REF-00003-ABCDEFGH").first()).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    // The focus comes back after the dialog has gone, and scrolls the list to its row.
    await expect(menu).toBeFocused();
    await expect(menu).toBeInViewport();
  });

  await test.step("the row that has the focus isn't printed out of sight, beside rows that aren't its neighbours", async () => {
    await scrollList(page, 2400);
    const focused = page.getByRole("row").filter({ has: page.locator(":focus") });
    await expect(focused).not.toBeInViewport();
    const name = await focused.getByRole("cell", { name: /^user/ }).innerText();
    await page.emulateMedia({ media: "print" });
    await expect(page.getByText(name, { exact: true })).toBeHidden();
    await expect(page.getByText(/^user\d+$/).last()).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  await test.step("back from a user or from another filter it stands where it was", async () => {
    const area = page.getByRole("table").locator("xpath=..");
    await area.evaluate((list) => list.scrollTo({ top: 3000 }));
    const row = page.getByRole("row").filter({ hasText: /user80/ });
    await expect(row.first()).toBeInViewport();
    await row
      .first()
      .getByRole("button", { name: /^Actions for/ })
      .click();
    await chooseFromMenu(page, "View User");
    await expect(page.getByRole("heading", { level: 1, name: "User summary" })).toBeVisible();
    await page.goBack();
    await expect.poll(() => area.evaluate((list) => list.scrollTop)).toBe(3000);
    await expect(row.first()).toBeInViewport();
    // Another filter is another list, and starts at its top.
    await page.getByLabel("Search transactions").fill("user");
    await page.getByLabel("Search transactions").press("Enter");
    await expect(page).toHaveURL(/searchTerm=user/);
    expect(await area.evaluate((list) => list.scrollTop)).toBe(0);
    await page.goBack();
    await expect.poll(() => area.evaluate((list) => list.scrollTop)).toBe(3000);
  });
});

/** Opens the dashboard with a manual clock, for a session of ten hours. */
async function openForHours(page: Page, origin: string): Promise<void> {
  const session = fakeSession(new Date(Date.now() + 10 * 3_600_000));
  await keepSession(page, origin, session);
  await neverLocks(page, session);
  await page.clock.install();
  await page.goto("/");
}

test("[LAY-7, SYNC-2] after the machine has slept nothing is called live before it was fetched again, nor a list that can't be fetched because other figures can", async ({
  page,
  host,
  played,
}) => {
  playDashboard(played, wireRows(5));
  await openForHours(page, host.origin);
  const live = page.getByRole("banner").getByRole("button", { name: /^Live/ });
  await expect(live).toBeVisible();
  const asleep = new Date();
  const awake = new Date(asleep.getTime() + 3 * 3_600_000);
  // No timer ran while it slept.
  await page.clock.setSystemTime(awake);
  await page.clock.fastForward(16_000);
  // After midnight the date is shown, too.
  const day = asleep.getUTCDate() === awake.getUTCDate() ? "" : "[A-Z][a-z]{2} \\d{1,2}, ";
  const cached = new RegExp(`^Cached · as of ${day}\\d\\d:\\d\\d$`);
  await expect(page.getByRole("banner").getByRole("button", { name: cached })).toBeVisible();
  // In steps, so that answers can arrive in between.
  const until = async () => {
    await page.clock.fastForward(5000);
    return live.isVisible();
  };
  await expect.poll(until, { timeout: 40_000, intervals: [250] }).toBe(true);

  const recent = "GET /analytics/recent-transactions";
  const line = page.getByRole("banner").getByTitle("What this screen stands on");
  await expect(line).toHaveText(/^Live/);
  played.on(recent, { status: 500, json: {} });
  const lineLater = async () => {
    await page.clock.fastForward(10_000);
    return line.textContent();
  };
  const atMost = { timeout: 40_000, intervals: [250] };
  await expect.poll(lineLater, atMost).toMatch(/^Cached · as of \d\d:\d\d$/);
  // The figures were fetched all the while.
  expect(played.callsOf("GET /analytics/dashboard").length).toBeGreaterThan(1);
  // It says nothing about screens based on other data.
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Security" }).click();
  await expect(line).toHaveText(/^Host reached/);
  await page.goBack();
  await expect(line).toHaveText(/^Cached/);
  played.on(recent, pageOf(wireRows(5)));
  await expect.poll(lineLater, atMost).toMatch(/^Live/);
});
