import { cp, mkdtemp, rename, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprint } from "../../../scripts/fingerprint.mjs";
import { root } from "../../../scripts/run.mjs";
import { HostProcess } from "./host-process.ts";

/** Enough rows for a long scroll, yet quick to copy. */
const size = ["--users=200", "--transactions=3000"];

/** Passes the data's path to the run's workers. */
const variable = "COUNTERFOIL_SEEDED_DATA";

/**
 * Seeded data ends today, so a template from another day or another host version is useless. A worker that starts after midnight
 * keeps using its run's.
 */
const template =
  process.env[variable] ??
  join(root, ".cache", `browser-data-${fingerprint(["host", "package-lock.json"]).slice(0, 12)}-${new Date().toISOString().slice(0, 10)}`);

/** Seeds a data directory once; every later host in the tests starts from a copy. */
export async function seedOnce(): Promise<void> {
  process.env[variable] = template;
  if (existsSync(template)) return;
  const growing = `${template}.${process.pid}`;
  const host = await HostProcess.start({ dataDir: growing, args: size });
  await host.stop();
  await rename(growing, template);
}

export interface DataDir {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** A copy of the seeded data directory for one host. */
export async function copySeededData(): Promise<DataDir> {
  const home = await mkdtemp(join(tmpdir(), "counterfoil-test-"));
  const path = join(home, "data");
  await cp(template, path, { recursive: true });
  return { path, remove: () => rm(home, { recursive: true, force: true }) };
}
