import type { Page } from "@playwright/test";
import { expectAccessible } from "../support/browser/axe.ts";
import { firstAdmin } from "../support/browser/host-process.ts";
import { VirtualPasskeys } from "../support/browser/virtual-passkeys.ts";
import { expect, test } from "../support/browser/test.ts";

const heading = (page: Page, name: string) => page.getByRole("heading", { name });

async function enterPin(page: Page): Promise<void> {
  await page.getByLabel("Email").fill(firstAdmin.email);
  await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

const userMenu = async (page: Page, item: string): Promise<void> => {
  await page.getByRole("banner").getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

async function addPasskey(page: Page, name: string): Promise<void> {
  const part = page.getByRole("region", { name: "Passkeys" });
  await part.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add a passkey" }).click();
  await expect(part.getByRole("cell", { name, exact: true })).toBeVisible();
}

test("[PASS-1, PASS-2] a passkey is added, asked for at the next sign-in and to unlock, and removed", async ({ page, ownHost }) => {
  const passkeys = await VirtualPasskeys.plugIn(page);
  await page.goto(`${ownHost.origin}/login`);
  await enterPin(page);
  await expect(heading(page, "Dashboard")).toBeVisible();

  await page.goto(`${ownHost.origin}/settings`);
  await addPasskey(page, "Work laptop");
  await expectAccessible(page);
  await userMenu(page, "Logout");
  await expect(heading(page, "Welcome back!")).toBeVisible();

  await passkeys.refuseUser();
  await enterPin(page);
  await expect(heading(page, "Confirm with your passkey")).toBeVisible();
  const again = page.getByRole("button", { name: "Try again" });
  await expect(page.getByText(/The passkey was not confirmed/)).toBeVisible();
  await expect(again).toBeFocused();
  await expectAccessible(page);
  await passkeys.verifyUser();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Dashboard")).toBeVisible();

  await userMenu(page, "Lock now");
  await expect(heading(page, "Locked")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
  await page.getByRole("button", { name: "Unlock" }).click();
  await expect(heading(page, "Locked")).toBeHidden();
  await expect(heading(page, "Dashboard")).toBeVisible();

  await page.goto(`${ownHost.origin}/settings`);
  const part = page.getByRole("region", { name: "Passkeys" });
  await expect(part.getByRole("cell", { name: "Never" })).toBeHidden();
  await part.getByRole("button", { name: "Remove Work laptop" }).click();
  const question = page.getByRole("alertdialog", { name: "Remove passkey" });
  await expectAccessible(page);
  await question.getByRole("button", { name: "Remove passkey" }).click();
  await expect(part.getByText("You have no passkey yet.")).toBeVisible();
  await userMenu(page, "Logout");
  await enterPin(page);
  await expect(heading(page, "Dashboard")).toBeVisible();
});
