import type { Page } from "@playwright/test";
import { expectColour } from "../support/browser/colour.ts";
import { expect, test } from "../support/browser/test.ts";

async function fillRegistration(page: Page, confirmation = "123456"): Promise<void> {
  await page.getByLabel("Full Name").fill("Grace Hopper");
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill("123456");
  await page.getByLabel("Confirm Password").fill(confirmation);
}

const registerRefusals = [
  { says: "Registration is closed", answer: { status: 403, json: { message: "Registration is closed" } } },
  { says: "Registration failed", answer: { status: 500, json: {} } },
];

async function expectRed(page: Page, words: string): Promise<void> {
  const error = page.getByText(words, { exact: true });
  await expect(error).toBeVisible();
  await expectColour(error, "red");
}

const resetRefusals = [
  { says: "No mail server is set up", answer: { status: 503, json: { message: "No mail server is set up" } } },
  { says: "Password reset failed", answer: { status: 500, json: {} } },
];

test("[AUTH-4, AUTH-5, AUTH-6] a confirmation that differs sends nothing, says nothing, and is invalid natively; a refusal is said in red, of a registration and of a reset", async ({
  page,
  played,
}) => {
  await page.goto("/register");
  await fillRegistration(page, "654321");
  const before = await page.locator("body").innerText();
  await page.getByRole("button", { name: "Sign Up" }).click();
  const confirm = page.getByLabel("Confirm Password");
  await expect(confirm).toBeFocused();
  const validity = await confirm.evaluate((input) => {
    if (!(input instanceof HTMLInputElement)) throw new Error("no input");
    return { valid: input.validity.valid, custom: input.validity.customError };
  });
  expect(validity).toEqual({ valid: false, custom: true });
  expect(await page.locator("body").innerText()).toBe(before);
  expect(played.calls).toEqual([]);

  await confirm.fill("123456");
  for (const { says, answer } of registerRefusals) {
    played.on("POST /register", answer);
    await page.getByRole("button", { name: "Sign Up" }).click();
    await expectRed(page, says);
  }
  await page.goto("/reset-password");
  await page.getByLabel("Email").fill("grace@example.com");
  for (const { says, answer } of resetRefusals) {
    played.on("POST /reset-password", answer);
    await page.getByRole("button", { name: "Reset Password" }).click();
    await expectRed(page, says);
    await expect(page).toHaveURL(/\/reset-password$/);
  }
});

test("[AUTH-4, HOST-1] the real host keeps registration closed and says whom to ask", async ({ page }) => {
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "super_admin" })).toBeVisible();
});
