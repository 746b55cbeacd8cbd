import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { paths } from "../../src/app/links.ts";
import { axeFaults } from "../support/browser/axe.ts";
import { allKeptBy } from "../support/browser/kept.ts";
import { firstAdmin } from "../support/browser/host-process.ts";
import { openScreen, screensFor, screensOf } from "../support/browser/screens.ts";
import { untilShellIsKept } from "../support/browser/shell.ts";
import { expect, testWithShell as test } from "../support/browser/test.ts";
import { goTo } from "../support/browser/walk.ts";

const open = screensFor("", "").filter(({ isOpen }) => isOpen === true);

test("[AUTH-2, AUTH-4, AUTH-6] axe finds nothing on the screens before a sign-in, light or dark, online or offline", async ({
  page,
  context,
}) => {
  const found: string[] = [];
  for (const screen of open) {
    await openScreen(page, screen);
    found.push(...(await axeFaults(page)).map((fault) => `${screen.name}: ${fault}`));
  }
  await untilShellIsKept(page);
  await context.setOffline(true);
  for (const { name, path } of open) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    found.push(...(await axeFaults(page)).map((fault) => `${name}, offline: ${fault}`));
  }
  expect(found).toEqual([]);
});

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

/** Records whatever has the focus without showing it, and how often the focus moves, on all pages. */
const watchFocus = (page: Page) =>
  page.addInitScript(() => {
    const unseen: string[] = [];
    Object.assign(globalThis, { unseenFocus: unseen, focusMoves: 0 });
    addEventListener("focusin", ({ target }) => {
      if (!(target instanceof Element) || !matchMedia("(forced-colors: active)").matches) return;
      Reflect.set(globalThis, "focusMoves", Number(Reflect.get(globalThis, "focusMoves")) + 1);
      const label = target.closest("label");
      const shown = [target, ...(label?.querySelectorAll("*") ?? [])].flatMap((element) => [
        getComputedStyle(element),
        getComputedStyle(element, "::before"),
      ]);
      const isShown = shown.some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1);
      if (!isShown) unseen.push(target.outerHTML.slice(0, 120));
    });
  });

/** Walks the page by Tab in colours that the reader has forced. Returns what had the focus without showing it, and how often the focus moved. */
async function walkByTab(page: Page): Promise<{ unseen: readonly string[]; moved: number }> {
  await page.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  // Held down, which costs half of what pressing it as often does.
  await Promise.all(Array.from({ length: 22 }, () => page.keyboard.down("Tab")));
  await page.keyboard.up("Tab");
  const walked = await page.evaluate(() => {
    const all = globalThis as unknown as { unseenFocus: string[]; focusMoves: number };
    const moved = all.focusMoves;
    all.focusMoves = 0;
    return { unseen: all.unseenFocus.splice(0), moved };
  });
  await page.emulateMedia({ forcedColors: "none" });
  return walked;
}

// The page fixture fails the test on any request to another origin and any policy violation, on every screen of this walk.
test("[LAY-1, LAY-7, LAY-8, PWA-2, AUTH-13, SEC-1] from a typed sign-in through every screen, axe finds nothing, light or dark, online or offline; in forced colours whatever has the focus shows it; the token stays where it belongs, and the policy is the strict one", async ({
  page,
  context,
  host,
  session,
}) => {
  test.slow();
  const screens = (await screensOf(host, session)).filter(({ isOpen }) => isOpen !== true);
  const found: string[] = [];
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("request", (request) => said.push(request.url(), request.headers()["referer"] ?? ""));
  const policies = new Map<string, string>();
  const notePolicy = (url: string, headers: Record<string, string>) => void policies.set(url, headers["content-security-policy"] ?? "none");
  page.on("response", (response) => {
    if (response.request().resourceType() === "document") notePolicy(response.url(), response.headers());
  });
  await watchFocus(page);

  const { token, refreshToken } = await signInByTyping(page);
  const secrets = [token, refreshToken];
  for (const secret of secrets) expect(secret.length).toBeGreaterThan(20);
  await goTo(page, paths.settings);
  await page.getByText("Data collection", { exact: true }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Settings saved").first()).toBeVisible();
  await untilShellIsKept(page);

  await test.step("offline, while only the dashboard and the settings have been fetched", async () => {
    await context.setOffline(true);
    // A stream of changes that is open already would go on, and each piece of it proves that the host is there.
    await page.reload();
    for (const screen of screens) {
      await openScreen(page, screen);
      const { name, path } = screen;
      // An address may open a dialog, which hides the frame from roles.
      await expect(page.getByRole("banner", { includeHidden: true })).toContainText(/Offline since|Host out of reach/);
      if (name === "transaction") await expect(page.getByRole("dialog")).toContainText(path.split("/").at(-1) ?? "");
      found.push(...(await axeFaults(page)).map((fault) => `${name}, offline: ${fault}`));
    }
    // Else its bar is on every screen.
    await page.getByRole("button", { name: "Close the case" }).click();
    await context.setOffline(false);
  });

  await test.step("online", async () => {
    let moves = 0;
    for (const screen of screens) {
      // The headers it would have as a separate document.
      const document = await page.request.get(screen.path, { headers: { accept: "text/html" } });
      notePolicy(`the host's ${document.url()}`, document.headers());
      await openScreen(page, screen);
      said.push(await saidBy(page));
      found.push(...(await axeFaults(page)).map((fault) => `${screen.name}: ${fault}`));
      const { unseen, moved } = await walkByTab(page);
      moves += moved;
      found.push(...unseen.map((one) => `${screen.name}, focus not seen: ${one}`));
    }
    expect(moves).toBeGreaterThan(300);
  });
  expect.soft([...new Set(found)]).toEqual([]);

  await test.step("messages and logs about a nonsensical answer and a refusal", async () => {
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
  });

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
