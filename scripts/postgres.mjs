import { spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aptInstall } from "./apt.mjs";

export const howToGetPostgres =
  "No PostgreSQL was found, so the host was tested on the embedded one alone: install it (Debian: apt-get install postgresql) or name its programs' folder in POSTGRES_BIN.";

/** Debian keeps the server's programs by version, outside PATH. */
function installed() {
  const debian = "/usr/lib/postgresql";
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const path = (process.env["PATH"] ?? "").split(":").filter((folder) => folder !== "");
  return [...versions.map((version) => `${debian}/${version}/bin`), "/opt/homebrew/opt/postgresql/bin", ...path];
}

/**
 * The folder of PostgreSQL's programs: POSTGRES_BIN, else the system's.
 * @returns {string | undefined}
 */
function findPostgres() {
  const named = process.env["POSTGRES_BIN"];
  const folders = named ? [named] : installed();
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres")));
}

/**
 * Finds PostgreSQL, or installs Debian's package if this user is allowed to.
 * @returns {Promise<string | undefined>}
 */
export async function findOrInstallPostgres() {
  const found = findPostgres();
  if (found || process.env["POSTGRES_BIN"]) return found;
  return (await aptInstall("postgresql")) ? findPostgres() : undefined;
}

/** PostgreSQL refuses to run as root: use the user postgres, or else nobody. */
function unprivileged() {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("postgres:") || entry.startsWith("nobody:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/**
 * A private temporary folder, and the spawn options for PostgreSQL's programs.
 * @returns {{ home: string, data: string, options: import("node:child_process").SpawnOptions, remove: () => void }}
 */
function makeHome() {
  const as = unprivileged();
  const home = mkdtempSync(join(tmpdir(), "counterfoil-postgres-"));
  if (as.uid !== undefined) chownSync(home, as.uid, as.gid);
  const options = { ...as, cwd: home, env: { PATH: process.env["PATH"] ?? "", LC_ALL: "C.UTF-8" } };
  return { home, data: join(home, "data"), options, remove: () => rmSync(home, { recursive: true, force: true }) };
}

/**
 * Runs a program to its end; rejects if it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} options
 * @returns {Promise<void>}
 */
const run = (program, args, options) =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });

/**
 * Starts a server on a data directory; resolves once it accepts connections. Without fsync, as the data needn't survive a power
 * cut.
 * @param {string} programs the folder of its programs
 * @param {ReturnType<typeof makeHome>} where
 * @returns {Promise<{ url: string, stop: (signal?: NodeJS.Signals) => Promise<void> }>} `stop` keeps the data
 */
async function serve(programs, { home, data, options }) {
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
    server.stderr?.on("data", (text) => {
      said += text;
      // A replica says "read-only" as well.
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
    server.once("exit", () => reject(new Error(`PostgreSQL didn't start:\n${said}`)));
  });
  // A killed test run must leave neither the server nor its data.
  const kill = () => {
    server.kill("SIGQUIT");
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  process.once("exit", kill);
  await ready;
  return {
    url: `postgresql://postgres@/postgres?host=${encodeURIComponent(home)}`,
    stop: async (signal = "SIGINT") => {
      process.off("exit", kill);
      server.kill(signal);
      await ended;
    },
  };
}

/**
 * Starts a server for tests, on a socket in a private folder; its data is deleted when it stops.
 * @param {string} programs the folder of its programs
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startPostgres(programs) {
  const where = makeHome();
  try {
    await run(
      join(programs, "initdb"),
      ["-D", where.data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"],
      where.options,
    );
    const { url, stop } = await serve(programs, where);
    return { url, stop: () => stop().finally(where.remove) };
  } catch (error) {
    where.remove();
    throw error;
  }
}

/**
 * Starts a streaming replica of a server from `startPostgres`; its data is deleted when it stops.
 * @param {string} programs the folder of its programs
 * @param {string} primary the primary's URL
 * @returns {Promise<{ url: string, kill: () => Promise<void>, restart: () => Promise<void>, stop: () => Promise<void> }>} `kill`
 * keeps the data for `restart`
 */
export async function startReplica(programs, primary) {
  const where = makeHome();
  try {
    await run(join(programs, "pg_basebackup"), ["-d", primary, "-D", where.data, "-R", "--checkpoint=fast", "--no-sync"], where.options);
    let server = await serve(programs, where);
    return {
      url: server.url,
      kill: () => server.stop("SIGQUIT"),
      restart: async () => {
        server = await serve(programs, where);
      },
      stop: () => server.stop().finally(where.remove),
    };
  } catch (error) {
    where.remove();
    throw error;
  }
}
