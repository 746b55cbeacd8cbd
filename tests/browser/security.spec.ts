import { fakeSession } from "../support/fake-login.ts";
import { expectAccessible } from "../support/browser/axe.ts";
import { keptBy } from "../support/browser/kept.ts";
import { playUsers } from "../support/browser/played-users.ts";
import { expect, keepSession, test } from "../support/browser/test.ts";

const call = "GET /fetching/refresh-tokens";
const secrets = ["very.secret.token", "another.secret.token"];

test.beforeEach(async ({ page, host, played }) => {
  playUsers(played).on(call, {
    json: { refreshTokens: secrets.map((token, index) => ({ token, createdAt: `2026-10-1${index}T10:00:00Z` })) },
  });
  await keepSession(page, host.origin, fakeSession());
  await page.goto("/security");
});

test("[SEC-1] tokens are shown masked, revealed one by one, and kept nowhere", async ({ page, played }) => {
  const submit = page.getByRole("button", { name: "Get Refresh Tokens" });
  await submit.click();
  await expect(page.getByText("Provide an email").first()).toBeVisible();
  await page.getByLabel("Email", { exact: true }).fill("user001@example.com");
  await submit.click();
  await expect(page.getByText("Fetched refresh tokens")).toBeVisible();
  expect(played.callsOf(call)).toMatchObject([
    { query: { email: "user001@example.com" }, authorization: expect.stringMatching(/^Bearer /) },
  ]);
  await expect(page.getByText("very.secret.token")).toBeHidden();
  // Each says which token it is about.
  for (const name of ["Reveal", "Copy"]) await expect(page.getByRole("button", { name }).first()).toHaveAccessibleDescription(/\S/);
  await page.getByRole("button", { name: "Reveal" }).first().click();
  await expect(page.getByText("very.secret.token")).toBeVisible();
  await expect(page.getByText("another.secret.token")).toBeHidden();
  await expectAccessible(page);
  const kept = JSON.stringify(await keptBy(page));
  for (const secret of secrets) expect(kept).not.toContain(secret);
});
