import type { BrowserContext, Page } from "@playwright/test";
import { Random } from "../../host/seed/random.ts";
import { chooseFromUserMenu } from "../support/browser/menus.ts";
import { fakeSession } from "../support/fake-login.ts";
import { cacheNameAt } from "../support/browser/cache-name.ts";
import { allKeptBy, emailsIn, keptBy } from "../support/browser/kept.ts";
import { memoryOf } from "../support/browser/memory.ts";
import { neverLocks } from "../support/browser/never-locks.ts";
import { MortalBrowser } from "../support/browser/mortal-browser.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, keepSession, testWithShell as test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";

/** Browser kills during sign-out; full size: CRASHES=20. */
const crashes = Number(process.env["CRASHES"] ?? 2);
const seed = Number(process.env["CRASHES_SEED"] ?? Math.floor(Math.random() * 2 ** 31));

const signInPage = { name: "Welcome back!" };

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("row").nth(5)).toBeVisible();
}

/** The emails of cached users. */
const cachedEmails = async (page: Page): Promise<string[]> => emailsIn((await keptBy(page)).records.join("\n"));

const logOut = (page: Page, beforeClick?: () => Promise<void>): Promise<void> => chooseFromUserMenu(page, "Logout", beforeClick);

/** A transaction on all of the cache's tables that never ends on its own; it keeps a core busy. */
const holdTransaction = (page: Page, name: string): Promise<void> =>
  page.evaluate(
    (cache) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(cache);
        opening.addEventListener("error", () => reject(new Error(opening.error?.message)));
        opening.addEventListener("success", () => {
          const transaction = opening.result.transaction([...opening.result.objectStoreNames], "readwrite");
          const store = transaction.objectStore("state");
          const again = (): void => store.count().addEventListener("success", again);
          again();
          resolve();
        });
      }),
    name,
  );

/** When a page of the context was last clicked, and when one last showed user or transaction rows, in device epoch ms. */
interface LastMoments {
  click: number;
  rows: number;
}

/** Tracks them, also for documents that are gone by the time they are read. */
async function watchMoments(context: BrowserContext): Promise<LastMoments> {
  const last: LastMoments = { click: 0, rows: 0 };
  await context.exposeFunction("tellMoment", (what: keyof LastMoments, moment: number) => {
    last[what] = Math.max(last[what], moment);
  });
  await context.addInitScript(() => {
    const tell = (what: string): void => {
      const told: unknown = Reflect.get(globalThis, "tellMoment");
      if (typeof told === "function") told(what, Date.now());
    };
    // What is shown before the first click is of no interest; telling it all the time would keep the tabs busy.
    const clicks = new BroadcastChannel("clicks");
    let isClicked = false;
    const note = (): void => {
      isClicked = true;
    };
    clicks.addEventListener("message", note);
    setInterval(() => isClicked && document.querySelector("[role=row], tr") && tell("rows"), 20);
    addEventListener(
      "click",
      () => {
        note();
        clicks.postMessage("click");
        tell("click");
      },
      { capture: true },
    );
  });
  return last;
}

const wordsOf = (page: Page): Promise<string> => page.evaluate(() => document.body?.innerText ?? "");

test.describe(() => {
  // One after the other: each keeps a core busy.
  test.describe.configure({ mode: "default" });

  for (const network of ["online", "offline"] as const) {
    test(`[AUTH-14, AUTH-10] signing out ${network} with three tabs open, one of them holding a transaction, leaves nothing behind`, async ({
      page,
      context,
      host,
    }) => {
      const last = await watchMoments(context);
      // A separate session: the host ends it at logout.
      await keepSession(page, host.origin, await signInAt(host));
      await openList(page, "/");
      const [users, holder] = [await context.newPage(), await context.newPage()];
      await openList(users, "/users");
      await openList(holder, "/");
      await untilShellIsKept(page);
      // A tab loaded bypassing the service worker (Shift+Reload) must leave as well.
      const past = await context.newCDPSession(holder);
      await Promise.all([holder.waitForEvent("load"), past.send("Page.reload", { ignoreCache: true })]);
      await expect(holder.getByRole("row").nth(5)).toBeVisible();
      expect(await holder.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
      const known = await cachedEmails(page);
      expect(known.length).toBeGreaterThan(5);
      const cache = await cacheNameAt(holder);
      await context.setOffline(network === "offline");

      await logOut(page, () => holdTransaction(holder, cache));
      // The cache can't say whether there are cases that would be lost.
      const asked = page.getByRole("alertdialog", { name: "The cache of this device did not answer in time" });
      await asked.getByRole("button", { name: "Sign out" }).click();
      for (const tab of [page, users, holder]) {
        await expect(tab.getByRole("heading", signInPage)).toBeVisible();
        expect(emailsIn(await wordsOf(tab))).toEqual([]);
      }
      expect(last.click).toBeGreaterThan(0);
      const shownFor = last.rows - last.click;
      test.info().annotations.push({ type: "user data shown after the click", description: `${shownFor} ms` });
      // Within a second on an idle machine.
      if (process.env["IDLE_MACHINE"]) expect(shownFor).toBeLessThan(1000);
      for (const tab of [page, users, holder]) {
        const left = await allKeptBy(tab);
        expect(known.filter((email) => left.includes(email))).toEqual([]);
      }
      await page.goBack();
      expect(emailsIn(await wordsOf(page))).toEqual([]);
    });
  }
});

test("[AUTH-14] signing out leaves nobody's data in the page's memory, nor in the browser's list of its requests", async ({
  page,
  host,
}) => {
  await keepSession(page, host.origin, await signInAt(host));
  await openList(page, host.origin);
  // From here on what is drawn comes from the cache, and the page isn't loaded again.
  await page.reload();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.getByRole("link", { name: "User Management" }).click();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  const { records } = await keptBy(page);
  const usernames = records.flatMap((record) => [...record.matchAll(/"username":"([^"]{10,})"/g)].map(([, name = ""]) => name));
  const known = [...emailsIn(records.join("\n")), ...usernames];
  const [email = ""] = known;
  const search = page.getByRole("searchbox").first();
  await search.fill(email);
  await search.press("Enter");
  await page.getByRole("row", { name: email }).getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("User summary");
  await page.getByRole("link", { name: "Funding & Balances" }).click();
  await page.getByRole("link", { name: "Bulk funding" }).click();
  await page.getByLabel("Or paste cells").fill(`email,amount,currency,operation,reason,note\n${email},1.25,USDT,fund,refund,`);
  await page.getByRole("button", { name: "Read the cells" }).click();
  await expect(page.getByRole("table", { name: /^Rehearsal/ })).toBeVisible();
  const requests = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => decodeURIComponent(name))
        .join(),
    );
  expect(await requests()).toContain(email);

  await logOut(page);
  await expect(page.getByRole("heading", signInPage)).toBeVisible();
  expect(emailsIn(await requests())).toEqual([]);
  const left = async (): Promise<string[]> => {
    const memory = await memoryOf(page);
    return known.filter((text) => memory.includes(text));
  };
  await expect.poll(left, { intervals: [1000, 5000] }).toEqual([]);
});

test("[SYNC-9, AUTH-14] a second admin on the device never sees a row of the first, and the first leaves nothing to him", async ({
  page,
  host,
  played,
}) => {
  playDashboard(played, wireRows(20));
  await keepSession(page, host.origin, fakeSession(new Date(), {}, "first"));
  await openList(page, "/");
  const first = await cacheNameAt(page);
  await page.context().addInitScript(() => {
    const seen: string[] = [];
    Reflect.set(globalThis, "seen", seen);
    new MutationObserver(() => {
      for (const [user] of (document.body?.innerText ?? "").matchAll(/\buser\d+\b/g)) seen.push(user);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  // The second admin comes without the first having signed out, and the host is silent: only cached data could be seen.
  for (const call of [
    "GET /analytics/dashboard",
    "GET /usermanagement/users",
    "GET /analytics/recent-transactions",
    "GET /analytics/filter",
  ])
    played.on(call, { is: "silence" });
  await keepSession(page, host.origin, fakeSession(new Date(), {}, "second"));
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expect
    .poll(async () => await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContain(first);
  await page.goto("/?searchTerm=user");
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  expect(await allKeptBy(page)).not.toMatch(/\buser\d+\b/);
  expect(await page.evaluate(() => Reflect.get(globalThis, "seen"))).toEqual([]);
});

test("[AUTH-16] 71 hours after the last sync the cache is kept at the next start, and 73 hours after it is gone", async ({
  signedIn: page,
  context,
  session,
}) => {
  await neverLocks(page, session);
  await openList(page, "/");
  await untilShellIsKept(page);
  const known = await cachedEmails(page);
  expect(known.length).toBeGreaterThan(5);
  await context.setOffline(true);
  const hour = 3_600_000;
  const synced = Date.now();
  await page.clock.install({ time: synced + 71 * hour });
  await page.reload();
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await page.clock.setSystemTime(synced + 73 * hour);
  await page.reload();
  await expect(page.getByText(/They appear as soon as the host can be reached/)).toBeVisible();
  const left = await allKeptBy(page);
  expect(known.filter((email) => left.includes(email))).toEqual([]);
});

/** Records, in every page of the context and before anything else runs, which of these texts it shows. */
const noteShown = (context: BrowserContext, texts: readonly string[]): Promise<unknown> =>
  context.addInitScript((known) => {
    const seen: string[] = [];
    Reflect.set(globalThis, "seen", seen);
    new MutationObserver(() => {
      const words = document.body?.innerText ?? "";
      for (const text of known) if (words.includes(text)) seen.push(text);
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, texts);

test("[AUTH-14] a browser that dies while it signs out shows nothing at its next start, and has nothing left", async ({ host }) => {
  test.setTimeout(180_000 + crashes * 40_000);
  test.info().annotations.push({ type: "seed", description: `CRASHES_SEED=${seed}` });
  const random = new Random(seed);
  const browser = await MortalBrowser.create();
  try {
    for (let round = 0; round < crashes; round += 1) {
      let context = await browser.start();
      let page = await context.newPage();
      // An ended session is marked as such, and can't come back.
      await keepSession(page, host.origin, await signInAt(host));
      // Answer the logout locally, so that only the device's part is tested.
      await context.route("**/adminsignin/logout", (route) => route.fulfill({ json: {} }));
      await openList(page, host.origin);
      await openList(page, `${host.origin}/users`);
      const known = await cachedEmails(page);
      expect(known.length).toBeGreaterThan(5);
      await logOut(page);
      // A teardown takes a few hundred ms from the click. In the last round the page has said that it is over.
      const isOver = round === crashes - 1;
      if (isOver) await expect(page.getByRole("heading", signInPage)).toBeVisible();
      else await new Promise((resolve) => setTimeout(resolve, random.whole(0, 400)));
      await browser.kill();

      context = await browser.start();
      await noteShown(context, known);
      page = await context.newPage();
      await page.goto(host.origin);
      const signIn = page.getByRole("heading", signInPage);
      await expect(isOver ? signIn : signIn.or(page.getByRole("row").nth(5))).toBeVisible();
      if (await signIn.isVisible()) {
        expect(await page.evaluate(() => Reflect.get(globalThis, "seen"))).toEqual([]);
        const left = await allKeptBy(page);
        expect(known.filter((email) => left.includes(email))).toEqual([]);
        test.info().annotations.push({ type: "crash", description: "completed at the next start" });
      } else test.info().annotations.push({ type: "crash", description: "came before the session had ended" });
      await browser.close();
    }
  } finally {
    await browser.remove();
  }
});
