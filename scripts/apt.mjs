import { existsSync } from "node:fs";
import { run } from "./run.mjs";

async function aptPrefix() {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return undefined;
  if (process.getuid?.() === 0) return [];
  if (!existsSync("/usr/bin/sudo")) return undefined;
  const { ok } = await run("/usr/bin/sudo", ["-n", "true"], { quiet: true });
  return ok ? ["/usr/bin/sudo", "-n"] : undefined;
}

/**
 * Installs one of Debian's packages where this user may.
 * @param {string} packageName
 * @returns {Promise<boolean>} whether it was installed
 */
export async function aptInstall(packageName) {
  const prefix = await aptPrefix();
  if (!prefix) return false;
  console.log(`Installing ${packageName} (Debian's package) …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", packageName]]) {
    const [command = "", ...rest] = [...prefix, "apt-get", ...args];
    if (!(await run(command, rest, { env })).ok) return false;
  }
  return true;
}
