import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";
import { untilStill } from "./still.ts";

/**
 * What axe has against the page, or against these parts of it: everything in the light theme, and the contrasts in the
 * dark one, since colours are all that differs there.
 */
export async function axeFaults(page: Page, parts: readonly string[] = ["html"]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await untilStill(page);
    // Legacy: the app frames nothing, so axe needs no page of its own to put frames together.
    const axe = new AxeBuilder({ page }).setLegacyMode();
    for (const part of parts) axe.include(part);
    if (colorScheme === "dark") axe.withRules(["color-contrast"]);
    const { violations } = await axe.analyze();
    found.push(
      ...violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${colorScheme}: ${id}: ${target.join(" ")}: ${failureSummary ?? ""}`),
      ),
    );
  }
  return found;
}

/** Expects no violation that axe knows of, in the light theme and in the dark one. */
export async function expectAccessible(page: Page, parts?: readonly string[]): Promise<void> {
  expect(await axeFaults(page, parts)).toEqual([]);
}
