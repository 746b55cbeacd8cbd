import { expect, type Page } from "@playwright/test";

/** Waits until the service worker keeps the shell, as it does a moment after the first visit. */
export async function untilShellIsKept(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return registration?.active?.state;
        }),
      // The app registers it once the page has settled.
      { timeout: 60_000 },
    )
    .toBe("activated");
}

/** Opens the dashboard, and waits until its rows are there and the shell is kept. */
export async function visitOnce(page: Page, address = "/"): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await untilShellIsKept(page);
}
