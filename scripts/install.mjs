import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { root, run } from "./run.mjs";

/** @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} Locked */

/**
 * @param {string} file
 * @returns {Record<string, Locked> | undefined}
 */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(root + file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

const system = `${process.platform} ${process.arch}`;
/** @param {string} folder */
const noteIn = (folder) => `${folder}/.installed-on`;

/**
 * Notes that a node_modules was installed on this system.
 * @param {string} folder
 */
export const noteSystem = (folder) => writeFileSync(noteIn(folder), system);

/**
 * Whether a node_modules was installed on another system, as one that is mounted into a container: it has the other's binaries.
 * @param {string} folder
 */
export const isOfAnotherSystem = (folder) => existsSync(noteIn(folder)) && readFileSync(noteIn(folder), "utf8") !== system;

/** Whether node_modules matches package-lock.json; other platforms' optional packages may be missing. */
export function isInstalled() {
  const locked = packagesIn("package-lock.json") ?? {};
  const installed = packagesIn("node_modules/.package-lock.json");
  if (!installed || isOfAnotherSystem(`${root}node_modules`)) return false;
  return Object.entries(locked).every(([path, wanted]) => {
    if (path === "") return true;
    const found = installed[path];
    if (!found) return wanted.optional === true || wanted.devOptional === true;
    return found.version === wanted.version && found.integrity === wanted.integrity && existsSync(root + path);
  });
}

/** Installs the locked packages if needed; on failure exits with npm's output. */
export async function installIfNeeded() {
  if (isInstalled()) return;
  console.log("Installing the packages (about a minute, once) …");
  // NODE_ENV=production would omit what the build needs.
  // On Windows npm is a batch file, which Node starts only in a shell.
  const { ok } = await run("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], { shell: process.platform === "win32" });
  if (ok) return noteSystem(`${root}node_modules`);
  console.error("The packages could not be installed: see npm's words above.");
  process.exit(1);
}
