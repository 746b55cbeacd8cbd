import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aptInstall } from "./apt.mjs";

export const howToGetPostgres =
  "No PostgreSQL was found, so the host was tested on the embedded one alone: install it (Debian: apt-get install postgresql) or name its programs' folder in POSTGRES_BIN.";

/** Debian keeps the server's programs by version, outside the PATH. */
function installed() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const path = (process.env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
  return [...versions.map((version) => `${debian}/${version}/bin`), "/opt/homebrew/opt/postgresql/bin", ...path];
}

/**
 * The folder of PostgreSQL's programs: what POSTGRES_BIN names, else the system's.
 * @returns {string | undefined}
 */
function findPostgres() {
  const named = process.env["POSTGRES_BIN"];
  const folders = named ? [named] : installed();
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/**
 * Finds PostgreSQL, or installs Debian's package where this user may.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallPostgres() {
  const found = findPostgres();
  if (found || process.env["POSTGRES_BIN"]) return found;
  return (await aptInstall("postgresql")) ? findPostgres() : undefined;
}

/** PostgreSQL refuses to run as root; its own user, or else nobody, takes the place. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("postgres:") || entry.startsWith("nobody:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * Starts a server of its own for tests, on a socket in a folder that nobody else enters; its data goes with it.
 * It doesn't wait for the disk, since nothing of it is to outlast a power cut.
 * @param {string} programs the folder of its programs
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres(programs) {
  const as = unprivileged();
  const home = mkdtempSync(join(tmpdir(), "counterfoil-postgres-"));
  if (as.uid !== undefined) chownSync(home, as.uid, as.gid);
  const data = join(home, "data");
  const options = { ...as, cwd: home, env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8" } };
  const remove = () => rmSync(home, { recursive: true, force: true });

  /** @type {Promise<void>} */
  const made = new Promise((resolve, reject) => {
    const initdb = spawn(
      join(programs, "initdb"),
      ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
      {
        ...options,
        stdio: ["ignore", "ignore", "inherit"],
      },
    );
    initdb.once("error", reject);
    initdb.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`initdb ended with ${code}`))));
  });
  await made.catch((error) => {
    remove();
    throw error;
  });

  const settings = { listen_addresses: "", unix_socket_directories: home, fsync: "off", max_connections: "200" };
  const server = spawn(
    join(programs, "postgres"),
    ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = new Promise((resolve) => server.once("exit", resolve));
  let said = "";
  /** @type {Promise<void>} */
  const ready = new Promise((resolve, reject) => {
    server.stderr.on("data", (text) => {
      said += text;
      if (said.includes("ready to accept connections")) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL didn't start:\n${said}`)));
  });
  // A killed test run must not leave a server behind.
  const kill = () => server.kill("SIGQUIT");
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    server.kill("SIGINT");
    await ended;
    remove();
  };
  await ready.catch((error) => {
    remove();
    throw error;
  });
  return { url: `postgresql://postgres@/postgres?host=${encodeURIComponent(home)}`, stop };
}
