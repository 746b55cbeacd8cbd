import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { root } from "../../scripts/run.mjs";
import { es } from "../../src/app/words/es/words.ts";
import { fr } from "../../src/app/words/fr/words.ts";
import { fakeSession } from "../support/fake-login.ts";
import { playDashboard } from "../support/played-dashboard.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { playFunding } from "../support/played-funding.ts";
import { expect, keepSession, testWithShell as test } from "../support/browser/test.ts";

interface Picture {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose?: string;
  readonly form_factor?: string;
}
interface Manifest {
  readonly id: string;
  readonly name: string;
  readonly short_name: string;
  readonly lang: string;
  readonly scope: string;
  readonly start_url: string;
  readonly display: string;
  readonly categories: readonly string[];
  readonly launch_handler: object;
  readonly icons: readonly Picture[];
  readonly screenshots: readonly Picture[];
  readonly shortcuts: readonly { readonly name: string; readonly url: string; readonly icons: readonly Picture[] }[];
}

const manifestOf = async (page: Page): Promise<Manifest> => {
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(href ?? "");
  expect(answer.headers()["content-type"]).toContain("application/manifest+json");
  return (await answer.json()) as Manifest;
};

/** A picture's width and height as decoded by the browser. */
const sizeOf = (page: Page, src: string): Promise<string> =>
  page.evaluate(async (url) => {
    const image = new Image();
    image.src = url;
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, src);

test("[PWA-1] the browser finds the app installable, by a manifest whose pictures are what it says of them", async ({ page, context }) => {
  await page.goto("/login");
  const developer = await context.newCDPSession(page);
  const { errors } = await developer.send("Page.getAppManifest");
  expect(errors).toEqual([]);
  const { installabilityErrors } = await developer.send("Page.getInstallabilityErrors");
  // A private window can't install anything, whatever the manifest.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== "in-incognito")).toEqual([]);

  const manifest = await manifestOf(page);
  expect(manifest).toMatchObject({ id: "/", short_name: "Counterfoil", scope: "/", start_url: "/", display: "standalone" });
  expect(manifest.categories.length).toBeGreaterThan(0);
  expect(manifest.launch_handler).toEqual({ client_mode: ["focus-existing", "auto"] });
  for (const purpose of ["any", "maskable", "monochrome"])
    for (const type of ["image/png", "image/svg+xml"])
      expect(manifest.icons.filter((icon) => icon.purpose === purpose && icon.type === type)).not.toEqual([]);
  for (const form of ["wide", "narrow"]) expect(manifest.screenshots.filter((one) => one.form_factor === form)).not.toEqual([]);
  const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)];
  for (const { src, sizes, type } of pictures) {
    const answer = await page.request.get(src);
    expect(answer.headers()["content-type"], src).toBe(type);
    if (sizes !== "any") expect(await sizeOf(page, src), src).toBe(sizes);
  }
});

test("[PWA-1] each shortcut opens its screen", async ({ signedIn: page }) => {
  await page.goto("/");
  const { shortcuts } = await manifestOf(page);
  expect(shortcuts.map(({ name }) => name)).toEqual(["Fund user", "Users", "Transactions", "Gift card rates"]);
  const titles = ["Funding & Balances", "User Management", "Dashboard", "Gift card rates"];
  for (const [at, { url }] of shortcuts.entries()) {
    await page.goto(url);
    await expect(page.getByRole("heading", { level: 1, name: titles[at] ?? "" })).toBeVisible();
  }
});

test("[PWA-1, SET-1] the manifest speaks the admin's language, and stays one app", async ({ signedIn: page }) => {
  const english = readFileSync(join(root, "dist/app/manifest.webmanifest"), "utf8");
  for (const [label, words, lang] of [
    ["Spanish", es, "es"],
    ["French", fr, "fr"],
  ] as const) {
    await page.goto("/settings");
    await page.locator("select").first().selectOption({ value: lang });
    await page.getByRole("main").locator("button[type=submit]").click();
    await expect(page.locator("html"), label).toHaveAttribute("lang", lang);
    const manifest = await manifestOf(page);
    expect(manifest).toMatchObject({ id: "/", lang });
    expect(manifest.shortcuts.map(({ name }) => name)).toContain(words.layout.entries.giftCardRates);
    expect(english).not.toContain(manifest.name);
  }
});

/** Simulates the browser's install prompt. */
const offerInstall = (page: Page) =>
  page.evaluate(() => {
    const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
      prompt: () => {
        Reflect.set(window, "asked", Number(Reflect.get(window, "asked") ?? 0) + 1);
        return Promise.resolve();
      },
    });
    dispatchEvent(offer);
    return offer.defaultPrevented;
  });

const userMenu = (page: Page) => page.getByRole("banner").getByRole("button", { name: "User menu" });

test.describe("on a played host", () => {
  test.beforeEach(async ({ page, host, played }) => {
    playDashboard(played);
    await keepSession(page, host.origin, fakeSession());
  });

  test("[PWA-1] the menu installs the app where the browser offers it, and says nothing of it elsewhere", async ({ page }) => {
    await page.goto("/");
    await userMenu(page).click();
    await expect(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Install app" })).toBeHidden();
    await page.keyboard.press("Escape");
    expect(await offerInstall(page)).toBe(true);
    await userMenu(page).click();
    await page.getByRole("menuitem", { name: "Install app" }).click();
    expect(await page.evaluate(() => Reflect.get(window, "asked") as unknown)).toBe(1);
    // The browser's prompt works only once.
    await userMenu(page).click();
    await expect(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
    await expect(page.getByRole("menuitem", { name: "Install app" })).toBeHidden();
  });

  for (const [device, touches, step] of [
    ["a Mac", 0, /Add to Dock/],
    ["an iPad", 5, /Add to Home Screen/],
  ] as const)
    test(`[PWA-1] Safari on ${device} is told how its own menu installs the app`, async ({ page }) => {
      await page.addInitScript((points) => {
        Object.defineProperty(navigator, "vendor", { get: () => "Apple Computer, Inc." });
        Object.defineProperty(navigator, "maxTouchPoints", { get: () => points });
      }, touches);
      await page.goto("/");
      await userMenu(page).click();
      await page.getByRole("menuitem", { name: "Install app" }).click();
      await expect(page.getByRole("dialog", { name: "Install Counterfoil" }).getByText(step)).toBeVisible();
    });

  test("[PWA-1] a shortcut goes on in the window that stands, and asks before it leaves what is typed there", async ({ page, played }) => {
    playFunding(played).on("GET /admin/settings", { json: { data: { emailNotifications: false } } });
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, "launchQueue", {
        value: { setConsumer: (consume: unknown) => Reflect.set(globalThis, "launch", consume) },
      });
    });
    const launch = (path: string) =>
      page.evaluate(
        (to) => (Reflect.get(globalThis, "launch") as (p: object) => void)({ targetURL: new URL(to, location.href).href }),
        path,
      );
    await page.goto("/settings");
    await expect.poll(() => page.evaluate(() => "launch" in globalThis)).toBe(true);
    await launch("/");
    await expect(page).toHaveURL(/\/settings$/);
    await launch("/funding");
    await expect(page).toHaveURL(/\/funding$/);
    await page.getByLabel("User Email").fill("ada@example.com");
    await launch("/dashboard");
    const question = page.getByRole("alertdialog", { name: "Leave what is typed here?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByLabel("User Email")).toHaveValue("ada@example.com");
    await launch("/dashboard");
    await question.getByRole("button", { name: "Leave it" }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  });

  test("[PWA-1, FUND-6] the app's icon shows how many outcomes wait to be settled, and nothing after signing out", async ({
    page,
    played,
  }) => {
    playFunding(played).on("POST /funduser/fund", { is: "cut" }).on("POST /adminsignin/logout", { json: {} });
    const badges: number[] = [];
    await page.exposeFunction("badge", (count: number) => void badges.push(count));
    await page.addInitScript(() => {
      const show = (count: number) => Promise.resolve((Reflect.get(window, "badge") as (n: number) => void)(count));
      Object.defineProperty(navigator, "setAppBadge", { value: show });
      Object.defineProperty(navigator, "clearAppBadge", { value: () => show(0) });
    });
    const funding = await new FundingPage(page).open();
    await funding.send();
    await expect(funding.unknown).toBeVisible();
    await expect.poll(() => badges.at(-1)).toBe(1);
    await userMenu(page).click();
    await page.getByRole("menuitem", { name: "Logout" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
    await expect.poll(() => badges.at(-1)).toBe(0);
  });
});
