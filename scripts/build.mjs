import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { fingerprint } from "./fingerprint.mjs";
import { installIfNeeded } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { bin, root, runNode } from "./run.mjs";

const shared = ["package.json", "package-lock.json", "tsconfig.base.json"];

/** The build's parts and their sources. */
export const parts = {
  app: {
    sources: [
      ...shared,
      "index.html",
      "src",
      "public",
      "vite.config.ts",
      "build",
      "CHANGELOG.md",
      "panda.config.ts",
      "postcss.config.mjs",
      "tsconfig.json",
      "tsconfig.worker.json",
    ],
    commands: () => [
      [bin("@pandacss/dev", "panda"), "codegen", "--silent"],
      [bin("vite"), "build", "--logLevel", "warn"],
    ],
  },
  host: {
    sources: [...shared, "host", "src/contract", "scripts/receipt-problems.mjs", "vite.host.config.ts", "tsconfig.host.json"],
    commands: () => [[bin("vite"), "build", "--config", "vite.host.config.ts", "--logLevel", "warn"]],
  },
};

/** @param {string} name */
const stampOf = (name) => `${root}dist/.${name}-built-from`;

/** @param {string} name */
function lastBuilt(name) {
  try {
    return readFileSync(stampOf(name), "utf8");
  } catch {
    return undefined;
  }
}

/**
 * Builds the app and the host into dist/, each only if its sources have changed since its last build.
 * @param {{ always?: boolean, only?: string[] }} [options]
 * @returns {Promise<boolean>} false if a build failed; its output has been printed
 */
export async function buildIfNeeded({ always = false, only } = {}) {
  for (const [name, { sources, commands }] of Object.entries(parts)) {
    if (only && !only.includes(name)) continue;
    const print = fingerprint(sources);
    if (!always && lastBuilt(name) === print) continue;
    console.log(`Building the ${name} …`);
    // An interrupted build must not count as complete.
    rmSync(stampOf(name), { force: true });
    for (const args of commands()) {
      // A test's NODE_ENV would build React for development.
      if (!(await runNode(args, { env: { NODE_ENV: "production" } })).ok) return false;
    }
    mkdirSync(`${root}dist`, { recursive: true });
    writeFileSync(stampOf(name), print);
  }
  return true;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  requireNode();
  await installIfNeeded();
  process.exitCode = (await buildIfNeeded({ always: true })) ? 0 : 1;
}
