import { expectColour } from "../support/browser/colour.ts";
import { firstAdmin } from "../support/browser/host-process.ts";
import { expect, test } from "../support/browser/test.ts";

const refusals = [
  { says: "Invalid email or PIN", answer: { status: 401, json: { message: "Invalid email or PIN" } } },
  { says: "Account locked", answer: { status: 429, json: { error: "Account locked" } } },
  { says: "Login failed", answer: { status: 500, json: {} } },
  { says: "Login failed", answer: { status: 400, body: "<h1>Bad Request</h1>", contentType: "text/html" } },
];

test("[AUTH-2, AUTH-3] what a host says of a sign-in that it refuses stands in red above the form", async ({ page, played }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("grace@example.com");
  await page.getByLabel("Password", { exact: true }).fill("123456");
  const button = page.getByRole("button", { name: "Sign In", exact: true });
  for (const [tries, { says, answer }] of refusals.entries()) {
    played.on("POST /adminsignin/signin", answer);
    await button.click();
    await expect.poll(() => played.callsOf("POST /adminsignin/signin").length).toBe(tries + 1);
    const error = page.getByRole("alert").filter({ hasText: says });
    await expect(error).toHaveText(says);
    await expectColour(error.getByText(says), "red");
    const above = await error.boundingBox();
    const field = await page.getByLabel("Email").boundingBox();
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(field?.y ?? 0);
    await expect(button).toBeEnabled();
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  }
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
