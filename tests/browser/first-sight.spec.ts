import type { BrowserContext, Page } from "@playwright/test";
import { visitOnce } from "../support/browser/shell.ts";
import { expect, keepSession, test as testOnline, testWithShell as test } from "../support/browser/test.ts";
import { signInAt } from "../support/browser/truth.ts";

/** An element as it stands: its name, its attributes and its own text, and where it is. */
interface Stood {
  readonly is: string;
  readonly box: readonly number[];
}

/** Notes what the first sight shows once it is painted, and what the app shows in its place in the same frame. */
const noteSights = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    const topOf = (element: Element | null | undefined): number => element?.getBoundingClientRect().top ?? 0;
    const sightOf = (place: Element): object[] => {
      const end = place.querySelector("table")?.parentElement?.getBoundingClientRect().bottom ?? 0;
      return (
        [...place.querySelectorAll("*")]
          // The list draws some more rows than are in sight.
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
    // Between the two no minute passes: a row's age would tell.
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

/** Starts anew, where the sights are noted already. */
async function startAgain(page: Page) {
  await page.reload();
  await expect.poll(() => seen(page, "afterwards")).toBeDefined();
  return { first: await seen(page, "firstSight"), after: await seen(page, "afterwards") };
}

/** Starts anew without a network; gives what the first sight showed, and what the app showed in its place. */
async function startOffline(page: Page, context: BrowserContext) {
  await context.setOffline(true);
  await noteSights(context);
  return startAgain(page);
}

test("[SYNC-1] offline, the rows are there before the app has loaded, and the app takes over without moving anything", async ({
  signedIn: page,
  context,
}) => {
  await visitOnce(page);
  const { first, after } = await startOffline(page, context);
  expect(first?.some(({ is }) => is.startsWith("TD"))).toBe(true);
  expect(first).toEqual(after);
});

test("[SYNC-1, PWA-3] nothing of the app is asked for before the first sight is painted, and its build is kept for as long as the page stands", async ({
  signedIn: page,
  context,
}) => {
  await visitOnce(page);
  await context.setOffline(true);
  await context.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (!document.querySelector("#first-sight")) return;
      look.disconnect();
      requestAnimationFrame((now) => Reflect.set(globalThis, "paintedFrom", now));
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
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
  // The browser itself fetches the manifest, once it is named.
  await expect(page.locator("link[rel=manifest]")).toHaveAttribute("href", /manifest/);
  const locks = () => page.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name));
  await expect.poll(locks).toContainEqual(expect.stringMatching(/^counterfoil-page \/assets\/index-/));
});

const stood = (page: Page): Promise<boolean> => page.evaluate(() => Reflect.has(globalThis, "firstSight"));

test("[SYNC-1, LAY-6] at 1920, 1366, 768 and 390 px the app takes over without moving anything", async ({ signedIn: page, context }) => {
  await visitOnce(page);
  await context.setOffline(true);
  await noteSights(context);
  for (const [width, height] of [
    [1920, 1200],
    [1366, 600],
    [768, 900],
    [390, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    const { first, after } = await startAgain(page);
    expect(first?.length, `${width} px`).toBeGreaterThan(20);
    expect(first, `${width} px`).toEqual(after);
  }
});

/** Makes choices for the admin who is signed in, as the settings screen would keep them. */
const choose = (page: Page, choices: object): Promise<void> =>
  page.evaluate((chosen) => {
    const { whose } = JSON.parse(localStorage.getItem("counterfoil.kept") ?? "{}") as { whose?: string };
    const own = Object.keys(localStorage).find((key) => key.startsWith("counterfoil.settings."));
    localStorage.setItem(own ?? `counterfoil.settings.${whose}`, JSON.stringify(chosen));
  }, choices);

test("[SYNC-1, SET-1, FIND-9] the first sight is in the admin's language, density, zones and kind of times", async ({
  signedIn: page,
  context,
}) => {
  await visitOnce(page);
  await choose(page, { language: "fr", compactView: true, timeZone: "Asia/Kolkata", secondZone: "PST", absoluteTimes: true });
  await page.evaluate(() => localStorage.setItem("counterfoil.density", "compact"));
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Tableau de bord" })).toBeVisible();
  const { first, after } = await startOffline(page, context);
  expect(first?.some(({ is }) => is.includes("Tableau de bord"))).toBe(true);
  expect(first).toEqual(after);
});

/** What the cache holds of the texts that formats gave; `change`, if given, is put in its place. */
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

/** Counts, in the page, the formats that are made until the first sight stands. */
const countFormats = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
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

for (const { language, zone, locale, timeZone } of [
  { language: "en", zone: "UTC", locale: "en-US", timeZone: "UTC" },
  { language: "fr", zone: "EST", locale: "fr", timeZone: "America/New_York" },
])
  test(`[SYNC-1, SET-1] in ${locale} and ${timeZone} a start makes no format before its first sight, and shows what the app shows`, async ({
    signedIn: page,
    context,
  }) => {
    await visitOnce(page);
    await choose(page, { language, timeZone: zone });
    await page.reload();
    await expect.poll(() => keptTexts(page)).toMatchObject({ locale, timeZone });
    await countFormats(context);
    const { first, after } = await startOffline(page, context);
    expect(await formatsBefore(page)).toBe(0);
    expect(first).toEqual(after);
  });

test("[SYNC-1, SET-1] texts of another browser, locale or time zone are not taken for the first sight", async ({
  signedIn: page,
  context,
}) => {
  await visitOnce(page);
  await expect.poll(() => keptTexts(page)).toBeDefined();
  const own = await keptTexts(page);
  await context.setOffline(true);
  await noteSights(context);
  await countFormats(context);
  for (const change of [{ browser: "another" }, { locale: "fr" }, { timeZone: "America/New_York" }]) {
    await keptTexts(page, { ...own, ...change });
    const { first, after } = await startAgain(page);
    const what = JSON.stringify(change);
    expect(await formatsBefore(page), what).toBeGreaterThan(0);
    expect(first, what).toEqual(after);
  }
});

test("[SYNC-1] what is typed and where the focus is go on in the app", async ({ signedIn: page, context }) => {
  await visitOnce(page);
  await context.setOffline(true);
  await context.addInitScript(() => {
    const look = new MutationObserver(() => {
      const box = document.querySelector<HTMLInputElement>("#first-sight input");
      if (!box) return;
      look.disconnect();
      box.focus();
      box.value = "ada";
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  const box = page.locator("#root").getByRole("searchbox");
  await expect(box).toBeFocused();
  await expect(box).toHaveValue("ada");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/searchTerm=ada/);
});

test("[SYNC-1] what is clicked before the app has loaded is done once it has", async ({ signedIn: page, context }) => {
  await visitOnce(page);
  await context.setOffline(true);
  await context.addInitScript(() => {
    const look = new MutationObserver(() => {
      const menu = document.querySelector<HTMLElement>("#first-sight header button[aria-haspopup=menu]");
      if (!menu) return;
      look.disconnect();
      menu.click();
    });
    look.observe(document, { childList: true, subtree: true });
  });
  await page.reload();
  await expect(page.getByRole("menuitem", { name: "Logout" })).toBeVisible();
});

const nothingFor: readonly [string, (page: Page) => Promise<unknown>][] = [
  ["[AUTH-1] signed out", (page) => page.evaluate(() => localStorage.removeItem("token"))],
  [
    "[SYNC-9] another admin",
    (page) => page.evaluate(() => localStorage.setItem("user", JSON.stringify({ email: "someone.else@example.com", _id: "other" }))),
  ],
  ["[AUTH-15] an expired session", (page) => page.evaluate(() => localStorage.setItem("counterfoil.clock", String(400 * 24 * 3_600_000)))],
  [
    "[AUTH-16] a retention that has passed",
    async (page) => {
      await page.evaluate(() => localStorage.setItem("counterfoil.lock-after", "0"));
      await page.clock.install({ time: Date.now() + 73 * 3_600_000 });
    },
  ],
  [
    "[AUTH-14] a session that has ended",
    async (page) => {
      await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
      const token = await page.evaluate(() => [
        localStorage.getItem("token"),
        localStorage.getItem("user"),
        localStorage.getItem("counterfoil.kept"),
      ]);
      await page.getByRole("menuitem", { name: "Logout" }).click();
      await expect(page.getByRole("heading", { name: "Welcome back!" })).toBeVisible();
      // A browser that died right then brings these back.
      await page.evaluate(([one, user, kept]) => {
        localStorage.setItem("token", one ?? "");
        localStorage.setItem("user", user ?? "");
        localStorage.setItem("counterfoil.kept", kept ?? "");
      }, token);
    },
  ],
];

/** Visits the dashboard, until a start there would have a first sight. */
async function visitOnline(page: Page): Promise<void> {
  await page.goto("/");
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await expect.poll(() => keptTexts(page)).toBeDefined();
}

/** Opens a path, and waits until the app shows something there. */
async function openApp(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(
    page
      .getByRole("heading", { level: 1 })
      .or(page.getByRole("heading", { name: "Welcome back!" }))
      // It may cover the title already.
      .or(page.getByRole("alertdialog", { name: "Confirm that it's you" }))
      .first(),
  ).toBeVisible();
}

for (const [whom, prepare] of nothingFor)
  testOnline(`${whom}: nothing is shown before the app has loaded`, async ({ page, context, host }) => {
    // A session of its own: one of them is ended.
    await keepSession(page, host.origin, await signInAt(host));
    await visitOnline(page);
    await prepare(page);
    await noteSights(context);
    await openApp(page, "/");
    expect(await stood(page)).toBe(false);
  });

testOnline(
  "[AUTH-15, DASH-11] a filter in the address, another screen, a locked app and a long time without input: nothing is shown before the app has loaded",
  async ({ signedIn: page, context }) => {
    await visitOnline(page);
    await noteSights(context);
    const open = async (path: string, shows: boolean) => {
      await openApp(page, path);
      expect(await stood(page), path).toBe(shows);
    };
    const keep = (items: Readonly<Record<string, string | null>>) =>
      page.evaluate((kept) => {
        for (const [key, value] of Object.entries(kept))
          if (value === null) localStorage.removeItem(key);
          else localStorage.setItem(key, value);
      }, items);
    await open("/?searchTerm=a", false);
    await open("/users", false);
    const now = await page.evaluate(() => Date.now());
    await keep({ "counterfoil.locked": "1" });
    await open("/", false);
    await keep({ "counterfoil.locked": null, "counterfoil.input": String(now - 16 * 60_000) });
    await open("/", false);
    // Else, there is something to show.
    await keep({ "counterfoil.locked": null, "counterfoil.input": String(now) });
    await open("/", true);
  },
);
