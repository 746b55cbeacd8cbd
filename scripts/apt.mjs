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
 * Installs Debian packages if this user is allowed to.
 * @param {string[]} packageNames
 * @returns {Promise<boolean>} whether they were installed
 */
export async function aptInstall(...packageNames) {
  const prefix = await aptPrefix();
  if (!prefix) return false;
  console.log(`Installing ${packageNames.join(", ")} (from Debian) …`);
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  for (const args of [["update"], ["install", "-y", "--no-install-recommends", ...packageNames]]) {
    // apt-get refuses to run twice at once, as two parts or two workers of a run may ask it to: the second one waits.
    const [command = "", ...rest] = [...prefix, "flock", "-F", "/tmp/counterfoil-apt.lock", "apt-get", ...args];
    if (!(await run(command, rest, { env })).ok) return false;
  }
  return true;
}
