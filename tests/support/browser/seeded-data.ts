import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fingerprint } from "../../../scripts/fingerprint.mjs";
import { root } from "../../../scripts/run.mjs";
import { makeDatabase, serverUrl } from "../../host/support/server-database.ts";
import { type HostData, HostProcess } from "./host-process.ts";

/** Enough rows for a long scroll, yet quick to copy. */
const size = ["--users=200", "--transactions=3000"];

/** Passes the embedded data's path to the run's workers. */
const variable = "COUNTERFOIL_SEEDED_DATA";

/**
 * The embedded data to copy. It ends today, so a template from another day or another host version is useless. A worker that starts
 * after midnight keeps using its run's.
 */
const templatePath = (): string =>
  process.env[variable] ??
  join(root, ".cache", `browser-data-${fingerprint(["host", "package-lock.json"]).slice(0, 12)}-${new Date().toISOString().slice(0, 10)}`);

async function seed(data: HostData): Promise<void> {
  const host = await HostProcess.start({ ...data, args: size });
  await host.stop();
}

/** Seeds the embedded database once; every later host on it starts from a copy. */
export async function seedOnce(): Promise<void> {
  const template = templatePath();
  process.env[variable] = template;
  if (existsSync(template)) return;
  const growing = `${template}.${process.pid}`;
  await seed({ dataDir: growing });
  await rename(growing, template);
}

export interface SeededData extends HostData {
  readonly remove: () => Promise<void>;
}

/** Seeded data for one host: on the run's PostgreSQL server, whose hosts start in half the CPU, or else a copy of the embedded one. */
export async function copySeededData(): Promise<SeededData> {
  const home = await mkdtemp(join(tmpdir(), "counterfoil-test-"));
  const dataDir = join(home, "data");
  const removeHome = () => rm(home, { recursive: true, force: true });
  if (serverUrl === undefined) {
    await cp(templatePath(), dataDir, { recursive: true });
    return { dataDir, remove: removeHome };
  }
  await mkdir(dataDir);
  const database = await makeDatabase({ name: "journeys", fill: (_, databaseUrl) => seed({ dataDir, databaseUrl }) });
  return {
    dataDir,
    databaseUrl: database.url,
    remove: async () => {
      await database.drop();
      await removeHome();
    },
  };
}
