import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { untilStill } from "./still.ts";

declare global {
  interface Window {
    /** Set once its source has been evaluated in the page. */
    axe?: typeof axe;
  }
}

/** axe's violations in the parts named by selectors; `rules`: only these rules. */
async function violations(page: Page, parts: readonly string[], rules?: readonly string[]): Promise<readonly string[]> {
  // Inject half a megabyte of script once per document; navigation within the app keeps it.
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ include, only }) => {
      const found = await window.axe?.run(
        { include },
        // `preload` fetches stylesheets again, for one rule outside WCAG A and AA.
        { resultTypes: ["violations"], preload: false, ...(only && { runOnly: { type: "rule", values: only } }) },
      );
      if (!found) throw new Error("axe is not in the page");
      return found.violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
      );
    },
    { include: [...parts], only: rules && [...rules] },
  );
}

/** An open dialog hides the rest of the page from axe; wait until one is visible, not between two of them or while one opens. */
const untilDialogStands = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () =>
      !document.querySelector("#root[aria-hidden]") ||
      [...document.querySelectorAll("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]")].some((one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      ),
    undefined,
    { timeout: 15_000 },
  );

/**
 * axe's violations in the page, or in these parts: all rules in the light theme, only contrast in the dark one, since only colours
 * differ there.
 */
export async function axeFaults(page: Page, parts: readonly string[] = ["html"]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await untilStill(page);
    await untilDialogStands(page);
    const faults = await violations(page, parts, colorScheme === "dark" ? ["color-contrast"] : undefined);
    found.push(...faults.map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** Expects no axe violations in either theme. */
export async function expectAccessible(page: Page, parts?: readonly string[]): Promise<void> {
  expect(await axeFaults(page, parts)).toEqual([]);
}
