/* oxlint-disable no-empty-pattern -- Playwright reads from the pattern which fixtures a fixture needs. */
import { join } from "node:path";
import type { BrowserContext, Page, Route } from "@playwright/test";
import { createHost } from "../../host/host.ts";
import { listen, stopListening } from "../../host/listen.ts";
import { root } from "../../scripts/run.mjs";
import { openData } from "../support/browser/busy-host.ts";
import { FundingPage } from "../support/browser/funding-page.ts";
import { Gate } from "../support/gate.ts";
import { pressButton } from "../support/browser/keyboard.ts";
import { buildNext, nextNews } from "../support/browser/next-build.ts";
import { copySeededData } from "../support/browser/seeded-data.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { testWithShell as base, expect, keepSession } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

/** A server whose app can be replaced by the next version while pages of the first are open. */
interface Deployment {
  readonly origin: string;
  deploy(version: "first" | "next"): void;
}

const test = base.extend<object, { readonly site: Deployment }>({
  // The first test waits for the next version's build.
  site: [
    async ({}, give) => {
      const next = await buildNext();
      const data = await copySeededData();
      const connection = await openData(data);
      const hosts = {
        first: await createHost({ connection, appDir: join(root, "dist/app") }),
        next: await createHost({ connection, appDir: next }),
      };
      let serving = hosts.first;
      const { server, port } = await listen(
        {
          ...hosts.first,
          app: Object.assign(Object.create(hosts.first.app) as typeof hosts.first.app, {
            fetch: (...call: Parameters<typeof hosts.first.app.fetch>) => serving.app.fetch(...call),
          }),
        },
        0,
        "127.0.0.1",
        false,
      );
      await give({
        origin: `http://localhost:${port}`,
        deploy: (version) => {
          serving = hosts[version];
        },
      });
      for (const host of Object.values(hosts)) await host.events.stop();
      await stopListening(server);
      await connection.close();
      await data.remove();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  // In place of the usual host, which isn't started.
  origin: [async ({ site }, give) => give(site.origin), { scope: "worker" }],
});

// Serially in one worker: several workers would each build the next version.
test.describe.configure({ mode: "default" });

test.beforeEach(({ site }) => site.deploy("first"));

/** The builds whose scripts a page has loaded; none during a navigation. */
const buildsIn = (page: Page): Promise<string[]> => page.evaluate(scriptsOf).catch(() => []);

function scriptsOf(): string[] {
  const scripts = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /^\/assets\/.*\.js$/.test(path) && !/worker/.test(path));
  return [...new Set(scripts.map((path) => (path.endsWith("-next.js") ? "next" : "first")))];
}

/** Checks for a new version, and waits until it is fully cached, however long that takes. */
const lookForUpdate = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const installing = registration?.installing;
    if (installing) await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
  });

// A dialog hides it from assistive technology, not from view.
const notice = (page: Page) =>
  page.getByRole("status", { includeHidden: true }).filter({ hasText: /A new version is available|Another tab runs the new version/ });
const reloadButton = (page: Page) => notice(page).getByRole("button", { name: "Reload", includeHidden: true });

/** Counts a page's loads. */
async function countLoads(page: Page): Promise<() => number> {
  let loads = 0;
  page.on("domcontentloaded", () => {
    loads += 1;
  });
  return () => loads;
}

async function open(context: BrowserContext, site: Deployment, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site.origin}${path}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page;
}

const rounds = Number(process.env["UPDATE_ROUNDS"] ?? 1);
for (let round = 1; round <= rounds; round += 1)
  test(`[PWA-3] round ${round}: a new version reaches three tabs, past a dirty form and a running funding`, async ({
    page,
    context,
    site,
  }) => {
    test.slow();
    await keepSession(page, site.origin, await signInAt(site));
    await page.goto(site.origin);
    await untilShellIsKept(page);
    const typing = await open(context, site, "/funding");
    const sending = await open(context, site, "/funding");
    const user = "ada.admin@example.com";
    await typing.getByLabel("User Email").fill(user);
    await typing.getByLabel("Amount").fill("0.125");
    const answered = new Gate();
    const fundings: Route[] = [];
    await sending.route("**/funduser/fund", async (route) => {
      fundings.push(route);
      await answered.opened;
      await route.fulfill({ json: { success: true, message: "Funded", data: { newBalance: 0.75 } } });
    });
    const loads = await Promise.all([page, typing, sending].map(countLoads));
    const loadsNow = () => loads.map((count) => count());

    site.deploy("next");
    await lookForUpdate(page);
    // Announced in every tab, with only the new changes.
    for (const tab of [page, typing, sending]) await expect(notice(tab)).toContainText("A new version is available");
    await notice(page).getByText("What's new").click();
    await expect(notice(page).getByRole("listitem")).toHaveText([nextNews]);
    // Sent only now: without an answer for a minute it would be unknown.
    await new FundingPage(sending).send({ email: "nobody@example.com" });
    await expect.poll(() => fundings.length).toBe(1);
    // The running mutation blocks its own tab.
    await expect(reloadButton(sending)).toHaveAttribute("aria-disabled", "true");
    // Unsaved input asks for confirmation.
    await reloadButton(typing).click();
    await typing.getByRole("alertdialog").getByRole("button", { name: "Cancel" }).click();
    await expect(typing.getByLabel("Amount")).toHaveValue("0.125");
    expect(loadsNow()).toEqual([0, 0, 0]);

    await reloadButton(page).click();
    await expect.poll(() => buildsIn(page)).toEqual(["next"]);
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    for (const tab of [typing, sending]) await expect(notice(tab)).toContainText("Another tab runs the new version");
    expect(loadsNow()).toEqual([1, 0, 0]);

    // The funding ends where it began, once; then its tab updates on request.
    answered.open();
    await expect(sending.getByRole("dialog", { name: "Funded" })).toBeVisible();
    expect(fundings).toHaveLength(1);
    expect(loadsNow()).toEqual([1, 0, 0]);

    // The other tabs continue with their own version's chunks, which the server no longer has.
    await expect(typing.getByLabel("Amount")).toHaveValue("0.125");
    await typing.getByRole("link", { name: "Security" }).click();
    await expect(typing.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
    await expect(typing.getByRole("main").getByRole("button").first()).toBeVisible();
    expect(await buildsIn(typing)).toEqual(["first"]);

    await sending.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
    await reloadButton(sending).click();
    await expect.poll(() => buildsIn(sending)).toEqual(["next"]);
    await reloadButton(typing).click();
    await expect.poll(() => buildsIn(typing)).toEqual(["next"]);
    for (const tab of [page, typing, sending]) {
      await expect(tab.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(notice(tab)).toBeHidden();
    }
    expect(loadsNow()).toEqual([1, 1, 1]);
    // No tab uses the first version any more: the next start deletes it.
    await page.reload();
    await expect.poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")).length)).toBe(1);
  });

test("[PWA-3] what a new version brings is read, and it is taken, by keyboard alone; a tab without anything typed follows at once; a search that isn't applied stays", async ({
  page,
  context,
  site,
}) => {
  test.slow();
  await keepSession(page, site.origin, await signInAt(site));
  await page.goto(`${site.origin}/settings`);
  await untilShellIsKept(page);
  // Saved input no longer counts as unsaved, so there is no question.
  await page.getByText("Compact view", { exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  const other = await open(context, site, "/users");
  await other.getByLabel("Rows per page").focus();
  await other.getByLabel("Rows per page").selectOption("25");
  await expect(other).toHaveURL(/limit=25/);
  const searching = await open(context, site, "/users");
  await searching.getByRole("searchbox").fill("ada o");
  site.deploy("next");
  await lookForUpdate(page);
  await expect(notice(page)).toBeVisible();
  await page.bringToFront();
  await pressButton(page, notice(page).getByText("What's new"));
  await expect(notice(page).getByRole("listitem")).toHaveText([nextNews]);
  await page.keyboard.press("Shift+Tab");
  await expect(reloadButton(page)).toBeFocused();
  await page.keyboard.press("Enter");
  for (const tab of [page, other]) await expect.poll(() => buildsIn(tab)).toEqual(["next"]);
  await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
  await expect(other.getByRole("heading", { level: 1, name: "User Management" })).toBeVisible();
  await expect(notice(searching)).toContainText("Another tab runs the new version");
  await expect(searching.getByRole("searchbox")).toHaveValue("ada o");
  expect(await buildsIn(searching)).toEqual(["first"]);
  await searching.getByRole("searchbox").press("Enter");
  await expect(searching).toHaveURL(/q=ada/);
  await reloadButton(searching).click();
  await expect.poll(() => buildsIn(searching)).toEqual(["next"]);
  await expect(searching.getByRole("searchbox")).toHaveValue("ada o");
});

test("[PWA-3] a chunk that can't be had brings the version that replaced this one", async ({ page, context, site }) => {
  await keepSession(page, site.origin, await signInAt(site));
  await page.goto(site.origin);
  await untilShellIsKept(page);
  // As if the device had cleared its caches, and the server only had the next version.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) await caches.delete(name);
  });
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  site.deploy("next");
  await page.getByRole("link", { name: "Security" }).click();
  await expect.poll(() => buildsIn(page), { timeout: 120_000 }).toEqual(["next"]);
  await expect(page.getByRole("heading", { level: 1, name: "Security" })).toBeVisible();
});

test("[PWA-3, CONF-1] a version that can't read config.json takes the next one, which may", async ({ page, context, site }) => {
  await keepSession(page, site.origin, await signInAt(site));
  await page.goto(`${site.origin}/users`);
  await untilShellIsKept(page);
  site.deploy("next");
  // Until the next version asks for it, config.json has a field that this version doesn't know.
  await context.route("**/config.json", async (route) => {
    const builds = await buildsIn(page);
    return builds.includes("next") ? route.continue() : route.fulfill({ json: { helpdeskUrl: "https://help.example" } });
  });
  await page.reload();
  await expect(page.getByRole("heading", { name: /config.json is wrong/ })).toBeVisible();
  await expect.poll(() => buildsIn(page), { timeout: 120_000 }).toEqual(["next"]);
  await expect(page.getByRole("heading", { level: 1, name: "User Management" })).toBeVisible();
});

test("[PWA-3, AUTH-2] the sign-in page takes a new version by itself, but not from under what is typed", async ({ page, site }) => {
  const welcome = page.getByRole("heading", { name: "Welcome back!" });
  await page.goto(`${site.origin}/login`);
  await untilShellIsKept(page);
  await page.getByLabel("Email").fill("ada@example.com");
  site.deploy("next");
  await lookForUpdate(page);
  await expect(page.getByLabel("Email")).toHaveValue("ada@example.com");
  expect(await buildsIn(page)).toEqual(["first"]);
  await page.reload();
  await expect.poll(() => buildsIn(page), { timeout: 30_000 }).toEqual(["next"]);
  await expect(welcome).toBeVisible();
});

test("[PWA-3] a start at the dashboard whose first script is kept no more, and is gone from the server, takes the version that waits", async ({
  page,
  context,
  site,
}) => {
  await keepSession(page, site.origin, await signInAt(site));
  await page.goto(site.origin);
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await untilShellIsKept(page);
  site.deploy("next");
  await lookForUpdate(page);
  await page.goto("about:blank");
  await page.goto(`${site.origin}/icon.svg`);
  await page.evaluate(async () => {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) if (/\/assets\/index-[^/]*(?<!-next)\.js$/.test(url)) await cache.delete(url);
    }
  });
  await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
  await page.goto(site.origin);
  // The page's own reload can be faster than the next version, and then says to load it again.
  await expect(async () => {
    await page.reload();
    await expect.poll(() => buildsIn(page), { timeout: 5000 }).toEqual(["next"]);
  }).toPass({ timeout: 60_000 });
  await expect(page.locator("#root").getByRole("row").nth(5)).toBeVisible();
});
