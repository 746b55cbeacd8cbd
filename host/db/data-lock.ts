import { createHash, randomUUID } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { dirname, join } from "node:path";
import { StartError } from "../start-error.ts";

/** An error's code, such as EROFS; else the error as text. */
export const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : String(error));

/** A process's state, and its start time in kernel ticks, which tells a reused PID from the one that made the lock. */
function statOf(pid: number): { readonly state?: string | undefined; readonly start?: string | undefined } {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return { state: fields[0], start: fields[19] };
  } catch {
    return {};
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

/** How far, in ms, the clock may have been set forward since a lock was made. */
const clockSlackMs = 600_000;

/** Whether the machine has been started since: the PID may be another process's. */
const isFromBeforeBoot = (path: string): boolean =>
  (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - uptime() * 1000 - clockSlackMs;

function isHeld(path: string, content: string): boolean {
  const [pidText = "", start = ""] = content.split(" ");
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return false;
  const { state, start: now } = statOf(pid);
  // Dead, but not waited for by its parent: in a container without an init that may last for ever.
  if (state === "Z") return false;
  // Without /proc, as on macOS and Windows.
  if (now === undefined || start === "") return !isFromBeforeBoot(path);
  return now === start;
}

/** Not `recursive`: Node's mkdir never returns on a file system that refuses directories with ENOENT (/proc). */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process, starting on the same directory, was faster.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/**
 * A folder in the data directory with mode 0700: the embedded database makes its files world-readable, keys and hashed PINs
 * included. Created if missing. Throws StartError if its mode can't be set.
 */
export function closedFolder(dataDir: string, name: string): string {
  const path = join(dataDir, name);
  try {
    makeDirectory(path);
    chmodSync(path, 0o700);
  } catch (error) {
    throw new StartError(`The folder ${path} can't be closed to others (${codeOf(error)}). Set DATA_DIR to another one.`);
  }
  return path;
}

/** The file's content; undefined if it is gone. */
function said(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Links the file into place atomically; false if something is there already. */
function put(file: string, place: string): boolean {
  try {
    linkSync(file, place);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Where the successor of this holder puts its lock file. */
export const nextAfter = (path: string, holder: string): string =>
  `${path}.${createHash("sha256").update(holder).digest("hex").slice(0, 16)}`;

/**
 * Tries to take the lock and returns whether it did; on false, try again. A dead holder has exactly one successor: the first to
 * link a file at the place that follows it, which is then moved up. A process that comes late, when the place was already free
 * again, finds a different holder from the one it looked at.
 */
function succeed(file: string, path: string, dataDir: string): boolean {
  const gone = new Map<string, string>();
  let place = path;
  while (!put(file, place)) {
    const holder = said(place);
    if (holder === undefined) return false;
    if (isHeld(place, holder)) {
      const pid = holder.split(" ")[0];
      throw new StartError(`The data directory ${dataDir} is in use by process ${pid}. If that is another program, delete ${path}.`);
    }
    gone.set(place, holder);
    place = nextAfter(path, holder);
  }
  if (place === path) return true;
  if (said(path) !== gone.get(path)) {
    rmSync(place, { force: true });
    return false;
  }
  renameSync(place, path);
  for (const left of gone.keys()) if (left !== path) rmSync(left, { force: true });
  return true;
}

/**
 * Locks the data directory for this process; the embedded database would silently open it twice and corrupt it. A lock left by a
 * dead process is taken over by exactly one contender. Returns the unlock function; throws StartError if the directory is in use or
 * not writable.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, "host.lock");
  const file = `${path}.${randomUUID()}`;
  try {
    makeDirectory(dataDir);
    writeFileSync(file, `${process.pid} ${statOf(process.pid).start ?? ""} ${randomUUID()}`);
    try {
      while (!succeed(file, path, dataDir));
    } finally {
      rmSync(file, { force: true });
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The data directory ${dataDir} can't be written (${codeOf(error)}). Set DATA_DIR to another one.`);
  }
  return () => rmSync(path, { force: true });
}
