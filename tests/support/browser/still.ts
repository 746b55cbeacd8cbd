import type { Page } from "@playwright/test";

/** Maximum wait, in ms, for pages that get no frames, where nothing moves anyway. */
const stillWithinMs = 2000;

/** Waits until fonts are loaded, theme changes are drawn, and no transition runs. */
export async function untilStill(page: Page): Promise<void> {
  // A page that navigates away needs no waiting.
  const still = page
    .evaluate(async () => {
      await document.fonts.ready;
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
      await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
      await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
    })
    .catch(() => undefined);
  await Promise.race([still, new Promise((resolve) => setTimeout(resolve, stillWithinMs))]);
}
