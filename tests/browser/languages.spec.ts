import { readdirSync } from "node:fs";
import type { Page } from "@playwright/test";
import * as v from "valibot";
import { es } from "../../src/app/words/es/words.ts";
import { fr } from "../../src/app/words/fr/words.ts";
import { links, paths } from "../../src/app/links.ts";
import { auditLogs } from "../../src/contract/audit.ts";
import type { HostProcess } from "../support/browser/host-process.ts";
import { chooseFromMenu } from "../support/browser/menus.ts";
import { visitOnce } from "../support/browser/shell.ts";
import { allTransactions, type Session, signInAt } from "../support/browser/truth.ts";
import { expect, keepSession, test, testWithShell } from "../support/browser/test.ts";
import { goTo } from "../support/browser/walk.ts";
import { textsOf } from "../support/texts-of.ts";

const catalogue = new URL("../../src/app/words/en/", import.meta.url);

async function english(): Promise<[string, string][]> {
  const modules = await Promise.all(
    readdirSync(catalogue).map((name): Promise<Record<string, object>> => import(new URL(name, catalogue).href)),
  );
  return modules.flatMap((exported) => textsOf(exported));
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A pattern for an English text with values; undefined if too little of it is fixed. */
function shape(text: string): RegExp | undefined {
  const fixed = text.replaceAll(/\{\{\w+(?:, \w+)?\}\}/g, "");
  if (fixed.replaceAll(/[^a-z]/gi, "").length < 4) return undefined;
  return new RegExp(
    `^${text
      .split(/\{\{\w+(?:, \w+)?\}\}/)
      .map(escaped)
      .join(".+")}$`,
  );
}

/** Tells whether a text on screen is one of the English catalogue that differs in this language, whatever values it holds. */
async function englishOnly(words: object): Promise<(text: string) => boolean> {
  const own = new Map(textsOf(words));
  const said = new Set(own.values());
  const foreign = (await english())
    .filter(([path, text]) => own.get(path) !== text && !said.has(text) && /[a-z]{2}/i.test(text))
    .map(([, text]) => text);
  const fixed = new Set(foreign.filter((text) => !text.includes("{{")));
  const shapes = foreign.filter((text) => text.includes("{{")).flatMap((text) => shape(text) ?? []);
  return (text) => fixed.has(text) || shapes.some((one) => one.test(text));
}

/** Every visible or accessible text of the page, except data from the host. */
const shownBy = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walk.nextNode()) texts.push(walk.currentNode.textContent ?? "");
    for (const element of document.querySelectorAll("*"))
      for (const name of ["aria-label", "title", "placeholder", "alt"]) texts.push(element.getAttribute(name) ?? "");
    texts.push(document.title.replace(/ · Counterfoil$/, ""));
    return texts.map((text) => text.trim()).filter((text) => text !== "");
  });

async function choose(page: Page, language: string): Promise<void> {
  await page.goto("/settings");
  await page.getByLabel("Language").selectOption({ label: language });
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

/** Every screen of a signed-in admin, for one user of the host. */
const screensFor = (email: string): string[] => [
  paths.home,
  paths.users,
  paths.createAdmin,
  links.user("userSummary", { email }),
  links.user("disable2fa", { email }),
  links.user("removePassword", { email }),
  links.user("fetchWallets", { email }),
  links.user("wipePendingBalance", { email }),
  links.user("generateWallet", { email }),
  links.user("regenerateWallet", { email }),
  paths.fees,
  links.fees("onramp"),
  links.fees("offramp"),
  links.fee("BTC", "Bitcoin"),
  links.editFee("BTC", "Bitcoin"),
  links.editNetworkName("BTC", "Bitcoin"),
  paths.giftCardRates,
  paths.priceCalculator,
  links.prices("asset"),
  links.prices("swap"),
  paths.funding,
  paths.security,
  paths.admins,
  paths.audit,
  paths.settings,
  "/no/such/page",
];

/** The messages in the host's log entries, which aren't translated. */
async function saidInLog({ origin }: HostProcess, { token }: Session): Promise<RegExp> {
  const answer = await fetch(`${origin}/audit/logs?limit=200`, { headers: { authorization: `Bearer ${token}` } });
  const { entries } = v.parse(auditLogs.answer, await answer.json());
  const messages = entries.flatMap(({ message }) => (message ? [escaped(message)] : []));
  return new RegExp(`^(${messages.join("|")})$`);
}

for (const [code, label, words] of [
  ["fr", "French", fr],
  ["es", "Spanish", es],
] as const) {
  test(`[SET-1] in ${label} no screen shows an English text`, async ({ signedIn: page, host, session }) => {
    test.setTimeout(240_000);
    const isForeign = await englishOnly(words);
    const [{ username = "" } = {}] = await allTransactions(host, session, "transactionType=DEPOSIT");
    await choose(page, label);
    await expect(page.getByRole("heading", { level: 1, name: words.layout.entries.settings })).toBeVisible();
    const found: string[] = [];
    const look = async (where: string, saidByHost = /^$/) => {
      const texts = new Set((await shownBy(page)).filter((text) => !saidByHost.test(text)));
      found.push(...[...texts].filter(isForeign).map((text) => `${where}: ${text}`));
    };
    for (const path of screensFor(`${username}@example.com`)) {
      await goTo(page, path);
      await expect(page.locator("html")).toHaveAttribute("lang", code);
      await look(path, path === paths.audit ? await saidInLog(host, session) : undefined);
    }

    await goTo(page, paths.home);
    await page.getByRole("button", { name: words.common.filters.toggle, exact: true }).first().click();
    await expect(page.getByLabel(words.activity.filters.dateFrom)).toBeVisible();
    await look("filters");
    const actions = new RegExp(`^${words.transactions.row.actions.split("{{")[0] ?? ""}`);
    await page.getByRole("button", { name: actions }).nth(1).click();
    await expect(page.getByRole("menuitem", { name: words.activity.menu.details })).toBeVisible();
    await look("a row's menu");
    await chooseFromMenu(page, words.activity.menu.details);
    await expect(page.getByRole("dialog")).toBeVisible();
    // Fields keep the host's names.
    await look("a transaction's details", /^[a-z]+([A-Z][a-z]*)*$/);
    await page.keyboard.press("Escape");

    await goTo(page, paths.users);
    const menuOf = new RegExp(`^${words.users.row.actions.split("{{")[0] ?? ""}`);
    await page.getByRole("button", { name: menuOf }).first().click();
    await expect(page.getByRole("menuitem", { name: words.users.row.delete, exact: true })).toBeVisible();
    await look("a user's menu");
    await page.keyboard.press("Escape");

    await goTo(page, paths.giftCardRates);
    await page.getByRole("button", { name: words.giftCards.toolbar.add }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look("adding a rate");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: words.giftCards.toolbar.bulk }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await look("the bulk upload");
    await page.keyboard.press("Escape");

    await goTo(page, links.funding({ email: "nobody@example.com", operation: "fund", currency: "BTC" }));
    await page.getByLabel(words.funding.amount).fill("0.25");
    await page.getByRole("button", { name: words.funding.submit.fund, exact: true }).click();
    await expect(page.getByRole("button", { name: words.funding.confirm.fund, exact: true })).toBeVisible();
    await look("the cheque");

    await page.goto(paths.home);
    await page
      .getByRole("banner")
      .getByRole("button", { name: /\d\d:\d\d/ })
      .click();
    await expect(page.getByText(words.connection.panelTitle)).toBeVisible();
    await look("the connection");
    expect(found).toEqual([]);
  });
}

test("[SET-1, AUTH-10, GIFT-1] in French dates, figures and money are written as French writes them and tables keep their cells; other tabs, a reload and the pages after the sign-out follow the language; one that can't be loaded leaves the app in English", async ({
  page,
  host,
  context,
}) => {
  test.slow();
  await keepSession(page, host.origin, await signInAt(host));

  await test.step("dates, figures and money", async () => {
    await choose(page, "French");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await page.goto("/");
    await expect(page.getByRole("group", { name: fr.transactions.cards.volume })).toContainText(/\d[\s\u202f]\d{3}\s\$/u);
    await expect(page.getByRole("row").nth(2)).toContainText(/\d,\d{2}/);
    await expect(
      page
        .getByRole("row")
        .nth(2)
        .getByTitle(/\d{1,2} (janv|févr|mars|avr|mai|juin|juil|août|sept|oct|nov|déc)/)
        .first(),
    ).toBeVisible();
  });

  await test.step("on a small phone every cell of the gift card rates keeps to its place", async () => {
    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto(paths.giftCardRates);
    const rates = page.getByRole("table", { name: fr.giftCards.toolbar.label });
    await expect(rates.getByRole("cell", { name: "AMERICAN_EXPRESS" }).first()).toBeVisible();
    const spilling = await rates
      .getByRole("cell")
      .evaluateAll((cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent));
    expect(spilling).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step("a language that can't be loaded leaves the app in English", async () => {
    const fresh = await context.newPage();
    await fresh.route(/\/words-[\w-]+\.js(\?|$)/, (route) => route.abort());
    await fresh.goto("/");
    await expect(fresh.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await expect(fresh.locator("html")).toHaveAttribute("lang", "en");
    await fresh.close();
  });

  await test.step("another tab follows the language, a reload keeps it, and English comes back without one", async () => {
    await page.goto("/settings");
    await page.getByLabel(fr.settings.region.language).selectOption({ label: fr.settings.languages.es });
    await page.getByRole("button", { name: fr.settings.save, exact: true }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "es");
    const other = await context.newPage();
    await other.goto("/");
    await expect(other.getByRole("heading", { level: 1, name: es.layout.entries.dashboard })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: es.layout.entries.settings })).toBeVisible();
    await page.getByLabel(es.settings.region.language).selectOption({ label: es.settings.languages.en });
    await page.getByRole("button", { name: es.settings.save, exact: true }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Settings" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(other.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible();
    await expect(other.getByLabel("Search transactions")).toBeVisible();
  });

  await test.step("who signs out in French finds the pages before a sign-in in French, also after a reload", async () => {
    await choose(page, "French");
    await page.getByRole("button", { name: fr.layout.userMenu }).first().click();
    await chooseFromMenu(page, fr.layout.logout);
    await expect(page.getByRole("heading", { name: fr.auth.signIn.heading })).toBeVisible();
    const isForeign = await englishOnly(fr);
    for (const path of [paths.login, paths.register, paths.resetPassword]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.locator("html")).toHaveAttribute("lang", "fr");
      await page.getByRole("button").last().click();
      const texts = await shownBy(page);
      expect(texts.filter(isForeign)).toEqual([]);
    }
  });
});

testWithShell(
  "[SET-1] a browser's own translator has no say in names and amounts, in any language and on any page",
  async ({ page, host, session }) => {
    const mayTranslate = () => page.evaluate(() => document.body.translate);
    await page.goto("/login");
    expect(await mayTranslate()).toBe(false);
    await keepSession(page, host.origin, session);
    await visitOnce(page);
    await choose(page, "French");
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    expect(await mayTranslate()).toBe(false);
    // The page from the service worker differs from the first one.
    await page.goto("/");
    await expect(page.getByRole("row").nth(5)).toBeVisible();
    expect(await mayTranslate()).toBe(false);
  },
);
