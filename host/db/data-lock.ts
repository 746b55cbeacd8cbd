import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  mkdirSync(path);
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

/**
 * Takes the data directory for this process; the embedded database would open it a second time without
 * complaint, and ruin it. A lock left by a process that is gone is taken over. Returns how to give it back;
 * throws StartError when the directory is in use or can't be written.
 */
export function lockDataDir(dataDir: string): () => void {
  const path = join(dataDir, "host.lock");
  const mine = `${process.pid} ${startOf(process.pid) ?? ""}`;
  try {
    makeDirectory(dataDir);
    try {
      writeFileSync(path, mine, { flag: "wx" });
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      const holder = readFileSync(path, "utf8");
      if (isHeld(holder)) throw new StartError(`The data directory ${dataDir} is in use by process ${holder.split(" ")[0]}.`);
      writeFileSync(path, mine);
    }
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The data directory ${dataDir} can't be written (${codeOf(error)}). Set DATA_DIR to another one.`);
  }
  return () => rmSync(path, { force: true });
}
