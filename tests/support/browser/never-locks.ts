import type { Page } from "@playwright/test";
import { digest } from "../../../src/db/store/digest.ts";
import type { Session } from "./truth.ts";

/** Sets the admin's idle lock to "Never", for tests that advance by hours; the page must be on the app's origin. */
export async function neverLocks(page: Page, { user }: Pick<Session, "user">): Promise<void> {
  const { _id, id, email } = JSON.parse(user) as { _id?: string; id?: string; email?: string };
  const key = `counterfoil.settings.${digest((_id ?? id ?? email ?? "").toLowerCase())}`;
  await page.evaluate((settingsKey) => {
    localStorage.setItem(settingsKey, JSON.stringify({ lockAfter: 0 }));
    localStorage.setItem("counterfoil.lock-after", "0");
  }, key);
}
