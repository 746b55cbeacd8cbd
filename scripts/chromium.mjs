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

/** Chromium without windows, tabs and their pages: a quarter less work for every journey that needs none of them. */
const usualShells = ["/usr/bin/chromium-headless-shell"];

/**
 * Where the headless shell is, or else Chromium; what CHROMIUM names serves as both.
 * @returns {Promise<string | undefined>}
 */
export async function findHeadlessShell() {
  const found = process.env["CHROMIUM"] ? undefined : usualShells.find((path) => existsSync(path));
  return found ?? findChromium();
}

/**
 * Finds the headless shell, or installs Debian's package where this user may; else Chromium.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallHeadlessShell() {
  const isThere = process.env["CHROMIUM"] || usualShells.some((path) => existsSync(path));
  if (!isThere) await aptInstall("chromium-headless-shell");
  return findHeadlessShell();
}

/**
 * Chromium for what can't go on without it: throws an error that says how to get it.
 * @returns {Promise<string>}
 */
export async function needChromium() {
  const found = await findOrInstallChromium();
  if (!found) throw new Error(howToGetChromium);
  return found;
}
