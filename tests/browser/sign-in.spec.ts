import { expectColour } from "../support/browser/colour.ts";
import { Gate } from "../support/browser/gate.ts";
import { firstAdmin } from "../support/browser/host-process.ts";
import { playDashboard } from "../support/played-dashboard.ts";
import { fakeSession } from "../support/fake-login.ts";
import { expect, test } from "../support/browser/test.ts";
import type { Page } from "@playwright/test";

const { token } = fakeSession();
const accepted = { json: { admin: { id: "admin-1", name: "Grace Hopper", email: "grace@example.com" }, accessToken: token } };

async function fillAndSubmit(page: Page): Promise<void> {
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Sign In" }).click();
}

test("[AUTH-2, AUTH-7] the sign-in page has the document's words, and fields that the browser checks", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { name: "Welcome back!", level: 1 })).toBeVisible();
  await expect(page.getByText(/log in to (the|your) dashboard/i)).toBeVisible();
  await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeEnabled();
  await expect(page.getByRole("link", { name: "Forgot your password?" })).toHaveAttribute("href", "/reset-password");
  const email = page.getByLabel("Email");
  await expect(email).toHaveAttribute("type", "email");
  await expect(email).toHaveAttribute("required");
  await expect(page.getByLabel("Password", { exact: true })).toHaveAttribute("required");
});

test("[AUTH-2] the password is hidden until its toggle shows it", async ({ page }) => {
  await page.goto("/login");
  const password = page.getByLabel("Password", { exact: true });
  await password.fill("secret");
  await expect(password).toHaveAttribute("type", "password");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await expect(password).toHaveValue("secret");
  await page.getByRole("button", { name: "Hide password" }).click();
  await expect(password).toHaveAttribute("type", "password");
});

test("[AUTH-2, AUTH-3, AUTH-9, AUTH-13] signing in sends email and PIN without a bearer, keeps the answer and goes to /", async ({
  page,
  played,
}) => {
  const answer = new Gate();
  playDashboard(played).on("POST /adminsignin/signin", async () => {
    await answer.opened;
    return accepted;
  });
  await page.goto("/login");
  await fillAndSubmit(page);
  await expect(page.getByRole("button", { name: "Signing In..." })).toBeVisible();
  answer.open();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");

  const [call] = played.callsOf("POST /adminsignin/signin");
  expect(call?.body).toEqual({ email: "grace@example.com", passwordPin: "123456" });
  expect(call?.authorization).toBeUndefined();
  const stored = await page.evaluate(() => ({ token: localStorage.getItem("token"), user: localStorage.getItem("user") }));
  expect(stored.token).toBe(token);
  expect(JSON.parse(stored.user ?? "")).toMatchObject({ name: "Grace Hopper", email: "grace@example.com" });
  await expect.poll(() => played.callsOf("GET /analytics/dashboard")[0]?.authorization).toBe(`Bearer ${token}`);
});

const refusals = [
  { says: "Invalid email or PIN", answer: { status: 401, json: { message: "Invalid email or PIN" } } },
  { says: "Account locked", answer: { status: 429, json: { error: "Account locked" } } },
  { says: "Login failed", answer: { status: 500, json: {} } },
  { says: "Login failed", answer: { status: 400, body: "<h1>Bad Request</h1>", contentType: "text/html" } },
];
for (const { says, answer } of refusals) {
  test(`[AUTH-2, AUTH-3] a sign-in that the host answers with ${answer.status} says "${says}" in red above the form`, async ({
    page,
    played,
  }) => {
    played.on("POST /adminsignin/signin", answer);
    await page.goto("/login");
    await fillAndSubmit(page);
    const error = page.getByRole("alert").filter({ hasText: says });
    await expect(error).toHaveText(says);
    await expectColour(error.getByText(says), "red");
    const above = await error.boundingBox();
    const field = await page.getByLabel("Email").boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
    await expect(page.getByRole("button", { name: "Sign In", exact: true })).toBeEnabled();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  });
}

test("[AUTH-8] the last error is gone while the next try is under way", async ({ page, played }) => {
  played.on("POST /adminsignin/signin", { status: 401, json: { message: "Invalid email or PIN" } });
  await page.goto("/login");
  await fillAndSubmit(page);
  await expect(page.getByRole("alert").filter({ hasText: "Invalid email or PIN" })).toBeVisible();
  played.on("POST /adminsignin/signin", { is: "silence" });
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("button", { name: "Signing In..." })).toBeVisible();
  await expect(page.getByText("Invalid email or PIN")).toBeHidden();
});

test("[AUTH-2] hammering Sign In sends one request", async ({ page, played }) => {
  played.on("POST /adminsignin/signin", { is: "silence" });
  await page.goto("/login");
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill("123456");
  await page.getByRole("button", { name: "Sign In" }).evaluate((button) => {
    if (!(button instanceof HTMLButtonElement)) throw new Error("no button");
    for (let press = 0; press < 20; press += 1) button.click();
  });
  await page.getByLabel("Password", { exact: true }).press("Enter");
  await expect(page.getByRole("button", { name: "Signing In..." })).toBeVisible();
  expect(played.callsOf("POST /adminsignin/signin")).toHaveLength(1);
});

test("[AUTH-3, HOST-4] five wrong PINs lock the account, and the page says so", async ({ page, ownHost }) => {
  await page.goto(`${ownHost.origin}/login`);
  await page.getByLabel("Email").fill(firstAdmin.email);
  await page.getByLabel("Password", { exact: true }).fill("000000");
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const answered = page.waitForResponse("**/adminsignin/signin");
    await page.getByRole("button", { name: "Sign In" }).click();
    await answered;
    await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  }
  await page.getByLabel("Password", { exact: true }).fill(firstAdmin.pin);
  const last = page.waitForResponse("**/adminsignin/signin");
  await page.getByRole("button", { name: "Sign In" }).click();
  expect((await last).status()).toBe(429);
  await expect(page.getByRole("alert").filter({ hasText: /too many|locked/i })).toBeVisible();
});
