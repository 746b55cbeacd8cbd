import type { Page } from "@playwright/test";

/** Where frames don't come, nothing moves either: waited for no longer than this, in ms. */
const stillWithinMs = 2000;

/** Waits until fonts and looks are what they will be: a change of the theme is drawn, and no transition runs any more. */
export async function untilStill(page: Page): Promise<void> {
  // A page that goes away in between has nothing to wait for.
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
