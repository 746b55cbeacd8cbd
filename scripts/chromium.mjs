import { existsSync } from "node:fs";
import { aptInstall } from "./apt.mjs";

const usual = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export const howToGetChromium =
  "No Chromium was found: install it (Debian: apt-get install chromium; elsewhere: npx playwright install chromium) or name it in CHROMIUM.";

/**
 * Where Chromium is: what CHROMIUM names, else the system's, else the one that Playwright downloaded.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const named = process.env["CHROMIUM"];
  if (named) return existsSync(named) ? named : undefined;
  const system = usual.find((path) => existsSync(path));
  if (system) return system;
  const { chromium } = await import("@playwright/test");
  const own = chromium.executablePath();
  return existsSync(own) ? own : undefined;
}

/**
 * Finds Chromium, or installs Debian's package where this user may.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallChromium() {
  const found = await findChromium();
  if (found || process.env["CHROMIUM"]) return found;
  return (await aptInstall("chromium")) ? findChromium() : undefined;
}

/**
 * The same for what can't go on without it: throws an error that says how to get it.
 * @returns {Promise<string>}
 */
export async function needChromium() {
  const found = await findOrInstallChromium();
  if (!found) throw new Error(howToGetChromium);
  return found;
}
