import { expect, type Page } from "@playwright/test";
import { transactions as words } from "../../../src/app/words/en/transactions.ts";

/** A row of the transactions table in the DOM. */
export interface ShownRow {
  readonly index: number;
  /** The full reference, from the row's button; the row itself shows only its start. */
  readonly reference: string;
  readonly text: string;
}

/** The app's own list; the first sight has one too, but it can't be scrolled. */
const listOf = (page: Page) => page.locator("#root").getByRole("table");

/** The rows now in the DOM, without the header; `index` is `aria-rowindex`. */
export const shownRows = (page: Page): Promise<ShownRow[]> =>
  listOf(page).evaluate((table) =>
    [...table.querySelectorAll("[aria-rowindex]")]
      .filter((row) => !row.closest("thead") && row.querySelector("td, [role=cell]"))
      .map((row) => {
        const name = row.querySelector("button[aria-haspopup]")?.getAttribute("aria-label")?.split(" ").at(-1) ?? "";
        const shown = [...row.querySelectorAll("td")].map(({ textContent }) => (textContent ?? "").replace("…", ""));
        const isReference = /^[A-Z]{2,}[-_A-Z0-9]+$/i.test(name) && shown.some((start) => start !== "" && name.startsWith(start));
        return {
          index: Number(row.getAttribute("aria-rowindex")),
          reference: isReference ? name : "",
          text: row instanceof HTMLElement ? row.innerText : "",
        };
      }),
  );

/**
 * Scrolls the list by some pixels, clamped to its ends; returns the px left above and below. Uses no handle, as a locator would:
 * Playwright fails if a browser dies while one exists.
 */
export const scrollList = (page: Page, by: number): Promise<{ top: number; below: number }> =>
  page.evaluate(async (pixels) => {
    // A page that isn't drawn has no frames.
    const frame = () =>
      new Promise((go) => {
        requestAnimationFrame(go);
        setTimeout(go, 1000);
      });
    let area: Element | null = null;
    for (const until = Date.now() + 30_000; !area; area = document.querySelector("#root table")) {
      if (Date.now() > until) throw new Error("the page has no table");
      await frame();
    }
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    if (!area) throw new Error("the table has no scrolling area");
    area.scrollTop += pixels;
    // The list redraws in the frame after the scroll event.
    await frame();
    await frame();
    return { top: area.scrollTop, below: area.scrollHeight - area.clientHeight - area.scrollTop };
  }, by);

const typeOf = (text: string): string =>
  Object.entries(words.types).find(([, label]) => text.split(/[\n\t]/).some((part) => part.trim() === label))?.[0] ?? "";

/** A row's key. Both sides of a transfer share a reference, so it includes the type. */
export const keyOf = ({ reference, type }: { readonly reference: string; readonly type: string }): string => `${reference} ${type}`;

/** A shown line: a row's key, "gap", or "" for a row that is still loading. */
export const keyOfShown = ({ reference, text }: ShownRow): string =>
  reference === "" ? (text.includes(words.list.gap) ? "gap" : "") : keyOf({ reference, type: typeOf(text) });

/** Records the keys of the lines shown by index; no key may occur twice. */
function noteShown(rows: readonly ShownRow[], read: Map<number, string>): void {
  const shown = rows.map((row) => ({ index: row.index, key: keyOfShown(row) }));
  const keys = shown.map(({ key }) => key).filter((key) => key !== "" && key !== "gap");
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  for (const { index, key } of shown) read.set(index, key);
}

const inOrder = (read: ReadonlyMap<number, string>): string[] => [...read].toSorted(([a], [b]) => a - b).map(([, key]) => key);

/** Scrolls from the top until `count` lines have been read, each at its index. */
export async function readFromTop(page: Page, count: number): Promise<string[]> {
  const read = new Map<number, string>();
  await scrollList(page, -1e9);
  await expect
    .poll(
      async () => {
        noteShown(await shownRows(page), read);
        await scrollList(page, 600);
        return read.size;
      },
      { intervals: [30], message: "lines that can be scrolled to", timeout: 45_000 },
    )
    .toBeGreaterThanOrEqual(count);
  return inOrder(read);
}

/** Scrolls through the whole list, offline so that nothing more loads, and reads each line at its index. */
export async function readWhole(page: Page): Promise<string[]> {
  const read = new Map<number, string>();
  for (let by = -1e9, below = 2; below > 1; by = 500) {
    ({ below } = await scrollList(page, by));
    let rows: readonly ShownRow[] = [];
    await expect
      .poll(
        async () => {
          rows = await shownRows(page);
          return rows.map(keyOfShown);
        },
        { intervals: [0, 20, 50] },
      )
      .not.toContain("");
    noteShown(rows, read);
  }
  return inOrder(read);
}

/** Goes to the top, by the "new" pill if there is one, and reads the first lines. */
export async function readNewest(page: Page, count: number): Promise<string[]> {
  const news = page.getByRole("button", { name: /^\d+ new$/ });
  // It may go before it is clicked.
  if (await news.isVisible()) await news.click({ timeout: 2000 }).catch(() => {});
  return (await readFromTop(page, count)).slice(0, count);
}
