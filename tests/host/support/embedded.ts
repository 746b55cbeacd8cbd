import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PGlite } from "@electric-sql/pglite";
import { createEmbedded } from "../../../host/db/connection.ts";
import { fingerprint } from "../../../scripts/fingerprint.mjs";
import { root } from "../../../scripts/run.mjs";

/** A dump in memory. Node reads its own blobs in small pieces, which takes a seventh of the time of opening a database. */
class Dump extends Blob {
  readonly #content: Promise<ArrayBuffer>;

  constructor(path: string) {
    super();
    this.#content = readFile(path).then((content) => new Uint8Array(content).buffer);
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return this.#content;
  }
}

/** Dumps by path: each is read once. */
const dumps = new Map<string, Dump>();

/** Makes a file or folder that is whole once it has its name. */
async function make(path: string, fill: (growing: string) => Promise<void>): Promise<void> {
  await mkdir(`${root}.cache`, { recursive: true });
  const growing = `${path}.${process.pid}`;
  await fill(growing);
  await rename(growing, path);
}

/** Few buffers, from the next opening on: to make the usual 128 MB of them takes a quarter of its time. */
export const withFewBuffers = async (client: PGlite): Promise<PGlite> => {
  await client.exec("alter system set shared_buffers = '4MB'");
  return client;
};

/** The dump of this name in the cache, or else of what `open` opens. */
export async function dumpOf(name: string, open: () => Promise<PGlite>): Promise<Blob> {
  const path = `${root}.cache/${name}.tar`;
  if (!existsSync(path)) {
    const client = await open();
    const dump = await client.dumpDataDir("none");
    await client.close();
    await make(path, async (growing) => writeFile(growing, new Uint8Array(await dump.arrayBuffer())));
  }
  const dump = dumps.get(path) ?? new Dump(path);
  dumps.set(path, dump);
  return dump;
}

const emptyName = `embedded-${fingerprint(["package-lock.json", "tests/host/support/embedded.ts"]).slice(0, 16)}`;
const emptyFolder = `${root}.cache/${emptyName}`;

/** A database as it is before the first migration. To initialise one takes four times as long as to open a dump of it. */
export const emptyDump = (): Promise<Blob> => dumpOf(emptyName, () => createEmbedded(emptyFolder));

/** Makes what is copied; runs before the workers of the tests. */
export async function makeEmptyOnce(): Promise<void> {
  if (!existsSync(emptyFolder)) await make(emptyFolder, async (growing) => (await withFewBuffers(await createEmbedded(growing))).close());
  await emptyDump();
}

/** Puts an empty database into the data directory of a host that is started for the first time. */
export const putEmptyDatabase = (dataDir: string): Promise<void> => cp(emptyFolder, join(dataDir, "postgres"), { recursive: true });
