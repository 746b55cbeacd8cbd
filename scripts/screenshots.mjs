// Makes the manifest's screenshots from the built app on a seeded host: node scripts/screenshots.mjs, after npm run build.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { needChromium } from "./chromium.mjs";
import { root } from "./run.mjs";

const folder = new URL("../public/screenshots/", import.meta.url);
const admin = { email: "ada.admin@example.com", pin: "482913" };
const executablePath = await needChromium();
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const data = mkdtempSync(join(tmpdir(), "counterfoil-screenshots-"));

const host = spawn(process.execPath, ["dist/host/main.js", "--users=60", "--transactions=600"], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
  env: { ...process.env, PORT: "0", DATA_DIR: join(data, "data"), ADMIN_EMAIL: admin.email, ADMIN_PIN: admin.pin, ACTIVITY: "off" },
});
const origin = await new Promise((resolve, reject) => {
  let said = "";
  host.stdout.on("data", (chunk) => {
    said += String(chunk);
    const found = /https?:\/\/[^\s:/]+:\d+/.exec(said)?.[0];
    if (found) resolve(found);
  });
  host.once("exit", () => reject(new Error(`the host ended: ${said}`)));
});

/**
 * @param {"wide" | "narrow"} form
 * @param {import("@playwright/test").BrowserContextOptions & { scale: number, width: number, height: number }} options
 */
async function take(form, { scale, width, height, ...options }) {
  const context = await browser.newContext({
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
    viewport: { width, height },
    ...options,
  });
  // An open change stream would keep the network from being idle.
  await context.route(/\/api\/events/, (route) => route.fulfill({ status: 404, json: {} }));
  const page = await context.newPage();
  const developer = await context.newCDPSession(page);
  /** @param {string} name */
  const keep = async (name) => {
    const { data: picture } = await developer.send("Page.captureScreenshot", {
      format: "webp",
      quality: 82,
      clip: { x: 0, y: 0, width, height, scale },
    });
    writeFileSync(new URL(`${name}-${form}.webp`, folder), Buffer.from(picture, "base64"));
  };
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.pin);
  await page.getByRole("button", { name: "Sign In" }).click();
  await page.getByText(/^Live · /).waitFor();
  // Fonts are loaded from the second visit on.
  await page.reload();
  await page.getByText(/^Live · /).waitFor();
  await page.getByRole("row").nth(5).waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.mouse.move(0, 0);
  await keep("dashboard");
  await page.goto(`${origin}/users`);
  const email = (await page.getByText(/@/).and(page.getByRole("main").locator("*")).first().textContent()) ?? "";
  await page.goto(`${origin}/funding`);
  await page.getByLabel("User Email").fill(email);
  await page.getByLabel("Currency").selectOption("BTC");
  await page.getByLabel("Amount").fill("0.25");
  await page.getByRole("form", { name: "Fund User" }).getByRole("button", { name: "Fund User" }).click();
  await page.getByRole("alertdialog").waitFor();
  await page.waitForLoadState("networkidle");
  await keep("funding");
  await context.close();
}

mkdirSync(folder, { recursive: true });
try {
  await take("wide", { width: 1280, height: 800, scale: 1 });
  await take("narrow", { width: 390, height: 844, scale: 2, hasTouch: true, isMobile: true });
} finally {
  await browser.close();
  host.kill("SIGINT");
  await once(host, "exit");
  rmSync(data, { recursive: true, force: true });
}
