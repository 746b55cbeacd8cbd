import type { BrowserContext, Page } from "@playwright/test";
import { chooseFromUserMenu } from "../support/browser/menus.ts";
import { visitOnce } from "../support/browser/shell.ts";
import { expect, keepSession, test as testOnline, testWithShell as test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

/** An element as shown: name, attributes, own text and position. */
interface Stood {
  readonly is: string;
  readonly box: readonly number[];
}

/** Runs a script at each of its starts: a page, or a context. */
type Starts = Pick<Page, "addInitScript">;

/** Records what the first sight shows once painted, and what the app shows in the frame that replaces it. */
const noteSights = (starts: Starts): Promise<unknown> =>
  starts.addInitScript(() => {
    const topOf = (element: Element | null | undefined): number => element?.getBoundingClientRect().top ?? 0;
    const sightOf = (place: Element): object[] => {
      const end = place.querySelector("table")?.parentElement?.getBoundingClientRect().bottom ?? 0;
      return (
        [...place.querySelectorAll("*")]
          // Skip rows that the list draws beyond the visible ones.
          .filter((element) => topOf(element.closest("[aria-rowindex]")) < end)
          .map((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            const words = [...element.childNodes].map((node) => (node instanceof Text ? node.data : "")).join("");
            const attributes = [...element.attributes]
              .filter(({ name }) => !["id", "aria-labelledby", "aria-busy"].includes(name))
              .map(({ name, value }) => `${name}=${value}`);
            return { is: [element.tagName, ...attributes.sort(), words].join(" "), box: [x, y, width, height] };
          })
      );
    };
    const keep = (name: string, place: Element): void => void Reflect.set(globalThis, name, sightOf(place));
    // Freeze the time between the two, or a row's age could change.
    const now = Date.now.bind(Date);
    const startedAt = now();
    Date.now = () => startedAt;
    const look = new MutationObserver((records) => {
      for (const { addedNodes, removedNodes } of records) {
        for (const node of addedNodes)
          if (node instanceof Element && node.id === "first-sight") requestAnimationFrame(() => setTimeout(() => keep("firstSight", node)));
        for (const node of removedNodes)
          if (node instanceof Element && node.id === "first-sight") {
            keep("afterwards", document.querySelector("#root") ?? node);
            Date.now = now;
          }
      }
    });
    look.observe(document, { childList: true, subtree: true });
  });

const seen = (page: Page, what: "firstSight" | "afterwards"): Promise<readonly Stood[] | undefined> =>
  page.evaluate((name) => Reflect.get(globalThis, name) as readonly Stood[] | undefined, what);

/** Reloads a page that already records the sights. */
async function startAgain(page: Page) {
  await page.reload();
  await expect.poll(() => seen(page, "afterwards")).toBeDefined();
  return { first: await seen(page, "firstSight"), after: await seen(page, "afterwards") };
}

const stood = (page: Page): Promise<boolean> => page.evaluate(() => Reflect.has(globalThis, "firstSight"));

/** Stores settings for the signed-in admin, as the settings screen does. */
const choose = (page: Page, choices: object): Promise<void> =>
  page.evaluate((chosen) => {
    const { whose } = JSON.parse(localStorage.getItem("counterfoil.kept") ?? "{}") as { whose?: string };
    const own = Object.keys(localStorage).find((key) => key.startsWith("counterfoil.settings."));
    localStorage.setItem(own ?? `counterfoil.settings.${whose}`, JSON.stringify(chosen));
  }, choices);

/** The cache's formatted texts; replaced by `change` if given. */
const keptTexts = (page: Page, change?: object): Promise<{ locale: string; timeZone: string } | undefined> =>
  page.evaluate(async (changed) => {
    const { cache = "" } = JSON.parse(localStorage.getItem("counterfoil.kept") ?? "{}") as { cache?: string };
    const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(request.error ?? new Error("the cache can't be read")));
      });
    const db = await answerOf(indexedDB.open(cache));
    const states = db.transaction("state", "readwrite").objectStore("state");
    const record = (await answerOf(states.get("formatted"))) as { value: { locale: string; timeZone: string } } | undefined;
    if (record && changed) await answerOf(states.put({ ...record, value: { ...record.value, ...changed } }));
    db.close();
    return record?.value;
  }, change);

/** Counts, in the page, the formatters created before the first sight is shown. */
const countFormats = (starts: Starts): Promise<unknown> =>
  starts.addInitScript(() => {
    let made = 0;
    const noted = new MutationObserver(() => {
      if (!document.querySelector("#first-sight")) return;
      noted.disconnect();
      Reflect.set(globalThis, "formatsBefore", made);
    });
    noted.observe(document, { childList: true, subtree: true });
    for (const name of ["NumberFormat", "DateTimeFormat", "RelativeTimeFormat", "PluralRules"] as const)
      Reflect.set(
        Intl,
        name,
        new Proxy(Intl[name], {
          construct(format, given) {
            made += 1;
            return Reflect.construct(format, given) as object;
          },
        }),
      );
  });

const formatsBefore = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(globalThis, "formatsBefore") as unknown);

/** A page whose starts run scripts of their own, in place of the last one. */
async function freshPage(context: BrowserContext, prepare: (page: Page) => Promise<unknown>): Promise<Page> {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  await prepare(page);
  await page.goto("/");
  return page;
}

test("[SYNC-1, SET-1, LAY-6, PWA-3] offline, the rows are there before anything of the app is asked for, and the app takes over without moving anything, whatever was typed, clicked or kept", async ({
  signedIn: first,
  context,
}) => {
  test.slow();
  await visitOnce(first);
  await expect.poll(() => keptTexts(first)).toBeDefined();
  await context.setOffline(true);

  await test.step("nothing of the app is asked for before the first sight is painted, and its build is kept while the page stands", async () => {
    const page = await freshPage(context, (one) =>
      one.addInitScript(() => {
        const look = new MutationObserver(() => {
          if (!document.querySelector("#first-sight")) return;
          look.disconnect();
          requestAnimationFrame((now) => Reflect.set(globalThis, "paintedFrom", now));
        });
        look.observe(document, { childList: true, subtree: true });
      }),
    );
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    const entry = /assets\/index-.*\.js$/;
    const fetched = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map((one) => one as PerformanceResourceTiming)
          .map(({ name, startTime }) => ({ name, startTime })),
      );
    await expect.poll(async () => (await fetched()).some(({ name }) => entry.test(name))).toBe(true);
    const files = await fetched();
    const paintedFrom = await page.evaluate(() => Number(Reflect.get(globalThis, "paintedFrom")));
    const asked = files.filter(({ startTime }) => startTime < paintedFrom).map(({ name }) => name.replace(/.*\//, ""));
    expect(asked.filter((name) => !/^(home-.*\.js|geist-.*\.woff2|icon\.svg)$/.test(name))).toEqual([]);
    // The browser fetches the manifest once it is linked.
    await expect(page.locator("link[rel=manifest]")).toHaveAttribute("href", /manifest/);
    const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
    await expect.poll(locks).toContainEqual(expect.stringMatching(/^counterfoil-page \/assets\/index-/));
  });

  await test.step("what is typed and where the focus is go on in the app", async () => {
    const page = await freshPage(context, (one) =>
      one.addInitScript(() => {
        const look = new MutationObserver(() => {
          const box = document.querySelector<HTMLInputElement>("#first-sight input");
          if (!box) return;
          look.disconnect();
          box.focus();
          box.value = "ada";
        });
        look.observe(document, { childList: true, subtree: true });
      }),
    );
    const box = page.locator("#root").getByRole("searchbox");
    await expect(box).toBeFocused();
    await expect(box).toHaveValue("ada");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/searchTerm=ada/);
  });

  await test.step("what is clicked before the app has loaded is done once it has", async () => {
    const page = await freshPage(context, (one) =>
      one.addInitScript(() => {
        const look = new MutationObserver(() => {
          const menu = document.querySelector<HTMLElement>("#first-sight header button[aria-haspopup=menu]");
          if (!menu) return;
          look.disconnect();
          menu.click();
        });
        look.observe(document, { childList: true, subtree: true });
      }),
    );
    await expect(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
  });

  const page = await freshPage(context, async (one) => {
    await noteSights(one);
    await countFormats(one);
  });
  for (const [width, height] of [
    [1920, 1200],
    [1366, 600],
    [768, 900],
    [390, 900],
    [1440, 900],
  ] as const)
    await test.step(`at ${width} px the app takes over without moving anything`, async () => {
      await page.setViewportSize({ width, height });
      const { first: sight, after } = await startAgain(page);
      expect(sight?.length).toBeGreaterThan(20);
      expect(sight?.some(({ is }) => is.startsWith("TD"))).toBe(true);
      expect(sight).toEqual(after);
    });

  const own = await keptTexts(page);
  expect(await formatsBefore(page)).toBe(0);
  for (const change of [{ browser: "another" }, { locale: "fr" }, { timeZone: "America/New_York" }])
    await test.step(`texts of another ${Object.keys(change).join("")} are not taken for the first sight`, async () => {
      await keptTexts(page, { ...own, ...change });
      const { first: sight, after } = await startAgain(page);
      expect(await formatsBefore(page)).toBeGreaterThan(0);
      expect(sight).toEqual(after);
    });
});

test("[SYNC-1, SET-1, FIND-9] the first sight is in the admin's language, density, zones and kind of times; in a zone of the documents it makes no format", async ({
  signedIn: page,
  context,
}) => {
  await visitOnce(page);
  await noteSights(context);
  await countFormats(context);
  for (const { settings, density, locale, timeZone, says } of [
    {
      settings: { language: "en", timeZone: "UTC" },
      density: "normal",
      locale: "en-US",
      timeZone: "UTC",
      says: "Dashboard",
    },
    {
      settings: { language: "fr", timeZone: "EST" },
      density: "normal",
      locale: "fr",
      timeZone: "America/New_York",
      says: "Tableau de bord",
    },
    {
      settings: { language: "fr", compactView: true, timeZone: "Asia/Kolkata", secondZone: "PST", absoluteTimes: true },
      density: "compact",
      locale: "fr",
      timeZone: "Asia/Kolkata",
      says: "Tableau de bord",
    },
  ])
    await test.step(`${says} in ${timeZone}, ${density}`, async () => {
      await context.setOffline(false);
      await choose(page, settings);
      await keep(page, { "counterfoil.density": density === "compact" ? density : null });
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: says })).toBeVisible();
      await expect.poll(() => keptTexts(page)).toMatchObject({ locale, timeZone });
      await context.setOffline(true);
      const { first, after } = await startAgain(page);
      // Zones of one's own are formatted at each start.
      if (density === "normal") expect(await formatsBefore(page)).toBe(0);
      expect(first?.some(({ is }) => is.includes(says))).toBe(true);
      expect(first).toEqual(after);
    });
});

/** Visits the dashboard until everything for a first sight is stored. */
async function visitOnline(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await expect.poll(() => keptTexts(page)).toBeDefined();
}

/** Opens a path, and waits until the app shows something. */
async function openApp(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(
    page
      .getByRole("heading", { level: 1 })
      .or(page.getByRole("heading", { name: "Welcome back!" }))
      // It may already cover the title.
      .or(page.getByRole("alertdialog", { name: "Confirm that it's you" }))
      .first(),
  ).toBeVisible();
}

const keep = (page: Page, items: Readonly<Record<string, string | null>>): Promise<void> =>
  page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept))
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, value);
  }, items);

testOnline(
  "[AUTH-1, AUTH-14, AUTH-15, AUTH-16, SYNC-9, DASH-11] nothing is shown before the app has loaded to whom it isn't for: signed out, another admin, an expired or ended session, a retention that has passed, a locked app, another screen or filter",
  async ({ page, context, host }) => {
    test.slow();
    /** Starts the app at a path, and expects a first sight or none; again where what was kept was older than the list. */
    const expectSight = async (shows: boolean, path = "/") => {
      const start = async () => {
        await openApp(page, path);
        expect(await stood(page), path).toBe(shows);
      };
      await (shows ? expect(start).toPass() : start());
    };
    /** A session and a cache with something to show, whatever the last step left. */
    const begin = async () => {
      await keepSession(page, host.origin, await signInAt(host));
      await visitOnline(page);
      await expectSight(true);
    };
    await noteSights(context);

    await begin();
    await testOnline.step("a filter in the address, and another screen", async () => {
      await expectSight(false, "/?searchTerm=a");
      await expectSight(false, "/users");
    });
    const now = await page.evaluate(() => Date.now());
    await testOnline.step("a locked app, and a long time without input", async () => {
      await keep(page, { "counterfoil.locked": "1" });
      await expectSight(false);
      await keep(page, { "counterfoil.locked": null, "counterfoil.input": String(now - 16 * 60_000) });
      await expectSight(false);
      await keep(page, { "counterfoil.locked": null, "counterfoil.input": String(now) });
      await expectSight(true);
    });
    await testOnline.step("an expired session", async () => {
      await keep(page, { "counterfoil.clock": String(400 * 24 * 3_600_000) });
      await expectSight(false);
      await keep(page, { "counterfoil.clock": null });
    });
    await testOnline.step("another admin", async () => {
      await begin();
      await keep(page, { user: JSON.stringify({ email: "someone.else@example.com", _id: "other" }) });
      await expectSight(false);
    });
    await testOnline.step("signed out", async () => {
      await begin();
      await keep(page, { token: null });
      await expectSight(false);
    });
    await testOnline.step("a session that has ended", async () => {
      await begin();
      const keys = ["token", "user", "counterfoil.kept"];
      const left = await page.evaluate((names) => names.map((name) => [name, localStorage.getItem(name)] as const), keys);
      await chooseFromUserMenu(page, "Logout");
      await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
      // A browser that died at this point would restore these.
      await keep(page, Object.fromEntries(left));
      await expectSight(false);
    });
    await testOnline.step("a retention that has passed", async () => {
      await begin();
      await keep(page, { "counterfoil.lock-after": "0" });
      await page.clock.install({ time: Date.now() + 73 * 3_600_000 });
      await expectSight(false);
    });
  },
);
