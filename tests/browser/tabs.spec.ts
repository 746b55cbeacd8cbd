import type { BrowserContext, Page } from "@playwright/test";
import { Random } from "../../host/seed/random.ts";
import type { BusyHost } from "../support/browser/busy-host.ts";
import { cacheNameAt } from "../support/browser/cache-name.ts";
import { type Loss, startLossyProxy } from "../support/browser/lossy-proxy.ts";
import { keyOf, readNewest } from "../support/browser/scrolling.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

/** How long the network comes and goes; full length: TABS_SECONDS=60. */
const seconds = Number(process.env["TABS_SECONDS"] ?? 8);
const seed = Number(process.env["TABS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const losses: Loss[] = ["reset", "cut", "gateway"];
const newest = 100;

/** Calls that only the leading tab makes; probes of the host are not among them. */
const isPoll = (url: string): boolean => ["/analytics/recent-transactions", "/usermanagement/users"].includes(new URL(url).pathname);

/** Opens a tab of the context at the origin, and records who polls. */
async function openTab(first: Page, origin: string, onPoll: (tab: Page) => void): Promise<Page> {
  const tab = first.url() === "about:blank" || first.url().endsWith(".svg") ? first : await first.context().newPage();
  tab.on("request", (request) => {
    if (isPoll(request.url())) onPoll(tab);
  });
  await tab.goto(origin);
  await expect(tab.getByRole("row").nth(5)).toBeVisible();
  return tab;
}

/** As when a person returns to the tab: its data should be fresh. */
const visit = (tab: Page): Promise<void> => tab.evaluate(() => void globalThis.dispatchEvent(new Event("focus")));

/** Expects each tab to show the host's newest rows, in order, each once and without gaps. */
async function expectNewest(host: BusyHost, tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) {
    await expect
      .poll(
        async () => {
          await visit(tab);
          const shown = await readNewest(tab, newest).catch(async (error: unknown) => {
            throw new Error(`tab ${tabs.indexOf(tab)}: ${(await tab.locator("#root").innerText()).slice(0, 2000)}`, { cause: error });
          });
          const there = (await host.rows()).slice(0, newest).map(keyOf);
          return shown.findIndex((key, index) => key !== there[index]);
        },
        { message: "the first line that isn't the host's", timeout: 60_000 },
      )
      .toBe(-1);
  }
}

test("[SYNC-2, SYNC-6] three tabs over a network that comes and goes show what the host has, and one of them polls", async ({
  page,
  context,
  busyHost,
  allowedOrigins,
}) => {
  test.setTimeout(180_000 + seconds * 2000);
  test.info().annotations.push({ type: "seed", description: `TABS_SEED=${seed}` });
  const random = new Random(seed);
  const chance = { ofLoss: 0 };
  const proxy = await startLossyProxy(busyHost, {
    keepAlive: true,
    lose: ({ path }) => (isPoll(`http://host${path}`) && random.chance(chance.ofLoss) ? random.pick(losses) : undefined),
  });
  allowedOrigins.push(proxy.origin);
  await keepSession(page, proxy.origin, await signInAt(busyHost));
  const polls: Page[] = [];
  const tabs: Page[] = [];
  for (let tab = 0; tab < 3; tab += 1) tabs.push(await openTab(page, proxy.origin, (who) => polls.push(who)));

  const end = Date.now() + seconds * 1000;
  let arrived = 0;
  while (Date.now() < end) {
    const steps = random.whole(0, 4);
    await busyHost.live(steps);
    arrived += steps;
    if (random.chance(0.3)) await context.setOffline(random.chance(0.5));
    chance.ofLoss = random.chance(0.3) ? random.pick([0, 0.3, 0.7]) : chance.ofLoss;
    if (random.chance(0.2)) await visit(random.pick(tabs));
    await page.waitForTimeout(random.whole(50, 400));
  }
  chance.ofLoss = 0;
  await context.setOffline(false);
  await expectNewest(busyHost, tabs);
  test.info().annotations.push({ type: "soak", description: `${seconds} s, ${arrived} steps of the platform, ${polls.length} polls` });
  expect(polls.length).toBeGreaterThan(2);
  expect(new Set(polls).size, "tabs that polled").toBe(1);
  for (const tab of tabs) await tab.close();
  await proxy.stop();
});

/** Records in every page which IndexedDB transactions it holds. */
const noteTransactions = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const held = new Set<IDBTransaction>();
    Reflect.set(globalThis, "held", held);
    const method = "transaction";
    const begin = IDBDatabase.prototype[method];
    IDBDatabase.prototype[method] = function (...wanted) {
      const begun = begin.apply(this, wanted);
      held.add(begun);
      for (const end of ["complete", "abort"]) begun.addEventListener(end, () => held.delete(begun));
      return begun;
    };
  });

/**
 * Halts all scripts of a tab at a moment when it holds no transaction, as browsers don't freeze pages that do. A visible page can't
 * be frozen by its lifecycle, so this uses the debugger. Returns how to resume it.
 */
async function standStill(tab: Page): Promise<() => Promise<void>> {
  const session = await tab.context().newCDPSession(tab);
  await session.send("Debugger.enable");
  const stands = new Promise((resolve) => {
    session.once("Debugger.paused", resolve);
  });
  const expression = "(async () => { while (held.size > 0) await new Promise((go) => setTimeout(go)); debugger; })()";
  const woken = session.send("Runtime.evaluate", { expression, awaitPromise: true });
  await stands;
  return async () => {
    await session.send("Debugger.disable");
    await woken;
  };
}

test("[SYNC-6] when the tab that polls is frozen, one of the others takes over though both miss it at once, and it follows when it wakes; when it is closed, another one takes over, and both that are left follow the host", async ({
  page,
  busyHost,
}) => {
  await noteTransactions(page.context());
  await keepSession(page, busyHost.origin, await signInAt(busyHost));
  const polls: Page[] = [];
  const tabs: Page[] = [];
  for (let tab = 0; tab < 3; tab += 1) tabs.push(await openTab(page, busyHost.origin, (who) => polls.push(who)));
  const [leader] = polls.splice(0);
  if (!leader) throw new Error("No tab polled.");
  const left = tabs.filter((tab) => tab !== leader);
  let asked = -1;
  const isQuiet = (): boolean => {
    const before = asked;
    asked = polls.length;
    return asked === before;
  };
  await expect.poll(isQuiet, { message: "nobody polls for three seconds", intervals: [3000] }).toBe(true);
  const wake = await standStill(leader);
  polls.splice(0);
  await busyHost.live(3);
  await Promise.all(left.map(visit));
  await expectNewest(busyHost, left);
  expect(new Set(polls).size, "tabs that took over").toBe(1);
  expect(polls).not.toContain(leader);
  await wake();
  await busyHost.live(3);
  await expectNewest(busyHost, tabs);
  expect(new Set(polls).size, "tabs that poll since").toBe(1);

  const [last] = polls.splice(0);
  await last?.close();
  const still = tabs.filter((tab) => tab !== last);
  expect(still).toHaveLength(2);
  await busyHost.live(3);
  await expectNewest(busyHost, still);
  // The closing tab may send one more request.
  expect(new Set(polls.filter((tab) => tab !== last)).size, "tabs that took over from the closed one").toBe(1);
});

/** Opens the cache at a version, as another version of the app would, and keeps the connection for the page's life. */
const openAt = (page: Page, name: string, version: number): Promise<void> =>
  page.evaluate(
    (wanted) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(wanted.name, wanted.version);
        opening.addEventListener("success", () => {
          Reflect.set(globalThis, "kept", opening.result);
          resolve();
        });
        opening.addEventListener("error", () => reject(new Error(opening.error?.message)));
      }),
    { name, version },
  );

test("[SYNC-6] a newer version of the app gets the cache at once: the old tab lets go of it and asks to be loaded again", async ({
  signedIn: page,
  context,
  host,
}) => {
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  const newer = await context.newPage();
  await newer.goto(`${host.origin}/icon.svg`);
  await openAt(newer, await cacheNameAt(newer), 1_000_000);
  await expect(page.getByRole("heading", { name: "Another tab runs a newer version" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(0);
  // Whatever the newer version did to the cache, the old one works.
  await page.getByRole("button", { name: "Reload" }).click();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
});

test("[SYNC-6, SYNC-7] an old tab that doesn't let go of the cache keeps a newer one neither waiting nor from working", async ({
  signedIn: page,
  context,
  host,
}) => {
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  const name = await cacheNameAt(page);
  await page.goto(`${host.origin}/icon.svg`);
  const old = await context.newPage();
  await old.goto(`${host.origin}/icon.svg`);
  await old.evaluate((cache) => void indexedDB.deleteDatabase(cache), name);
  await openAt(old, name, 1);
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await expect(page.getByText("The cache is off").first()).toBeVisible();
  // Once the old tab is closed, the next start can use the cache again.
  await old.close();
  await page.reload();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await expect(page.getByText("The cache is off")).toBeHidden();
});
