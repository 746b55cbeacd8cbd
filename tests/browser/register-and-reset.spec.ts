import type { Page } from "@playwright/test";
import { expectColour } from "../support/browser/colour.ts";
import { fakeSession } from "../support/fake-login.ts";
import { Gate } from "../support/browser/gate.ts";
import { playDashboard } from "../support/played-dashboard.ts";
import { expect, test } from "../support/browser/test.ts";

const { token } = fakeSession();

async function fillRegistration(page: Page, confirmation = "123456"): Promise<void> {
  await page.getByLabel("Full Name").fill("Grace Hopper");
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill("123456");
  await page.getByLabel("Confirm Password").fill(confirmation);
}

test("[AUTH-4, AUTH-7] the register page has the document's words, and fields that the browser checks", async ({ page }) => {
  await page.goto("/register");
  await expect(page.getByRole("heading", { name: "Create your account", level: 1 })).toBeVisible();
  for (const label of ["Full Name", "Email", "Confirm Password"]) await expect(page.getByLabel(label)).toHaveAttribute("required");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("required");
  await expect(page.getByLabel("Email")).toHaveAttribute("type", "email");
  await expect(page.getByRole("button", { name: "Sign Up" })).toBeEnabled();
  await page.getByRole("link", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/login$/);
});

test("[AUTH-4] the password toggle shows what was typed", async ({ page }) => {
  await page.goto("/register");
  await page.getByRole("button", { name: "Show password" }).first().click();
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("type", "text");
});

test("[AUTH-4, AUTH-9, AUTH-13] registering sends name, email and PIN without a bearer, and goes to /dashboard", async ({
  page,
  played,
}) => {
  const user = { id: "admin-2", name: "Grace Hopper", email: "grace@example.com" };
  playDashboard(played).on("POST /register", { json: { user, token } });
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  const [call] = played.callsOf("POST /register");
  expect(call?.body).toEqual({ name: "Grace Hopper", email: "grace@example.com", passwordPin: "123456", confirmPassword: "123456" });
  expect(call?.authorization).toBeUndefined();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBe(token);
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem("user"))) ?? "")).toMatchObject(user);
});

test("[AUTH-5] a confirmation that differs sends nothing, says nothing, and is invalid natively", async ({ page, played }) => {
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

  played.on("POST /register", { status: 403, json: { message: "Registration is closed" } });
  await confirm.fill("123456");
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByText("Registration is closed")).toBeVisible();
});

const registerRefusals = [
  { says: "Registration is closed", answer: { status: 403, json: { message: "Registration is closed" } } },
  { says: "Registration failed", answer: { status: 500, json: {} } },
];
for (const { says, answer } of registerRefusals) {
  test(`[AUTH-4] a registration answered with ${answer.status} says "${says}"`, async ({ page, played }) => {
    played.on("POST /register", answer);
    await page.goto("/register");
    await fillRegistration(page);
    await page.getByRole("button", { name: "Sign Up" }).click();
    const error = page.getByText(says, { exact: true });
    await expect(error).toBeVisible();
    await expectColour(error, "red");
  });
}

test("[AUTH-4, HOST-1] the embedded host keeps registration closed and says whom to ask", async ({ page }) => {
  await page.goto("/register");
  await fillRegistration(page);
  await page.getByRole("button", { name: "Sign Up" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "super_admin" })).toBeVisible();
});

test("[AUTH-6, AUTH-7] the reset page has the document's words and goes back to /login once the host has taken the email", async ({
  page,
  played,
}) => {
  const answer = new Gate();
  played.on("POST /reset-password", async () => {
    await answer.opened;
    return { json: { message: "A link is on its way" } };
  });
  await page.goto("/reset-password");
  await expect(page.getByRole("heading", { name: "Reset your password", level: 1 })).toBeVisible();
  await expect(page.getByText(/link will be sent to (the|your) email address/i)).toBeVisible();
  await expect(page.getByRole("link", { name: "Back to login" })).toHaveAttribute("href", "/login");
  const email = page.getByLabel("Email");
  await expect(email).toHaveAttribute("type", "email");
  await expect(email).toHaveAttribute("required");
  await email.fill("grace@example.com");
  const button = page.getByRole("button", { name: "Reset Password" });
  await button.click();
  await email.press("Enter");
  expect(played.callsOf("POST /reset-password")).toHaveLength(1);
  answer.open();
  await expect(page).toHaveURL(/\/login$/);
  const [call] = played.callsOf("POST /reset-password");
  expect(call?.body).toEqual({ email: "grace@example.com" });
  expect(call?.authorization).toBeUndefined();
});

const resetRefusals = [
  { says: "No mail server is set up", answer: { status: 503, json: { message: "No mail server is set up" } } },
  { says: "Password reset failed", answer: { status: 500, json: {} } },
];
for (const { says, answer } of resetRefusals) {
  test(`[AUTH-6] a reset answered with ${answer.status} says "${says}"`, async ({ page, played }) => {
    played.on("POST /reset-password", answer);
    await page.goto("/reset-password");
    await page.getByLabel("Email").fill("grace@example.com");
    await page.getByRole("button", { name: "Reset Password" }).click();
    const error = page.getByText(says, { exact: true });
    await expect(error).toBeVisible();
    await expectColour(error, "red");
    await expect(page).toHaveURL(/\/reset-password$/);
  });
}
