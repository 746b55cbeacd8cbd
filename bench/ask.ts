import type { Page } from "@playwright/test";

export interface Measured {
  /** Until the first answer is painted, and until the complete one is, in ms. */
  readonly first: number;
  readonly whole: number;
  /** The main thread's longest task, in ms; 0: none above 50. */
  readonly longest: number;
}

/** An action, and patterns for the page's text at its first and complete answers. */
export interface Question {
  /** Where to navigate; absent: press Ctrl A in the list. */
  readonly path?: string;
  /** The button to press instead. */
  readonly button?: string;
  readonly first: string;
  readonly whole: string;
}

/** Performs the action and checks each frame for the answers. */
export const ask = (page: Page, question: Question): Promise<Measured> =>
  page.evaluate(async ({ path, button, first, whole }) => {
    const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const says = (pattern: string): boolean => new RegExp(pattern).test(document.body.textContent ?? "");
    await painted();
    let longest = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    tasks.observe({ type: "longtask" });
    const start = performance.now();
    if (button !== undefined) [...document.querySelectorAll("button")].find((one) => one.textContent === button)?.click();
    else if (path === undefined)
      document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", ctrlKey: true, bubbles: true, cancelable: true }));
    else history.pushState(null, "", path);
    const until = async (pattern: string): Promise<void> => {
      while (!says(pattern)) {
        if (performance.now() - start > 300_000) throw new Error(`no “${pattern}” within 5 min: ${button ?? path ?? "Ctrl A"}`);
        await painted();
      }
    };
    await until(first);
    const firstMs = performance.now() - start;
    await until(whole);
    const wholeMs = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 150));
    tasks.disconnect();
    return { first: firstMs, whole: wholeMs, longest };
  }, question);
