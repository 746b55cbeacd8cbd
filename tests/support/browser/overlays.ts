import type { Page } from "@playwright/test";
import { links, paths } from "../../../src/app/links.ts";
import { chooseFromMenu } from "./menus.ts";
import { untilStill } from "./still.ts";
import { goTo } from "./walk.ts";

/** Something that opens over a screen, or within it. */
export interface Overlay {
  readonly name: string;
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  /** Its selector. */
  readonly place: string;
  /** Only exists where there is no room for a sidebar. */
  readonly isNarrow?: boolean;
}

const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).first().click();
const dialog = "[role=dialog], [role=alertdialog]";
const menu = "[role=menu]";

/**
 * Every drawer, menu, dialog and panel that opens without changing anything on the host, for one user. Those that Escape closes come
 * before the panels of their screen, which stay open.
 */
export const overlaysFor = (email: string): readonly Overlay[] => [
  { name: "drawer", path: paths.home, place: dialog, isNarrow: true, open: (page) => press(page, "Expand sidebar") },
  { name: "connection", path: paths.home, place: dialog, open: (page) => press(page, /\d\d:\d\d/) },
  { name: "user menu", path: paths.home, place: menu, open: (page) => page.getByRole("banner").getByLabel("User menu").click() },
  {
    name: "palette",
    path: paths.home,
    place: dialog,
    open: async (page) => {
      await page.getByRole("banner").locator("[aria-keyshortcuts]").click();
      await page.getByRole("combobox").fill(email.slice(0, 4));
      await page.getByRole("option").nth(5).waitFor();
    },
  },
  {
    name: "keys",
    path: paths.home,
    place: dialog,
    open: async (page) => {
      await page.keyboard.press("?");
    },
  },
  { name: "columns", path: paths.home, place: dialog, open: (page) => press(page, "Columns") },
  { name: "export", path: paths.home, place: dialog, open: (page) => press(page, "Export CSV") },
  { name: "a row's menu", path: paths.home, place: menu, open: (page) => press(page, /^Actions for/) },
  {
    name: "details",
    path: paths.home,
    place: dialog,
    open: async (page) => {
      await press(page, /^Actions for/);
      await chooseFromMenu(page, "View Full Details");
    },
  },
  { name: "filters", path: paths.home, place: "#filter-panel", open: (page) => press(page, "Filters") },
  {
    name: "chips",
    path: `${paths.home}?transactionType=SWAP&transactionStatus=COMPLETED&currency=BTC`,
    place: "[role=search]",
    open: (page) =>
      page
        .getByRole("button", { name: /^Remove / })
        .first()
        .waitFor(),
  },
  {
    name: "chart",
    path: paths.home,
    place: "main",
    open: async (page) => {
      await press(page, "Chart");
      await page.getByRole("img").first().waitFor();
    },
  },
  { name: "a user's menu", path: paths.users, place: menu, open: (page) => press(page, /^Actions for/) },
  {
    name: "deleting a user",
    path: paths.users,
    place: dialog,
    open: async (page) => {
      await press(page, /^Actions for/);
      await chooseFromMenu(page, "Delete");
    },
  },
  { name: "user filters", path: paths.users, place: "#users-filters", open: (page) => press(page, "Filters") },
  { name: "a fee's menu", path: paths.fees, place: menu, open: (page) => press(page, /^Actions/) },
  { name: "adding a rate", path: paths.giftCardRates, place: dialog, open: (page) => press(page, "Add rate") },
  { name: "bulk upload", path: paths.giftCardRates, place: dialog, open: (page) => press(page, "Bulk upload") },
  {
    name: "rows of a bulk upload",
    path: paths.giftCardRates,
    place: dialog,
    open: async (page) => {
      await press(page, "Bulk upload");
      const rates = [{ cardType: "NIKE", country: "US", rate: 1100, minAmount: 10, maxAmount: 100 }];
      const file = { name: "rates.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(rates)) };
      await page.getByRole("dialog").getByLabel("File").setInputFiles(file);
      await page.getByRole("dialog").getByRole("checkbox").first().waitFor();
    },
  },
  {
    name: "cheque",
    path: links.funding({ email, operation: "fund", currency: "BTC" }),
    place: dialog,
    open: async (page) => {
      await page.getByLabel("Amount").fill("0.25");
      await press(page, "Fund User");
    },
  },
  {
    name: "an entry",
    path: paths.audit,
    place: dialog,
    open: (page) => page.getByRole("main").getByRole("row").getByRole("button").first().click(),
  },
  { name: "audit filters", path: paths.audit, place: "#audit-filters", open: (page) => press(page, "Filter") },
];

const openDialogs = (page: Page): Promise<number> =>
  page.locator("[role=dialog]:visible, [role=alertdialog]:visible, [role=menu]:visible").count();

/** Closes every open dialog and menu. */
export async function closeOverlays(page: Page): Promise<void> {
  for (let open = await openDialogs(page); open > 0; open = await openDialogs(page)) await page.keyboard.press("Escape");
}

/** Goes to the overlay's screen, and opens it. */
export async function openOverlay(page: Page, { path, open, place }: Overlay): Promise<void> {
  await closeOverlays(page);
  const wanted = new URL(path, page.url());
  const isPanel = place !== dialog && place !== menu;
  // A panel's screen is left and entered again, to start afresh; after what Escape has closed, a screen is as it was.
  if (isPanel && new URL(page.url()).pathname === wanted.pathname) await goTo(page, "/no/such/page");
  if (isPanel || page.url() !== wanted.href) await goTo(page, path);
  await open(page);
  await page.locator(place).first().waitFor();
  await untilStill(page);
}
