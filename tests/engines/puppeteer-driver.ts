import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type KeyInput, type LaunchOptions } from "puppeteer-core";
import { type DrivenBrowser, type DrivenTab, scriptOf } from "./driver.ts";

const size = { width: 1440, height: 900 };

async function launch(executablePath: string, options: LaunchOptions): Promise<DrivenBrowser> {
  const downloads = await mkdtemp(join(tmpdir(), "counterfoil-downloads-"));
  const browser = await puppeteer.launch({
    executablePath,
    headless: true,
    defaultViewport: size,
    downloadBehavior: { policy: "allow", downloadPath: downloads },
    env: { ...process.env, TZ: "UTC", LANG: "en_US.UTF-8", LANGUAGE: "en_US" },
    ...options,
    extraPrefsFirefox: { "intl.accept_languages": "en-US, en", "browser.download.folderList": 2, "browser.download.dir": downloads },
  });
  return {
    version: await browser.version(),
    downloads,
    newTab: async () => tabOf(await browser.newPage()),
    close: async () => {
      await browser.close();
      await rm(downloads, { recursive: true, force: true });
    },
  };
}

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof puppeteer.launch>>["newPage"]>>;

const tabOf = (page: Page): DrivenTab => ({
  goto: async (address) => void (await page.goto(address)),
  reload: async () => void (await page.reload()),
  // Puppeteer's own type loses the function's answer.
  evaluate: (run, given) => page.evaluate(scriptOf(run, given)) as Promise<never>,
  click: async (x, y) => {
    await page.bringToFront();
    await page.mouse.click(x, y);
  },
  wheel: async (x, y, by) => {
    await page.mouse.move(x, y);
    await page.mouse.wheel({ deltaY: by });
  },
  type: (text) => page.keyboard.type(text),
  press: async (...keys) => {
    for (const key of keys) await page.keyboard.down(key as KeyInput);
    for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
  },
  choose: async (file) => {
    const field = await page.waitForSelector("input[type=file]");
    await field?.uploadFile(file);
  },
  picture: async (path) => void (await page.screenshot({ path })),
  resize: (width, height) => page.setViewport({ width, height }),
});

/** Chromium, by its own protocol. */
export const launchChromium = (path: string): Promise<DrivenBrowser> =>
  launch(path, {
    browser: "chrome",
    args: ["--no-first-run", "--disable-gpu", "--disable-quic", "--lang=en-US", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });

/** Firefox, by WebDriver BiDi, to which it listens itself. */
export const launchFirefox = (path: string): Promise<DrivenBrowser> => launch(path, { browser: "firefox" });
