import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Expects no violation that axe knows of, in the light theme and in the dark one. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const { violations } = await new AxeBuilder({ page }).analyze();
    const found = violations.flatMap((violation) =>
      violation.nodes.map((node) => `${colorScheme}: ${violation.id}: ${node.target.join(" ")}: ${node.failureSummary ?? ""}`),
    );
    expect(found).toEqual([]);
  }
}
