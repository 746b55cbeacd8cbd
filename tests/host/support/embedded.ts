import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MemoryFS, type PGlite } from "@electric-sql/pglite";
import { createEmbedded } from "../../../host/db/connection.ts";
import { fingerprint } from "../../../scripts/fingerprint.mjs";
import { root } from "../../../scripts/run.mjs";

interface Entry {
  readonly path: string;
  /** Undefined for a folder. */
  readonly content: Uint8Array | undefined;
}
/** The files and folders of a database, a folder before what is in it. */
type Image = readonly Entry[];

/** Reads a tar file as PGlite dumps it. */
function imageIn(tar: Buffer): Image {
  const entries: Entry[] = [];
  for (let at = 0; tar[at] !== 0;) {
    const field = (from: number, length: number): string => tar.toString("latin1", at + from, at + from + length).replace(/\0.*/s, "");
    const size = Number.parseInt(field(124, 12), 8);
    entries.push({ path: field(0, 100), content: field(156, 1) === "5" ? undefined : tar.subarray(at + 512, at + 512 + size) });
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return entries;
}

/**
 * A copy of an image in memory. PGlite loads a dump by path and copies it three times, which takes half of the time of opening a
 * database.
 */
class CopyOf extends MemoryFS {
  readonly #image: Image;

  constructor(image: Image) {
    super();
    this.#image = image;
  }

  override async initialSyncFs(): Promise<void> {
    const FS = this.pg?.Module.FS;
    const data = "/pglite/data";
    FS.mkdirTree(data);
    const folders = new Map([["", FS.lookupPath(data).node]]);
    for (const { path, content } of this.#image) {
      const slash = path.lastIndexOf("/");
      const folder = folders.get(path.slice(0, slash));
      const node = folder.node_ops.mknod(folder, path.slice(slash + 1), content === undefined ? 0o40700 : 0o100600, 0);
      if (content === undefined) folders.set(path, node);
      else Object.assign(node, { contents: new Uint8Array(content), usedBytes: content.length });
    }
  }
}

/** Images by path: each is read once. */
const images = new Map<string, Promise<Image>>();

/** The image of this name in the cache, or else of what `open` opens. */
export async function imageOf(name: string, open: () => Promise<PGlite>): Promise<Image> {
  const path = `${root}.cache/${name}.tar`;
  if (!existsSync(path)) {
    const client = await open();
    const dump = await client.dumpDataDir("none");
    await client.close();
    await mkdir(`${root}.cache`, { recursive: true });
    // It is whole once it has its name.
    const growing = `${path}.${process.pid}`;
    await writeFile(growing, new Uint8Array(await dump.arrayBuffer()));
    await rename(growing, path);
  }
  const image = images.get(path) ?? readFile(path).then(imageIn);
  images.set(path, image);
  return image;
}

const emptyName = `embedded-${fingerprint(["package-lock.json", "tests/host/support/embedded.ts"]).slice(0, 16)}`;

/**
 * A database as it is before the first migration, with little to copy: its log is in segments of 1 MB rather than 16, it has few
 * buffers (to make the usual 128 MB of them takes a quarter of the time of opening), and no template databases, which would be two
 * thirds of its files. To initialise one takes ten times as long as to open a copy.
 */
export const emptyImage = (): Promise<Image> =>
  imageOf(emptyName, async () => {
    const client = await createEmbedded({ initDbStartParams: ["--wal-segsize=1"] });
    await client.exec("alter system set shared_buffers = '4MB'");
    await client.exec("update pg_database set datistemplate = false where datname like 'template%'");
    for (const name of ["template0", "template1"]) await client.exec(`drop database ${name}`);
    await client.exec("checkpoint");
    return client;
  });

/** From here on, PostgreSQL's numbers of types are those of tables' rows. */
const firstRowType = 10_000;

/** Opens a copy in memory. */
export async function openCopy(image: Image): Promise<PGlite> {
  const client = await createEmbedded({ fs: new CopyOf(image) });
  // PGlite copies all parsers for each query, which takes longer than many a query. Nobody reads arrays of rows.
  client.parsers = Object.fromEntries(Object.entries(client.parsers).filter(([type]) => Number(type) < firstRowType));
  return client;
}

/** Puts a copy into the data directory of a host. */
export async function putCopy(image: Image, dataDir: string): Promise<void> {
  const folder = join(dataDir, "postgres");
  // The host takes a folder without base/1, a template's, for a damaged one.
  await mkdir(join(folder, "base/1"), { recursive: true });
  for (const { path, content } of image)
    await (content === undefined ? mkdir(join(folder, path), { recursive: true }) : writeFile(join(folder, path), content));
}
