import { existsSync, readdirSync, renameSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "../start-error.ts";
import { closedFolder } from "./data-lock.ts";

/** If any of these is missing there is no database to open, and the embedded one would create a new one instead. */
const needed = ["PG_VERSION", "global/pg_control", "base/1", "pg_wal", "pg_xact", "pg_multixact", "postgresql.conf"];
const isFilled = (path: string): boolean => existsSync(path) && readdirSync(path).length > 0;

/** Less free space than one WAL segment counts as a full disk. */
const fullBelowBytes = 20 * 1024 * 1024;

/**
 * The folder of the embedded database; if there is none, `make` creates it in a temporary sibling, so that an interrupted creation
 * can be told from a damaged database. Throws StartError if the folder is neither empty nor complete, and leaves it untouched.
 */
export async function databaseFolder(dataDir: string, make: (folder: string) => Promise<void>): Promise<string> {
  if (existsSync(join(dataDir, "PG_VERSION")))
    throw new StartError(`DATA_DIR names the database's own folder, ${dataDir}. Name the folder above it.`);
  const folder = join(dataDir, "postgres");
  if (isFilled(folder)) {
    const missing = needed.find((name) => !existsSync(join(folder, name)));
    if (missing !== undefined)
      throw new StartError(
        `The database in ${folder} isn't whole (${missing} is missing), so it is left as it is. Restore it from a backup, or set DATA_DIR to another folder.`,
      );
    return closedFolder(dataDir, "postgres");
  }
  const growing = join(dataDir, "postgres.new");
  rmSync(growing, { recursive: true, force: true });
  await make(closedFolder(dataDir, "postgres.new"));
  rmSync(folder, { recursive: true, force: true });
  renameSync(growing, folder);
  return folder;
}

/** A readable error if the disk is full; the database's own message isn't. */
export function diskProblem(dataDir: string): StartError | undefined {
  if (!existsSync(dataDir)) return undefined;
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (free >= fullBelowBytes) return undefined;
  const megabytes = Math.floor(free / 1024 / 1024);
  return new StartError(
    `The disk of ${dataDir} is full: ${megabytes} MB are free, and the database needs more. Make room, or set DATA_DIR to another one.`,
  );
}
