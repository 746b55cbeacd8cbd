import type { Page } from "@playwright/test";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { fakeSession } from "../support/fake-login.ts";
import { approvalsConfig, playSlips, wireSlip } from "../support/played-approvals.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { untilMenuHasFocus } from "../support/browser/keyboard.ts";
import type { PlayedHost } from "../support/browser/played-host.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { untilStill } from "../support/browser/still.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

const toggle = (page: Page, name: string) => page.getByRole("switch", { name });
const flip = (page: Page, name: string) => page.getByText(name, { exact: true }).click();
const save = async (page: Page) => {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
};
const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset["theme"]);
const density = (page: Page) => page.evaluate(() => document.documentElement.dataset["density"] ?? "normal");

function play(played: PlayedHost): PlayedHost {
  let emailNotifications = false;
  return playDashboard(played, [wireRow(0)])
    .on("GET /admin/settings", () => ({ json: { success: true, data: { emailNotifications } } }))
    .on("PUT /admin/settings", ({ body }) => {
      emailNotifications = (body as { emailNotifications: boolean }).emailNotifications;
      return { json: { success: true, message: "Settings saved" } };
    })
    .on("POST /adminsignin/logout", { json: { success: true } });
}

/** Each sign-in has its own token, as on a real host. */
let signIns = 0;
const sessionOf = (admin: string) => {
  signIns += 1;
  return fakeSession(new Date(Date.now() + signIns * 1000), {}, `admin-${admin}`);
};

test.describe("on a played host", () => {
  test.beforeEach(async ({ page, host, played }) => {
    play(played);
    await keepSession(page, host.origin, sessionOf("ada"));
    await page.goto("/settings");
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  });

  test("[SET-1, PWA-3] the look restyles at once, Cancel restores, Save keeps, another tab and the first paint follow; the theme is the system's until one is chosen", async ({
    page,
    context,
    host,
  }) => {
    await context.grantPermissions(["notifications"], { origin: host.origin });
    await test.step("the theme is the system's", async () => {
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(() => theme(page)).toBe("dark");
      await expect(toggle(page, "Dark mode")).toBeChecked();
      await page.emulateMedia({ colorScheme: "light" });
      await expect.poll(() => theme(page)).toBe("light");
    });

    const other = await context.newPage();
    await other.goto("/settings");
    await test.step("Cancel restores", async () => {
      expect([await theme(page), await density(page)]).toEqual(["light", "normal"]);
      await flip(page, "Dark mode");
      await flip(page, "Compact view");
      await expect.poll(() => theme(page)).toBe("dark");
      await expect.poll(() => density(page)).toBe("compact");
      expect(await theme(other)).toBe("light");
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await expect.poll(() => theme(page)).toBe("light");
      await expect.poll(() => density(page)).toBe("normal");
      await expect(toggle(page, "Dark mode")).not.toBeChecked();
    });
    await test.step("Save keeps, and another tab follows", async () => {
      const names = ["Dark mode", "Compact view", "Automatic updates", "Push notifications"];
      for (const name of names) await flip(page, name);
      await save(page);
      await expect.poll(() => theme(other)).toBe("dark");
      await expect.poll(() => density(other)).toBe("compact");
      await expect(toggle(other, "Dark mode")).toBeChecked();
      await page.reload();
      for (const name of names) await expect(toggle(page, name)).toBeChecked();
      expect([await theme(page), await density(page)]).toEqual(["dark", "compact"]);
    });
    await test.step("the first paint has the kept theme: no frame is of the other one", async () => {
      await other.addInitScript(() => {
        const seen = new Set<string>();
        Reflect.set(window, "themesSeen", seen);
        // Everything painted was in some frame.
        const look = () => {
          if (document.body) seen.add(getComputedStyle(document.documentElement).colorScheme);
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      });
      await other.goto("/settings");
      await expect(toggle(other, "Dark mode")).toBeChecked();
      expect(await other.evaluate(() => [...(Reflect.get(window, "themesSeen") as Set<string>)])).toEqual(["dark"]);
    });
    await test.step("one that is chosen stays, whatever the system has", async () => {
      await page.emulateMedia({ colorScheme: "dark" });
      await flip(page, "Dark mode");
      await save(page);
      await page.reload();
      await expect(toggle(page, "Dark mode")).not.toBeChecked();
      expect(await theme(page)).toBe("light");
    });
  });

  test("[SET-1, SYNC-9] each admin of a device has settings of their own, and nobody's name is in their keys", async ({ page, host }) => {
    await flip(page, "Dark mode");
    await page.getByLabel("Time zone").selectOption({ label: "PST" });
    await save(page);
    await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
    await untilMenuHasFocus(page);
    await chooseFromMenu(page, "Logout");
    await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
    await expect.poll(() => theme(page)).toBe("light");

    await keepSession(page, host.origin, sessionOf("grace"));
    await page.goto("/settings");
    await expect(toggle(page, "Dark mode")).not.toBeChecked();
    await expect(page.getByLabel("Time zone")).toHaveValue("UTC");
    await flip(page, "Compact view");
    await save(page);
    await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
    await untilMenuHasFocus(page);
    await chooseFromMenu(page, "Logout");
    await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(kept).not.toMatch(/\bada\b|grace|example\.com|Hopper/i);

    await keepSession(page, host.origin, sessionOf("ada"));
    await page.goto("/settings");
    await expect(toggle(page, "Dark mode")).toBeChecked();
    await expect(toggle(page, "Compact view")).not.toBeChecked();
    await expect(page.getByLabel("Time zone")).toHaveValue("PST");
  });

  testWithShell(
    "[APPR-4, SET-1] a click on a system notification goes through the service worker to the slip in the tab that stands",
    async ({ page, context, host, played }) => {
      await context.grantPermissions(["notifications"], { origin: host.origin });
      playSlips(playFunding(played), () => [wireSlip(0)]);
      await page.route("**/config.json", (route) => route.fulfill({ json: approvalsConfig }));
      await page.goto("/settings");
      await untilShellIsKept(page);
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.showNotification("Approvals", { tag: "counterfoil-slip", data: { path: "/approvals/slip-00000" } });
      });
      const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
      await worker.evaluate(async () => {
        const { registration } = globalThis as unknown as { readonly registration: ServiceWorkerRegistration };
        const [notification] = await registration.getNotifications();
        const click = new Event("notificationclick");
        Object.assign(click, { notification, waitUntil: () => undefined });
        dispatchEvent(click);
      });
      await expect(page).toHaveURL(/\/approvals\/slip-00000$/);
      await expect(page.getByRole("heading", { level: 1, name: "Fund 1,500,000 NGNB" })).toBeVisible();
      const left = () => page.evaluate(async () => (await (await navigator.serviceWorker.ready).getNotifications()).length);
      await expect.poll(left).toBe(0);
    },
  );
});

test("[SET-1] at the real host the email setting is the admin's own, on every device", async ({ signedIn: page }) => {
  await page.goto("/settings");
  await expect(toggle(page, "Email notifications")).toBeEnabled();
  await flip(page, "Email notifications");
  await save(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("counterfoil.settings")) localStorage.removeItem(key);
  });
  await page.reload();
  await expect(toggle(page, "Email notifications")).toBeChecked();
  await flip(page, "Email notifications");
  await save(page);
});

test("[LAY-4, LAY-7] a menu and a panel of the frame stay where they are while the page scrolls", async ({ signedIn: page }) => {
  await page.goto("/settings");
  await expect(page.getByRole("table", { name: "Your sessions" })).toBeVisible();
  for (const [opener, layer] of [
    [page.getByRole("button", { name: /User menu$/ }).first(), page.getByRole("menu")],
    [page.getByRole("banner").getByRole("button", { name: /^(Host reached|Live|Syncing)/ }), page.getByRole("dialog")],
  ] as const) {
    await page.mouse.wheel(0, 1000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200);
    await opener.click();
    await expect(layer).toBeInViewport();
    await untilStill(page);
    // Within one task, before anything could put it back.
    const moved = await layer.evaluate((element) => {
      const { top } = element.getBoundingClientRect();
      scrollBy({ top: -100, behavior: "instant" });
      return element.getBoundingClientRect().top - top;
    });
    expect(moved).toBe(0);
    await page.keyboard.press("Escape");
    await expect(layer).toHaveCount(0);
  }
});
