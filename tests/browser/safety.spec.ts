import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { paths } from "../../src/app/links.ts";
import { allKeptBy } from "../support/browser/kept.ts";
import { firstAdmin } from "../support/browser/host-process.ts";
import { openScreen, screensFor } from "../support/browser/screens.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { signInAt, someTransaction, someUser } from "../support/browser/truth.ts";
import { expect, testWithShell as test } from "../support/browser/test.ts";

const strict = ["default-src 'self'", "script-src 'self'", "require-trusted-types-for 'script'", "object-src 'none'", "base-uri 'none'"];

/** Returns the host's tokens; both must stay secret. */
async function signInByTyping(page: Page): Promise<{ token: string; refreshToken: string }> {
  const given: { accessToken?: string; refreshToken?: string } = {};
  await page.route("**/adminsignin/signin", async (route) => {
    const response = await route.fetch();
    Object.assign(given, await response.json());
    await route.fulfill({ response });
  });
  await page.goto(paths.login);
  await page.getByLabel("Email").pressSequentially(firstAdmin.email);
  await page.getByLabel("Password", { exact: true }).pressSequentially(firstAdmin.pin);
  await page.getByRole("button", { name: "Sign In" }).click();
  await expect(page.getByRole("heading", { name: "Dashboard", level: 1 })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBe(given.accessToken);
  return { token: given.accessToken ?? "", refreshToken: given.refreshToken ?? "" };
}

/** Everything visible or accessible in a page. */
const saidBy = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const attributes = [...document.querySelectorAll("*")].flatMap((element) => [...element.attributes].map(({ value }) => value));
    return [location.href, document.title, document.body.textContent, ...attributes].join("\n");
  });

// The page fixture fails the test on any request to another origin and any policy violation, on every screen of this walk.
test("[AUTH-13, SEC-1] from a typed sign-in through every screen the token stays where it belongs, and the policy is the strict one", async ({
  page,
  host,
}) => {
  test.setTimeout(300_000);
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("request", (request) => said.push(request.url(), request.headers()["referer"] ?? ""));
  const policies = new Map<string, string>();
  const notePolicy = (url: string, headers: Record<string, string>) => void policies.set(url, headers["content-security-policy"] ?? "none");
  page.on("response", (response) => {
    if (response.request().resourceType() === "document") notePolicy(response.url(), response.headers());
  });
  const known = await signInAt(host);
  const [user, transaction] = [await someUser(host, known), await someTransaction(host, known)];

  const { token, refreshToken } = await signInByTyping(page);
  const secrets = [token, refreshToken];
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(20);
  await page.goto(paths.settings);
  await page.getByText("Data collection", { exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await untilShellIsKept(page);
  for (const screen of screensFor(user, transaction).filter(({ isOpen }) => isOpen !== true)) {
    // The headers it would have as a separate document.
    const document = await page.request.get(screen.path, { headers: { accept: "text/html" } });
    notePolicy(`the host's ${document.url()}`, document.headers());
    await openScreen(page, screen);
    said.push(await saidBy(page));
  }
  // Messages and logs about a nonsensical answer and a refusal.
  await page.route("**/analytics/recent-transactions?*", (route) => route.fulfill({ json: { rows: "none" } }));
  await page.route("**/analytics/dashboard", (route) => route.fulfill({ status: 403, json: { message: "Forbidden: not for you." } }));
  await page.goto(paths.home);
  for (const words of ["GET /analytics/recent-transactions", "Failed to load dashboard analytics"])
    await expect(page.getByText(words).first()).toBeVisible();
  said.push(await saidBy(page));
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(paths.settings);
  await expect(page.getByRole("table", { name: "Diagnostics log" }).getByRole("row").nth(5)).toBeVisible();
  const loading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download" }).click();
  said.push(await saidBy(page), await readFile(await (await loading).path(), "utf8"));

  for (const secret of secrets) expect(said.filter((text) => text.includes(secret))).toEqual([]);
  const kept = await allKeptBy(page);
  expect(kept.split(token), "kept once, in local storage").toHaveLength(2);
  expect(kept).not.toContain(refreshToken);
  // The host's own cookie, which grants no access: it marks a browser that has signed the admin in before.
  const cookies = await page.context().cookies();
  expect(cookies.filter(({ name }) => name !== "counterfoil-device")).toEqual([]);
  for (const cookie of cookies) expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Strict" });
  expect(policies.size).toBeGreaterThan(20);
  for (const [url, policy] of policies) {
    for (const rule of strict) expect(policy, url).toContain(rule);
    expect(policy, url).not.toMatch(/unsafe-(inline|eval)|\*|https?:/);
  }
});
