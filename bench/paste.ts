import type { Page } from "@playwright/test";
import type { Transaction } from "../src/contract/transactions.ts";

/** The pasted text: four kinds in turn, from all over the cache, some not in it. */
export const pasteOf =
  (made: readonly Transaction[], users: number) =>
  (count: number, turn: number): string =>
    Array.from({ length: count }, (_, n) => {
      const row = made[(n * 17 + turn) % made.length];
      const user = (n * 3 + turn) % users;
      const forms = [
        `"${row?.id}"`,
        `• Ref: ${row?.reference ?? row?.id},`,
        `<user${user}@example.com>;`,
        `080${10_000_000 + user}`,
        `TX-NOT-${100_000 + n}`,
      ];
      return forms[n % forms.length];
    }).join("\n");

/** Looks a text up on the open /look-up: the time to the painted result and the main thread's longest task, in ms. */
export const lookUp = (page: Page, text: string): Promise<{ took: number; longest: number; all: string }> =>
  page.evaluate(async (pasted) => {
    const field = document.querySelector("textarea");
    const button = [...document.querySelectorAll("button")].find((one) => one.type === "submit");
    if (!field || !button) throw new Error("no look-up on this page");
    const painted = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    [...document.querySelectorAll("button")].find((one) => one.textContent === "Clear")?.click();
    await painted();
    field.value = pasted;
    await painted();
    let longest = 0;
    const tasks = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    tasks.observe({ type: "longtask" });
    const start = performance.now();
    button.click();
    const all = (): string | undefined =>
      [...document.querySelectorAll("button")].find((one) => one.textContent?.startsWith("All · "))?.textContent ?? undefined;
    while (!all()) await painted();
    const took = performance.now() - start;
    await painted();
    await new Promise((resolve) => setTimeout(resolve, 100));
    tasks.disconnect();
    return { took, longest, all: all() ?? "" };
  }, text);
