import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Expects no violation that axe knows of, in the light theme and in the dark one; of the whole page, or of these parts of it. */
export async function expectAccessible(page: Page, parts: readonly string[] = ["html"]): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const axe = new AxeBuilder({ page });
    for (const part of parts) axe.include(part);
    const { violations } = await axe.analyze();
    const found = violations.flatMap((violation) =>
      violation.nodes.map((node) => `${colorScheme}: ${violation.id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
    );
    expect(found).toEqual([]);
  }
}
