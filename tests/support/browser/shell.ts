import { expect, type Page } from "@playwright/test";

/** Waits until the service worker has cached the shell, shortly after the first visit. */
export async function untilShellIsKept(page: Page): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const registration = await navigator.serviceWorker.getRegistration();
          return registration?.active?.state;
        }),
      // The app registers it only once the page has settled; an install that failed on a busy machine is tried again after 5 and 15 s.
      { timeout: 120_000 },
    )
    .toBe("activated");
}

/** Opens the dashboard, and waits for its rows and the cached shell. */
export async function visitOnce(page: Page, address = "/"): Promise<void> {
  await page.goto(address);
  await expect(page.getByRole("row").nth(5)).toBeVisible();
  await untilShellIsKept(page);
}
