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
 * Chromium's path: from CHROMIUM, else the system's, else Playwright's download.
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
 * Finds Chromium, or installs Debian's package if this user is allowed to.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallChromium() {
  const found = await findChromium();
  if (found || process.env["CHROMIUM"]) return found;
  return (await aptInstall("chromium")) ? findChromium() : undefined;
}

/** Chromium without a UI: about a quarter less work for journeys that don't need one. */
const usualShells = ["/usr/bin/chromium-headless-shell"];

/**
 * The headless shell's path, or else Chromium's; CHROMIUM overrides both.
 * @returns {Promise<string | undefined>}
 */
export async function findHeadlessShell() {
  const found = process.env["CHROMIUM"] ? undefined : usualShells.find((path) => existsSync(path));
  return found ?? findChromium();
}

/**
 * Finds the headless shell, or installs Debian's package if this user is allowed to; else Chromium.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallHeadlessShell() {
  const isThere = process.env["CHROMIUM"] || usualShells.some((path) => existsSync(path));
  if (!isThere) await aptInstall("chromium-headless-shell");
  return findHeadlessShell();
}

/**
 * As `findOrInstallChromium`; rejects with an explanation if there is none.
 * @returns {Promise<string>}
 */
export async function needChromium() {
  const found = await findOrInstallChromium();
  if (!found) throw new Error(howToGetChromium);
  return found;
}
