import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { untilStill } from "./still.ts";

declare global {
  interface Window {
    /** Once its source has been evaluated in the page. */
    axe?: typeof axe;
  }
}

/** What axe says of the document as it stands, in the parts named by selectors; `rules`: these alone. */
async function violations(page: Page, parts: readonly string[], rules?: readonly string[]): Promise<readonly string[]> {
  // A document takes half a megabyte of script once; its screens come and go.
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ({ include, only }) => {
      const found = await window.axe?.run(
        { include },
        // Without a second look at the stylesheets, which a single rule wants that isn't of WCAG A or AA.
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

/** What a dialog hides is axe's concern unless the dialog is in sight: it is not between two of them, nor while one comes. */
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
 * What axe has against the page, or against these parts of it: everything in the light theme, and the contrasts in the
 * dark one, since colours are all that differs there.
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

/** Expects no violation that axe knows of, in the light theme and in the dark one. */
export async function expectAccessible(page: Page, parts?: readonly string[]): Promise<void> {
  expect(await axeFaults(page, parts)).toEqual([]);
}
