import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parts } from "../../../scripts/build.mjs";
import { fingerprint } from "../../../scripts/fingerprint.mjs";
import { bin, root, runNode } from "../../../scripts/run.mjs";

/** A changelog line that only the next build has. */
export const nextNews = "Cheques can be torn along the dotted line.";

/**
 * Builds the app's next version: all scripts have other names, and the changelog has an extra line. Cached until the sources
 * change.
 */
export async function buildNext(): Promise<string> {
  const target = join(root, ".cache", `next-app-${fingerprint(parts.app.sources).slice(0, 12)}`);
  if (existsSync(target)) return target;
  const growing = `${target}.${process.pid}`;
  const changelog = `${growing}.md`;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(changelog, readFileSync(join(root, "CHANGELOG.md"), "utf8").replace("## Unreleased\n", `## Unreleased\n\n- ${nextNews}\n`));
  const { ok } = await runNode([bin("vite"), "build", "--logLevel", "warn"], {
    env: { APP_DIST: growing, CHANGELOG: changelog, BUILD_NOTE: "-next" },
  });
  rmSync(changelog);
  if (!ok) throw new Error("the next version could not be built");
  try {
    renameSync(growing, target);
  } catch (taken) {
    // Another test worker was faster.
    if (!existsSync(target)) throw taken;
    rmSync(growing, { recursive: true });
  }
  return target;
}
