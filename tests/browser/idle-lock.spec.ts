import type { BrowserContext, Locator, Page } from "@playwright/test";
import { chooseFromUserMenu } from "../support/browser/menus.ts";
import { fakeSession } from "../support/fake-login.ts";
import { pageOf, playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { Gate } from "../support/gate.ts";
import { keptBy } from "../support/browser/kept.ts";
import { neverLocks } from "../support/browser/never-locks.ts";
import type { PlayedHost } from "../support/browser/played-host.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { scrollList } from "../support/browser/scrolling.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

const minuteMs = 60_000;
const pin = "864209";

const cover = (page: Page): Locator => page.getByRole("heading", { level: 1, name: "Locked" });
const pinField = (page: Page): Locator => page.getByLabel("Password", { exact: true });
const toasts = (page: Page): Locator => page.getByRole("region", { name: "Latest messages" }).getByRole("status");
const warning = (page: Page): Locator => page.getByText(/^Locks in \d+ seconds?$/);
const row = (page: Page): Locator => page.getByRole("cell", { name: "user3", exact: true });

/** The text that can be seen, searched (Ctrl F) and copied. */
const readable = (page: Page): Promise<string> => page.evaluate(() => document.body.innerText.trim());

/** A host that accepts the signed-in admin's PIN and returns a new token. */
function playPin(played: PlayedHost): PlayedHost {
  return played.on("POST /adminsignin/signin", ({ body }) =>
    (body as { passwordPin: string }).passwordPin === pin
      ? {
          json: {
            admin: { id: "admin-1", email: "grace@example.com" },
            accessToken: fakeSession(new Date(Date.now() + 20 * minuteMs), { jti: "unlocked" }).token,
          },
        }
      : { status: 401, json: { message: "Invalid email or PIN" } },
  );
}

/** Opens the dashboard with a manual clock. */
async function open(page: Page, path = "/"): Promise<void> {
  await page.clock.install();
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (path === "/") await expect(row(page)).toBeVisible();
}

async function unlock(page: Page, typed = pin): Promise<void> {
  await pinField(page).fill(typed);
  await page.getByRole("button", { name: "Unlock" }).click();
}

/** Sets the last input to the past, as if the browser had been closed since. */
const leftBefore = (page: Page, ms: number): Promise<void> =>
  page.evaluate((ago) => localStorage.setItem("counterfoil.input", String(Date.now() - ago)), ms);

test.beforeEach(async ({ page, host, played }) => {
  playPin(playDashboard(played, wireRows(60))).on("POST /adminsignin/logout", { json: {} });
  await keepSession(page, host.origin, fakeSession());
});

test("[AUTH-15, LAY-4] after 15 minutes without input everything is covered, by the wall clock too; a warning comes before, which any input takes away, and rows that arrive don't", async ({
  page,
  played,
}) => {
  await open(page);
  const search = page.getByLabel("Search transactions");
  await search.focus();
  await page.clock.fastForward(14 * minuteMs);
  await expect(warning(page)).toBeHidden();
  await page.clock.fastForward(32_000);
  await expect(warning(page)).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "The app locks in 30 seconds" })).toHaveCount(1);
  await expect(search).toBeFocused();
  await expectAccessible(page, ["#lock"]);
  await search.press("a");
  await expect(warning(page)).toBeHidden();
  await test.step("rows that arrive are no input", async () => {
    for (let minute = 1; minute <= 3; minute += 1) {
      // Wait, as a poll in progress when the clock jumps would replace the next one.
      await expect(page.getByRole("table", { name: "Transactions" })).toHaveAttribute("aria-busy", "false");
      played.on("GET /analytics/recent-transactions", pageOf([wireRow(-minute, { username: `new${minute}` }), ...wireRows(60)]));
      await page.clock.fastForward(minuteMs);
      await expect(page.getByRole("cell", { name: `new${minute}`, exact: true })).toBeAttached();
    }
    await page.clock.fastForward(11 * minuteMs);
    await expect(cover(page)).toBeHidden();
    await page.clock.fastForward(62_000);
    await expect(cover(page)).toBeVisible();
  });
  expect(await readable(page)).toBe("");
  await expect(row(page)).toBeHidden();
  expect(await page.title()).toBe("Locked · Counterfoil");
  await expect(pinField(page)).toBeFocused();
  await expectAccessible(page);
  await test.step("whoever wakes a machine that slept by touching it is locked out, too", async () => {
    await unlock(page);
    await expect(cover(page)).toBeHidden();
    // No timer runs while asleep; the first event afterwards is a key.
    await page.clock.setFixedTime(Date.now() + 3 * 3_600_000);
    await page.keyboard.press("Shift");
    await expect(cover(page)).toBeVisible();
    expect(await readable(page)).toBe("");
  });
});

test("[AUTH-11, AUTH-15, LAY-1] behind the cover no key, no click and no selection reaches anything; who asked for no motion has the screens hidden in that moment, too; a session that the host ends leads to the sign-in", async ({
  page,
  played,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page);
  await page.evaluate(() => {
    const look = new MutationObserver(() => void Reflect.set(globalThis, "readableAtLock", document.body.innerText.trim()));
    look.observe(document.documentElement, { attributeFilter: ["data-locked"] });
  });
  await chooseFromUserMenu(page, "Lock now");
  await expect(cover(page)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, "readableAtLock") as unknown)).toBe("");
  const focused = (): Promise<boolean> => page.evaluate(() => document.querySelector("#lock")?.contains(document.activeElement) ?? false);
  const seen: boolean[] = [];
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press("Tab");
    seen.push(await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest("#lock") !== null));
  }
  expect(seen).not.toContain(false);
  await pinField(page).focus();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  expect(await focused()).toBe(true);
  await page.keyboard.press("Control+a");
  await page.mouse.click(700, 850);
  await page.keyboard.press("Control+a");
  expect(await page.evaluate(() => String(getSelection()))).not.toMatch(/user\d|REF-/);
  await page.emulateMedia({ media: "print" });
  expect(await readable(page)).toBe("");

  await page.emulateMedia({ media: "screen" });
  const forbidden = { status: 403, json: { message: "Forbidden: Invalid admin token." } };
  played.on("GET /analytics/dashboard", forbidden).on("GET /analytics/recent-transactions", forbidden);
  await page.clock.fastForward(2 * minuteMs);
  await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("counterfoil.locked"))).toBeNull();
});

test("[AUTH-15] a wrong PIN says so; the right one gives back what was typed, what was open, the place in the list and the focus; an expired token is asked for by the cover alone", async ({
  page,
  played,
}) => {
  await open(page);
  await page.getByLabel("Search transactions").fill("half a na");
  const { top: place } = await scrollList(page, 600);
  expect(place).toBeGreaterThan(300);
  await page.getByLabel("Search transactions").evaluate((box) => box.focus({ preventScroll: true }));
  await page.clock.fastForward(15 * minuteMs);
  await expect(cover(page)).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("grace@example.com");
  await expect(page.getByLabel("Email")).toHaveAttribute("readonly");
  await page.mouse.wheel(0, 900);

  await unlock(page, "112233");
  await expect(page.getByRole("alert").filter({ hasText: "Invalid email or PIN" })).toBeVisible();
  expect(await readable(page)).toBe("");
  played.on("POST /adminsignin/signin", { status: 429, json: { message: "Too many attempts. Try again in 15 minutes." } });
  await unlock(page);
  await expect(page.getByRole("alert").filter({ hasText: "Too many attempts" })).toBeVisible();
  playPin(played);
  await unlock(page);
  await expect(cover(page)).toBeHidden();
  await expect(page.getByLabel("Search transactions")).toHaveValue("half a na");
  await expect(page.getByLabel("Search transactions")).toBeFocused();
  expect((await scrollList(page, 0)).top).toBe(place);
  expect(await page.title()).toBe("Dashboard · Counterfoil");
  expect(await page.evaluate(() => localStorage.getItem("counterfoil.locked"))).toBeNull();
  const { records, storage } = await keptBy(page);
  expect([...records, storage].filter((one) => one.includes(pin))).toEqual([]);

  // An expired token is asked for by the cover alone, not by a dialog behind it, too.
  await page.clock.fastForward(2 * 60 * minuteMs);
  await expect(cover(page)).toBeVisible();
  await expect(page.locator("[role=alertdialog]")).toHaveCount(0);
  played.on("POST /adminsignin/signin", {
    json: {
      admin: { id: "admin-1", email: "grace@example.com" },
      accessToken: fakeSession(new Date(Date.now() + 4 * 60 * minuteMs), { jti: "later" }).token,
    },
  });
  await unlock(page);
  await expect(cover(page)).toBeHidden();
  await expect(page.locator("[role=alertdialog]")).toHaveCount(0);
});

test("[AUTH-15, FUND-4] a mutation goes on under the cover, the question that it came from too, and its outcome is there afterwards", async ({
  page,
  played,
}) => {
  const answer = new Gate();
  playPin(playFunding(played)).on("POST /funduser/fund", async () => {
    await answer.opened;
    return { json: { success: true, message: "Funded ada", data: { newBalance: 0.75 } } };
  });
  await page.clock.install();
  const funding = await new FundingPage(page).open();
  await funding.send();
  await expect.poll(() => played.callsOf("POST /funduser/fund")).toHaveLength(1);
  await page.evaluate(() => localStorage.setItem("counterfoil.input", String(Date.now() - 16 * 60_000)));
  await page.clock.fastForward(2000);
  await expect(cover(page)).toBeVisible();
  await page.keyboard.press("Escape");
  answer.open();
  await expect.poll(async () => (await keptBy(page)).records.join("")).toContain('"done"');
  expect(await readable(page)).toBe("");
  expect(await page.locator("#lock").innerText()).not.toMatch(/ada|BTC|Funded/);
  await unlock(page);
  await expect(cover(page)).toBeHidden();
  const result = page.getByRole("dialog").or(page.getByRole("alertdialog"));
  await expect(result).toContainText("Funded ada");
  await page.keyboard.press("Tab");
  expect(await result.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
  expect(played.callsOf("POST /funduser/fund")).toHaveLength(1);
});

test("[AUTH-15, LAY-6] what is said briefly while the app is locked is said once it is unlocked", async ({ page, played }) => {
  const answer = new Gate();
  playUsers(playPin(played)).on("PATCH /2FA-Disable/disable-2fa", async () => {
    await answer.opened;
    return { json: { success: true } };
  });
  await page.clock.install();
  await page.goto("/user-management/disable-2fa");
  const ask = page.getByRole("button", { name: "Disable 2fa", exact: true });
  await ask.click();
  // From here on, toasts need no further loading.
  await expect(toasts(page)).toHaveText(/Please provide an email/);
  await page.clock.runFor(6000);
  await expect(toasts(page)).toHaveCount(0);
  await page.getByLabel("Email", { exact: true }).fill("user001@example.com");
  await ask.click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disable 2FA", exact: true }).click();
  await expect.poll(() => played.callsOf("PATCH /2FA-Disable/disable-2fa")).toHaveLength(1);
  await page.evaluate(() => localStorage.setItem("counterfoil.input", String(Date.now() - 16 * 60_000)));
  await page.clock.fastForward(2000);
  await expect(cover(page)).toBeVisible();
  answer.open();
  await expect(page).toHaveURL(/\/users$/);
  await page.clock.runFor(10_000);
  expect(await readable(page)).toBe("");
  await unlock(page);
  await expect(cover(page)).toBeHidden();
  await expect(toasts(page)).toHaveText(/2FA disabled/);
  await page.clock.runFor(6000);
  await expect(toasts(page)).toHaveCount(0);
});

test("[AUTH-14, AUTH-15, SET-1] all tabs share one time of the last input, lock together, and unlock together; the time is a setting of 5, 15, 30 or 60 minutes, or never, which they follow", async ({
  page,
  context,
  played,
}) => {
  played.on("GET /admin/settings", { json: { success: true, data: { emailNotifications: false } } });
  await open(page);
  // The clock belongs to the context, and so to all its tabs.
  const other = await context.newPage();
  await other.goto("/users");
  await expect(other.getByRole("heading", { level: 1, name: "User Management" })).toBeVisible();
  await page.clock.fastForward(14 * minuteMs + 40_000);
  for (const tab of [page, other]) await expect(warning(tab)).toBeVisible();
  await other.mouse.move(300, 300);
  await other.mouse.move(320, 340);
  await expect(warning(page)).toBeHidden();
  await page.clock.fastForward(14 * minuteMs);
  await expect(cover(page)).toBeHidden();
  await page.clock.fastForward(2 * minuteMs);
  for (const tab of [page, other]) {
    await expect(cover(tab)).toBeVisible();
    expect(await readable(tab)).toBe("");
  }
  await unlock(other);
  for (const tab of [page, other]) await expect(cover(tab)).toBeHidden();
  await expect(row(page)).toBeVisible();
  await page.clock.fastForward(2000);
  await expect(cover(page)).toBeHidden();

  await page.evaluate(() => history.pushState(null, "", "/settings"));
  const select = page.getByLabel("Lock after");
  await expect(select.getByRole("option")).toHaveText(["5 minutes", "15 minutes", "30 minutes", "60 minutes", "Never"]);
  await expect(select).toHaveValue("15");
  const save = async (label: string, kept: string) => {
    await select.selectOption({ label });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem("counterfoil.lock-after"))).toBe(kept);
  };
  await save("Never", "0");
  await page.clock.fastForward(40 * minuteMs);
  for (const tab of [page, other]) {
    await expect(warning(tab)).toBeHidden();
    await expect(cover(tab)).toBeHidden();
  }
  await other.reload();
  await expect(other.getByRole("heading", { level: 1, name: "User Management" })).toBeVisible();
  await save("5 minutes", "5");
  await page.clock.fastForward(5 * minuteMs + 1000);
  for (const tab of [page, other]) await expect(cover(tab)).toBeVisible();
});

test("[AUTH-15] unlocking ends the session that it replaces, once no tab has a call of it on its way", async ({
  page,
  context,
  host,
  played,
}) => {
  const ends = "DELETE /api/sessions/s-old";
  const next = fakeSession(new Date(), { sid: "s-new", jti: "unlocked" }).token;
  const gate = new Gate();
  playUsers(played)
    .on("POST /adminsignin/signin", { json: { admin: { id: "admin-1", email: "grace@example.com" }, accessToken: next } })
    .on(ends, { json: { success: true } })
    .on("GET /fetching/refresh-tokens", async () => {
      await gate.opened;
      return { json: { refreshTokens: [] } };
    });
  await keepSession(page, host.origin, fakeSession(new Date(), { sid: "s-old" }));
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/security");
  await other.getByLabel("Email", { exact: true }).fill("user001@example.com");
  await other.getByRole("button", { name: "Get Refresh Tokens" }).click();
  await expect.poll(() => played.callsOf("GET /fetching/refresh-tokens").length).toBe(1);
  await chooseFromUserMenu(page, "Lock now");
  await unlock(page);
  for (const tab of [page, other]) await expect(cover(tab)).toBeHidden();
  // This tab's requests under the new session are answered; the other tab's call isn't.
  await page.getByRole("link", { name: "User Management" }).click();
  await expect(page.getByRole("cell", { name: "user001@example.com", exact: true })).toBeVisible();
  expect(played.callsOf(ends)).toEqual([]);
  gate.open();
  await expect.poll(() => played.callsOf(ends).map(({ authorization }) => authorization)).toEqual([`Bearer ${next}`]);
});

/** Records any row in the page, visible or not, from the start. */
async function watchRows(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    let rows = 0;
    new MutationObserver(() => {
      rows = Math.max(rows, document.querySelectorAll("[role=row], tr, #first-sight").length);
      Reflect.set(globalThis, "rowsDrawn", rows);
    }).observe(document, { childList: true, subtree: true });
  });
}
const rowsDrawn = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, "rowsDrawn"));

testWithShell(
  "[AUTH-14, AUTH-15] a reload, a new tab and a later start of the browser stay locked, online and offline, and draw nothing",
  async ({ page, context, played }) => {
    await page.goto("/");
    await expect(row(page)).toBeVisible();
    await untilShellIsKept(page);
    await watchRows(context);
    await page.reload();
    await expect(row(page)).toBeVisible();
    expect(await rowsDrawn(page)).toBeGreaterThan(3);
    await chooseFromUserMenu(page, "Lock now");
    await expect(cover(page)).toBeVisible();

    await page.reload();
    await expect(cover(page)).toBeVisible();
    const fresh = await context.newPage();
    await fresh.goto("/users");
    await expect(cover(fresh)).toBeVisible();
    await played.cutOff(context);
    await page.reload();
    await expect(cover(page)).toBeVisible();
    await played.cutOff(context, false);
    for (const tab of [page, fresh]) {
      expect(await rowsDrawn(tab)).toBe(0);
      expect(await tab.locator("html").innerText()).not.toMatch(/user\d|REF-/);
    }
    await fresh.close();
    await expect(page.getByText("You are offline")).toBeHidden({ timeout: 30_000 });
    await unlock(page);
    await expect(row(page)).toBeVisible();

    await leftBefore(page, 14 * minuteMs);
    await page.reload();
    await expect(row(page)).toBeVisible();
    await leftBefore(page, 16 * minuteMs);
    await page.reload();
    await expect(cover(page)).toBeVisible();
    expect(await rowsDrawn(page)).toBe(0);
    await unlock(page);
    await expect(row(page)).toBeVisible();
    // A clock that was put back proves nothing, so it unlocks nothing; nor does an invalid time.
    for (const ms of [-10 * minuteMs, Number.NaN]) {
      await leftBefore(page, ms);
      await page.reload();
      await expect(cover(page)).toBeVisible();
      expect(await rowsDrawn(page)).toBe(0);
      await unlock(page);
      await expect(row(page)).toBeVisible();
    }
  },
);

testWithShell(
  "[AUTH-16, SYNC-4] offline the cover stays and says so, and the PIN is taken once the host is back; an app that was closed before it locked opens what is cached out of the host's reach, and asks for the PIN afterwards",
  async ({ page, context, played }) => {
    await page.goto("/");
    await expect(row(page)).toBeVisible();
    await untilShellIsKept(page);
    await played.cutOff(context);
    await chooseFromUserMenu(page, "Lock now");
    await expect(page.getByText("You are offline")).toBeVisible();
    await pinField(page).fill(pin);
    await pinField(page).press("Enter");
    await expect(cover(page)).toBeVisible();
    expect(played.callsOf("POST /adminsignin/signin")).toEqual([]);
    expect(await readable(page)).toBe("");
    await played.cutOff(context, false);
    await expect(page.getByText("You are offline")).toBeHidden({ timeout: 30_000 });
    await page.getByRole("button", { name: "Unlock" }).click();
    await expect(row(page)).toBeVisible();

    // A file of the origin that doesn't start the app.
    await page.goto("/icon.svg");
    await leftBefore(page, 16 * minuteMs);
    await played.cutOff(context);
    await page.goto("/");
    await expect(row(page)).toBeVisible();
    await expect(cover(page)).toBeHidden();
    await played.cutOff(context, false);
    await expect(cover(page)).toBeVisible({ timeout: 30_000 });
    await unlock(page);
    await expect(row(page)).toBeVisible();

    // Once locked, it stays locked.
    await leftBefore(page, 16 * minuteMs);
    await expect(cover(page)).toBeVisible();
    await played.cutOff(context);
    await page.reload();
    await expect(page.getByText("Only the host can check your PIN", { exact: false })).toBeVisible();
    await expect(cover(page)).toBeVisible();
  },
);

testWithShell(
  "[AUTH-10, AUTH-14] signing out from the cover wipes the device: while the screens are hidden, after a start that was locked, and offline",
  async ({ page, context, played }) => {
    test.slow();
    await page.goto("/");
    await expect(row(page)).toBeVisible();
    await untilShellIsKept(page);
    for (const how of ["while the screens are hidden", "after a start that was locked", "offline"] as const) {
      await expect.poll(async () => (await keptBy(page)).records.join(""), how).toContain("user3");
      await chooseFromUserMenu(page, "Lock now");
      await expect(cover(page), how).toBeVisible();
      if (how === "after a start that was locked") await page.reload();
      if (how === "offline") await played.cutOff(context);
      await page.getByRole("button", { name: "Sign out" }).click();
      await expect(page.getByRole("heading", { name: "Welcome back!" }), how).toBeVisible();
      const left = await keptBy(page);
      expect(left.records, how).toEqual([]);
      expect(left.storage, how).not.toMatch(/token|counterfoil\.(locked|input|lock-after)|user3|grace/);
      expect(await page.evaluate(() => [document.documentElement.dataset["locked"], document.body.inert]), how).toEqual([undefined, false]);
      if (how === "offline") return;
      // The next admin to sign in must not find a lock screen.
      await page.getByLabel("Email").fill("grace@example.com");
      await pinField(page).fill(pin);
      await page.getByRole("button", { name: "Sign In" }).click();
      await expect(row(page), how).toBeVisible();
    }
  },
);

test("[LAY-4, AUTH-15] “Lock now” in the palette covers at once, also where the app never locks by itself; the icon shows no number", async ({
  page,
  context,
}) => {
  await context.addInitScript(() => {
    Object.defineProperty(navigator, "clearAppBadge", {
      value: () => {
        Reflect.set(globalThis, "badge", 0);
        return Promise.resolve();
      },
    });
  });
  await page.goto("/");
  await expect(row(page)).toBeVisible();
  await neverLocks(page, fakeSession());
  await page.reload();
  await expect(row(page)).toBeVisible();
  await page.getByLabel("Search transactions").focus();
  const field = page.getByRole("combobox", { name: "Find a screen, a user or a transaction" });
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press("Control+k");
    await expect(field).toBeVisible({ timeout: 3000 });
  }).toPass();
  await field.fill("lock");
  await expect(page.getByRole("option", { name: "Lock now" })).toBeVisible();
  await page.evaluate(() => Reflect.set(globalThis, "badge", 7));
  await page.keyboard.press("Enter");
  await expect(cover(page)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, "badge"))).toBe(0);
  await unlock(page);
  await expect(row(page)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByLabel("Search transactions")).toBeFocused();
});

test.describe("while scripts are on the way", () => {
  // A worker would have cached them.
  test.use({ serviceWorkers: "block" });

  test("[LAY-2, AUTH-15] locked from a palette that was open before anything followed the focus, the focus is back afterwards", async ({
    page,
    context,
  }) => {
    const held = new Gate();
    const keeper = /\/assets\/lock-keeper-/;
    await context.route(keeper, async (route) => {
      await held.opened;
      await route.continue();
    });
    const asked = page.waitForRequest(keeper);
    await page.goto("/");
    await expect(row(page)).toBeVisible();
    const loaded = (await asked).response();
    await page.getByLabel("Search transactions").focus();
    await page.keyboard.press("ControlOrMeta+k");
    const field = page.getByRole("combobox", { name: "Find a screen, a user or a transaction" });
    await expect(field).toBeFocused();
    held.open();
    await (await loaded)?.finished();
    // It is shown once its container exists.
    await expect(page.locator("#lock")).toBeAttached();
    await field.fill("lock");
    await expect(page.getByRole("option", { name: "Lock now" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(cover(page)).toBeVisible();
    await unlock(page);
    await expect(cover(page)).toBeHidden();
    await expect(page.getByLabel("Search transactions")).toBeFocused();
  });
});
