/**
 * Makes the pictures in docs/screens: every screen on a laptop, a tablet and a phone, light and dark, from the built app on the
 * embedded host with demo data. Both clocks are frozen, so that a picture changes only when its screen does.
 */
import { mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserContext, type Page, chromium } from "@playwright/test";
import { openEmbedded } from "../host/db/connection.ts";
import { migrate } from "../host/db/migrate.ts";
import { createHost } from "../host/host.ts";
import { listen, stopListening } from "../host/listen.ts";
import { loadDemoData } from "../host/seed/demo-data.ts";
import { addAdmin } from "../host/sessions/admins.ts";
import { permissionsOf } from "../host/sessions/permissions.ts";
import { paths } from "../src/app/links.ts";
import { type ShownScreen, openScreen, screensOf } from "../tests/support/browser/screens.ts";
import { untilStill } from "../tests/support/browser/still.ts";
import { signInAt } from "../tests/support/browser/truth.ts";
import { buildIfNeeded } from "./build.mjs";
import { needChromium } from "./chromium.mjs";
import { root } from "./run.mjs";

const at = new Date("2026-11-20T14:02:31.000Z");
const admin = { email: "ada.admin@example.com", pin: "482913" };
const sizes = {
  laptop: { width: 1440, height: 900 },
  tablet: { width: 768, height: 1024 },
  phone: { width: 390, height: 844 },
} as const;
type Size = keyof typeof sizes;
const themes = ["light", "dark"] as const;
const into = join(root, "docs/screens");

const fetched: ShownScreen["prepare"] = async (page) => {
  await page.getByRole("button", { name: "Fetch Wallet", exact: true }).click();
  await page.getByRole("button", { name: /^BTC_BTC/ }).click();
  await page.getByRole("button", { name: /^Show the QR code/ }).waitFor();
};

/** The confirmation before sending; nothing is funded. */
const cheque = (funding: ShownScreen): ShownScreen => ({
  ...funding,
  name: "funding-confirmation",
  prepare: async (page) => {
    await page.getByLabel("Amount").fill("0.25");
    await page.getByRole("button", { name: "Fund User", exact: true }).click();
    await page.getByRole("button", { name: "Confirm and Fund", exact: true }).waitFor();
  },
});

/** The lock screen; last, as the app stays locked. */
const cover: ShownScreen = {
  path: paths.home,
  name: "locked",
  prepare: async (page) => {
    if (await page.getByRole("heading", { name: "Locked" }).isVisible()) return;
    await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
    await page.getByRole("menuitem", { name: "Lock now" }).click();
    await page.getByRole("heading", { name: "Locked" }).waitFor();
  },
};

const taken = new Set<string>();

/** A screenshot as WebP, which Playwright itself doesn't offer. */
async function picture(page: Page, name: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const { data } = await browser.send("Page.captureScreenshot", { format: "webp", quality: 82 });
  await browser.detach();
  await writeFile(join(into, `${name}.webp`), Buffer.from(data, "base64"));
  taken.add(`${name}.webp`);
}

/** Waits until the theme is applied and all motion has ended. */
async function settle(page: Page, theme: string): Promise<void> {
  await page.locator(`html[data-theme=${theme}]`).waitFor({ state: "attached" });
  await untilStill(page);
}

async function pictures(page: Page, screen: ShownScreen, shown: readonly Size[]): Promise<void> {
  for (const size of shown) {
    await page.setViewportSize(sizes[size]);
    await page.emulateMedia({ colorScheme: themes[0], reducedMotion: "reduce" });
    // What the last picture opened isn't open any more.
    await page.goto("/icon.svg");
    await openScreen(page, screen);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      await settle(page, colorScheme);
      await picture(page, `${screen.name}-${size}-${colorScheme}`);
    }
  }
}

async function pageOf(context: BrowserContext): Promise<Page> {
  // tsx puts calls of it into what is evaluated in the page.
  await context.addInitScript("globalThis.__name ??= (named) => named;");
  const page = await context.newPage();
  await page.clock.setFixedTime(at);
  return page;
}

const [only] = process.argv.slice(2);
if (!(await buildIfNeeded())) process.exit(1);
const executablePath = await needChromium();
const connection = await openEmbedded();
await migrate(connection);
await loadDemoData(connection, { users: 200, transactions: 3000 }, at);
const host = await createHost({ connection, clock: () => at, appDir: join(root, "dist/app") });
const { email, pin } = admin;
const adding = { email, adminName: "Ada Admin", pin, role: "super_admin", permissions: permissionsOf.super_admin } as const;
await addAdmin(connection.db, adding, host.deps.pinCost, at);
const { server, port } = await listen(host, 0, "127.0.0.1", false);
const origin = `http://localhost:${port}`;
const browser = await chromium.launch({ executablePath, args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])] });
try {
  const session = await signInAt({ origin }, admin);
  const all = await screensOf({ origin }, session);
  const screens = all.flatMap((screen) =>
    screen.name === "funding" ? [screen, cheque(screen)] : screen.name === "wallets" ? [{ ...screen, prepare: fetched }] : [screen],
  );
  screens.push(cover);
  if (only !== undefined && !screens.some(({ name }) => name === only))
    throw new Error(`No screen ${only}. Screens: ${screens.map(({ name }) => name).join(", ")}`);
  await mkdir(into, { recursive: true });
  const shared = { baseURL: origin, locale: "en-US", timezoneId: "UTC", serviceWorkers: "block" } as const;
  for (const [shown, context] of [
    [["laptop"], await browser.newContext(shared)],
    [["tablet", "phone"], await browser.newContext({ ...shared, hasTouch: true })],
  ] as const) {
    const page = await pageOf(context);
    let isSignedIn = false;
    for (const screen of screens) {
      if (only !== undefined && screen.name !== only) continue;
      if (screen.isOpen !== true && !isSignedIn) {
        await page.goto("/icon.svg");
        await page.evaluate(({ token, user }) => {
          localStorage.setItem("token", token);
          localStorage.setItem("user", user);
        }, session);
        isSignedIn = true;
      }
      await pictures(page, screen, shown);
    }
    await context.close();
  }
} finally {
  await browser.close();
  await stopListening(server);
  await connection.close();
}
// Of screens that are gone.
if (only === undefined) for (const name of await readdir(into)) if (!taken.has(name)) await rm(join(into, name));
const names = await readdir(into);
let bytes = 0;
for (const name of names) bytes += (await stat(join(into, name))).size;
console.log(`${names.length} pictures in docs/screens, ${(bytes / 1e6).toFixed(1)} MB`);
