import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fakeSession } from "../support/fake-login.ts";
import { approvalsConfig, playSlips, wireSlip } from "../support/played-approvals.ts";
import { playDashboard, wireRow } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { untilMenuHasFocus } from "../support/browser/keyboard.ts";
import type { PlayedHost } from "../support/browser/played-host.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";

const toggles = ["Email notifications", "Push notifications", "Dark mode", "Compact view", "Automatic updates", "Data collection"];

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

  test("[SET-1, FIND-9] every control of the document is there, with its choices", async ({ page }) => {
    for (const name of toggles) await expect(toggle(page, name)).toBeVisible();
    await expect(page.getByLabel("Language").getByRole("option")).toHaveText(["English (US)", "Spanish", "French"]);
    await expect(page.getByLabel("Time zone").getByRole("option")).toHaveText([
      "Lagos (Africa/Lagos)",
      "UTC",
      "EST",
      "PST",
      "This device (UTC)",
      "Another zone…",
    ]);
    await expect(page.getByRole("button", { name: "Cancel", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
    await expectAccessible(page);
  });

  test("[SET-1] dark mode and compact view restyle at once, Cancel restores, Save keeps, another tab follows", async ({
    page,
    context,
  }) => {
    const other = await context.newPage();
    await other.goto("/settings");
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

    await flip(page, "Dark mode");
    await flip(page, "Compact view");
    await save(page);
    await expect.poll(() => theme(other)).toBe("dark");
    await expect.poll(() => density(other)).toBe("compact");
    await expect(toggle(other, "Dark mode")).toBeChecked();
    await page.reload();
    await expect(toggle(page, "Dark mode")).toBeChecked();
    await expect(toggle(page, "Compact view")).toBeChecked();
    expect([await theme(page), await density(page)]).toEqual(["dark", "compact"]);
  });

  test("[SET-1] the first paint has the kept theme: no frame is of the other one", async ({ page, context }) => {
    await flip(page, "Dark mode");
    await save(page);
    const fresh = await context.newPage();
    await fresh.addInitScript(() => {
      const seen = new Set<string>();
      Reflect.set(window, "themesSeen", seen);
      // Everything painted was in some frame.
      const look = () => {
        if (document.body) seen.add(getComputedStyle(document.documentElement).colorScheme);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await fresh.goto("/settings");
    await expect(toggle(fresh, "Dark mode")).toBeChecked();
    expect(await fresh.evaluate(() => [...(Reflect.get(window, "themesSeen") as Set<string>)])).toEqual(["dark"]);
  });

  test("[SET-1] the theme starts as the system's, and follows it until one is chosen", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(() => theme(page)).toBe("dark");
    await expect(toggle(page, "Dark mode")).toBeChecked();
    await flip(page, "Dark mode");
    await save(page);
    await page.reload();
    await expect(toggle(page, "Dark mode")).not.toBeChecked();
    expect(await theme(page)).toBe("light");
  });

  test("[SET-1, SYNC-9] each admin of a device has settings of their own, and nobody's name is in their keys", async ({ page, host }) => {
    await flip(page, "Dark mode");
    await page.getByLabel("Time zone").selectOption({ label: "PST" });
    await save(page);
    await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
    await untilMenuHasFocus(page);
    await page.getByRole("menuitem", { name: "Logout" }).click();
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
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)));
    expect(kept).not.toMatch(/ada|grace|example\.com|Hopper/i);

    await keepSession(page, host.origin, sessionOf("ada"));
    await page.goto("/settings");
    await expect(toggle(page, "Dark mode")).toBeChecked();
    await expect(toggle(page, "Compact view")).not.toBeChecked();
    await expect(page.getByLabel("Time zone")).toHaveValue("PST");
  });

  test("[SET-1] the diagnostics log is off by default, holds no user data, can be downloaded, and goes when switched off", async ({
    page,
    played,
  }) => {
    playDashboard(played, [wireRow(0, { username: "secretive", reference: "REF-SECRET" })]);
    const stored = () => page.evaluate(() => localStorage.getItem("counterfoil.diagnostics"));
    expect(await stored()).toBeNull();
    await flip(page, "Data collection");
    await save(page);
    await page.getByRole("link", { name: "Dashboard", exact: true }).click();
    await expect(page.getByRole("cell", { name: "secretive" })).toBeVisible();
    await page.getByLabel("Search transactions").fill("secretive");
    await page.getByLabel("Search transactions").press("Enter");
    await expect.poll(stored).toContain("GET /analytics/filter");
    await page.getByRole("link", { name: "Settings", exact: true }).click();
    await expect(page.getByRole("cell", { name: "GET /analytics/filter" }).first()).toBeVisible();
    const coming = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    const file = await readFile(await (await coming).path(), "utf8");
    expect(file).toContain('"call":"GET /analytics/recent-transactions","status":200');
    expect(file).not.toMatch(/secretive|REF-SECRET|example\.com|Bearer|eyJ|searchTerm|\?/i);
    await flip(page, "Data collection");
    await save(page);
    await expect.poll(stored).toBeNull();
  });

  testWithShell(
    "[SET-1] a long action that ends in the background is told by the system, without saying whom it was about",
    async ({ page, context, host, played }) => {
      await context.grantPermissions(["notifications"], { origin: host.origin });
      // More than ten seconds on the page's clock, whatever the machine's.
      await page.goto("about:blank");
      await page.clock.install();
      await page.addInitScript(() => {
        const told: string[] = [];
        Reflect.set(window, "told", told);
        ServiceWorkerRegistration.prototype.showNotification = (title, options) => {
          told.push(`${title}: ${options?.body ?? ""}`);
          return Promise.resolve();
        };
      });
      await page.goto("/settings");
      await untilShellIsKept(page);
      await flip(page, "Push notifications");
      await save(page);
      let answer = (): void => {};
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      played.on("PUT /admin/settings", async () => {
        await answered;
        return { json: { success: true } };
      });
      await flip(page, "Email notifications");
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect.poll(() => played.callsOf("PUT /admin/settings").length).toBe(1);
      await page.evaluate(() => {
        Object.defineProperty(document, "visibilityState", { configurable: true, get: () => "hidden" });
        document.dispatchEvent(new Event("visibilitychange"));
      });
      await page.clock.fastForward(11_000);
      answer();
      await expect.poll(() => page.evaluate(() => Reflect.get(window, "told") as string[])).toEqual(["Save settings: Done"]);
    },
  );

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

  test("[SET-1, PWA-3] automatic updates and push notifications are kept", async ({ page, context, host }) => {
    await context.grantPermissions(["notifications"], { origin: host.origin });
    await page.reload();
    await flip(page, "Automatic updates");
    await flip(page, "Push notifications");
    await save(page);
    await page.reload();
    await expect(toggle(page, "Automatic updates")).toBeChecked();
    await expect(toggle(page, "Push notifications")).toBeChecked();
  });
});

test("[SET-1] at the embedded host the email setting is the admin's own, on every device", async ({ signedIn: page }) => {
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
