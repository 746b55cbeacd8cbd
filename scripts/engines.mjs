import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { aptInstall } from "./apt.mjs";
import { findOrInstallChromium, howToGetChromium } from "./chromium.mjs";
import { bin, runNode } from "./run.mjs";

/** @typedef {{ driver: string, browser: string, xvfb: string }} WebKit */

/** @param {readonly string[]} paths */
const firstOf = (paths) => paths.find((path) => existsSync(path));

/** FIREFOX, else the system's. */
export function findFirefox() {
  const named = process.env["FIREFOX"];
  if (named) return firstOf([named]);
  return firstOf(["/usr/bin/firefox-esr", "/usr/bin/firefox", "/Applications/Firefox.app/Contents/MacOS/firefox"]);
}

/**
 * WebKitGTK's driver and MiniBrowser, and Xvfb to display it.
 * @returns {WebKit | undefined}
 */
export function findWebKit() {
  const driver = firstOf(["/usr/bin/WebKitWebDriver"]);
  const xvfb = firstOf(["/usr/bin/Xvfb"]);
  const machines = ["x86_64", "aarch64"].map((machine) => `/usr/lib/${machine}-linux-gnu`);
  const browser = firstOf(
    [...machines, "/usr/lib", "/usr/libexec"].flatMap((folder) =>
      ["4.1", "6.0", "4.0"].map((api) => `${folder}/webkit2gtk-${api}/MiniBrowser`),
    ),
  );
  return driver && browser && xvfb ? { driver, browser, xvfb } : undefined;
}

const engines = [
  { name: "Chromium", find: findOrInstallChromium, packages: [], how: howToGetChromium },
  {
    name: "Firefox",
    find: findFirefox,
    packages: ["firefox-esr"],
    how: "No Firefox was found: install it (Debian: apt-get install firefox-esr) or name it in FIREFOX.",
  },
  {
    name: "WebKit",
    find: findWebKit,
    packages: ["webkit2gtk-driver", "xvfb"],
    how: "No WebKitGTK was found: install it (Debian: apt-get install webkit2gtk-driver xvfb).",
  },
];

/**
 * Finds the browsers of all three engines, or installs Debian's packages if this user is allowed to.
 * @returns {Promise<string[]>} how to get each missing one
 */
export async function findOrInstallEngines() {
  const missing = [];
  for (const { find, packages, how } of engines) {
    if (await find()) continue;
    if (packages.length > 0 && (await aptInstall(...packages)) && (await find())) continue;
    missing.push(how);
  }
  return missing;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  for (const how of await findOrInstallEngines()) console.log(how);
  const { ok } = await runNode([bin("vitest"), "run", "--project", "engines"], { show: true });
  process.exitCode = ok ? 0 : 1;
}
