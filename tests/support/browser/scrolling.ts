import type { Page } from "@playwright/test";

/** One row of the transactions table as it stands in the DOM. */
export interface ShownRow {
  readonly index: number;
  /** The whole reference, from the title of its cut form. */
  readonly reference: string;
  readonly text: string;
}

/** The rows that are in the DOM now, without the head; `index` is `aria-rowindex`. */
export const shownRows = (page: Page): Promise<ShownRow[]> =>
  page.getByRole("table").evaluate((table) =>
    [...table.querySelectorAll("[aria-rowindex]")]
      .filter((row) => row.querySelector("td, [role=cell]"))
      .map((row) => ({
        index: Number(row.getAttribute("aria-rowindex")),
        reference:
          [...row.querySelectorAll("[title]")]
            .map((cell) => cell.getAttribute("title") ?? "")
            .find((title) => /^[A-Z]{2,}[-_A-Z0-9]+$/i.test(title)) ?? "",
        text: row instanceof HTMLElement ? row.innerText : "",
      })),
  );

/** Scrolls the list by some pixels, or to an end; returns how far from its top and bottom it then is. */
export const scrollList = (page: Page, by: number): Promise<{ top: number; below: number }> =>
  page.getByRole("table").evaluate(async (table, pixels) => {
    let area: Element | null = table;
    while (area && !/auto|scroll/.test(getComputedStyle(area).overflowY)) area = area.parentElement;
    if (!area) throw new Error("the table has no scrolling area");
    area.scrollTop += pixels;
    // The list draws in the frame after the one in which it hears of the scroll.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return { top: area.scrollTop, below: area.scrollHeight - area.clientHeight - area.scrollTop };
  }, by);
