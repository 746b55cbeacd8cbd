import { createHash, randomUUID } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../start-error.ts";

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : String(error));

/** When a process began, as the kernel counts it; tells a reused process number from the one that made the lock. */
function startOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")[19];
  } catch {
    return undefined;
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

function isHeld(content: string): boolean {
  const [pidText = "", start = ""] = content.split(" ");
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid || !isRunning(pid)) return false;
  const now = startOf(pid);
  return now === undefined || start === "" || now === start;
}

/** Step by step: Node's own recursive mkdir never returns where a file system refuses folders as if their parent were missing (/proc). */
function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  makeDirectory(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process that starts on it was faster.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/**
 * The folder in the data directory that only the host's own user may enter: the embedded database opens its files
 * to everybody, keys and hashed PINs included. Made where it isn't there; throws StartError where it can't be closed.
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

/** What the file says; undefined when it isn't there any more. */
function said(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Puts the file in this place, whole or not at all; false where there is one already. */
function put(file: string, place: string): boolean {
  try {
    linkSync(file, place);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/** Where the one puts their file who comes after this holder. */
export const nextAfter = (path: string, holder: string): string =>
  `${path}.${createHash("sha256").update(holder).digest("hex").slice(0, 16)}`;

/**
 * Tries to become the holder, and says whether it did; false is for trying again. A holder that is gone is followed
 * once: by who is first to put a file in the place after it, which then moves up. Who is so late that the place was
 * free again finds another holder than the one that it looked at.
 */
function succeed(file: string, path: string, dataDir: string): boolean {
  const gone = new Map<string, string>();
  let place = path;
  while (!put(file, place)) {
    const holder = said(place);
    if (holder === undefined) return false;
    if (isHeld(holder)) throw new StartError(`The data directory ${dataDir} is in use by process ${holder.split(" ")[0]}.`);
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
 * Takes the data directory for this process; the embedded database would open it a second time without
 * complaint, and ruin it. A lock left by a process that is gone is taken over, by one of those that try. Returns how
 * to give it back; throws StartError when the directory is in use or can't be written.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, "host.lock");
  const file = `${path}.${randomUUID()}`;
  try {
    makeDirectory(dataDir);
    writeFileSync(file, `${process.pid} ${startOf(process.pid) ?? ""} ${randomUUID()}`);
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
