import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { startActivity } from "./activity.ts";
import { expireAll } from "./approvals/slips.ts";
import { type Connection, type Db, openEmbedded, openServer } from "./db/connection.ts";
import { lockDataDir } from "./db/data-lock.ts";
import { databaseFolder, diskProblem } from "./db/embedded-dir.ts";
import { migrate } from "./db/migrate.ts";
import { keepMonths, moveIntoMonths } from "./db/months.ts";
import { openReplica } from "./db/replica.ts";
import { rows } from "./db/rows.ts";
import { connectionProblem, dateProblem, encodingProblem, serverProblem, unfitProblem } from "./db/server-problem.ts";
import { firstAdmin } from "./first-admin.ts";
import { createHost } from "./host.ts";
import { hostNames } from "./http/host-names.ts";
import { listen, probePort, stopListening } from "./listen.ts";
import { mailToDirectory, mailsWaiting, outboxProblem } from "./mail.ts";
import { log, toldError } from "./operation/log.ts";
import { type Options, isDemonstration, isLocalOnly } from "./options.ts";
import { resetPasskeysOf } from "./reset-passkeys.ts";
import { loadDemoData } from "./seed/demo-data.ts";
import { beganWithApprovals, loadDemoSlips, secondLine } from "./seed/demo-slips.ts";
import { progressBar } from "./seed/progress.ts";
import { defaultPinCost } from "./sessions/pins.ts";
import { StartError } from "./start-error.ts";
import { watchChain } from "./audit/watch-chain.ts";
import { startSweeping } from "./sweeping.ts";
import { inTurns } from "./turns.ts";
import { startGenerationRuns } from "./wallets/generation.ts";

/** The built app: beside the built host, or in dist/ when running from source. */
function defaultAppDir(): string {
  const beside = fileURLToPath(new URL("../app", import.meta.url));
  return existsSync(join(beside, "index.html")) ? beside : fileURLToPath(new URL("../dist/app", import.meta.url));
}

/** How long, in ms, a failed start waits for the database to close. */
const longestCloseMs = 5000;

const settings = v.object({
  encoding: v.string(),
  dates: v.string(),
  lowers: v.boolean(),
  version: v.number(),
  trigrams: v.boolean(),
  taken: v.boolean(),
});

/**
 * The database's encoding, how it writes dates, whether its locale lowers letters as the app does (beyond ASCII, and I to i), the
 * server's version, whether it has pg_trgm, and whether another application's tables have names of the host's own.
 */
const settingsOf = async (db: Db) =>
  (
    await rows(
      db,
      settings,
      sql`select current_setting('server_encoding') as encoding, current_setting('datestyle') as dates, lower('IÉ') = 'ié' as lowers,
        current_setting('server_version_num')::int / 10000 as version,
        exists (select from pg_available_extensions where name = 'pg_trgm') as trigrams,
        exists (
          select from pg_class where relnamespace = (select oid from pg_namespace where nspname = current_schema())
            and relname in ('migrations', 'users') and not exists (
              select from pg_attribute where attrelid = pg_class.oid and attname in ('applied_at', 'chatbot_verified'))) as taken`,
    )
  )[0];

async function reach(url: string): Promise<Connection> {
  const connection = openServer(url);
  try {
    // Raw script, as the query builder's error messages aren't readable.
    await connection.script("select 1");
    const found = await settingsOf(connection.db);
    const problem = found && (unfitProblem(found, url) ?? encodingProblem(found.encoding, url) ?? dateProblem(found.dates, url));
    if (problem !== undefined) throw problem;
    if (found?.lowers !== true)
      log("error", "searches miss capitals: the database's locale lowers them in another way than the app (docs/deploy.md)");
    return connection;
  } catch (error) {
    await connection.close();
    throw error instanceof StartError ? error : connectionProblem(error, url);
  }
}

async function open(options: Options, dataDir: string): Promise<{ connection: Connection; unlock: () => void }> {
  const { DATABASE_URL } = options;
  if (DATABASE_URL !== undefined) return { connection: await reach(DATABASE_URL), unlock: () => {} };
  const unlock = lockDataDir(dataDir);
  try {
    const folder = await databaseFolder(dataDir, async (made) => (await openEmbedded(made)).close());
    return { connection: await openEmbedded(folder), unlock };
  } catch (error) {
    unlock();
    if (error instanceof StartError) throw error;
    const problem = error instanceof Error ? error.message : String(error);
    throw diskProblem(dataDir) ?? new StartError(`The database in ${dataDir} can't be opened (${problem}).`);
  }
}

/** How long, in ms, a replica may be silent in mid-query before its connection is dropped. */
const replicaSilentMs = 10_000;

/** Removes an admin's passkeys without serving; returns a message. Throws StartError for problems an operator can fix. */
export async function resetPasskeys(options: Options, email: string): Promise<string> {
  const dataDir = resolve(options.DATA_DIR);
  if (options.DATABASE_URL === undefined && !existsSync(join(dataDir, "postgres")))
    throw new StartError(`There is no database in ${dataDir}. Name the host's own in DATA_DIR or DATABASE_URL.`);
  const { connection, unlock } = await open(options, dataDir);
  try {
    await migrate(connection);
    return await resetPasskeysOf(connection.db, email, new Date());
  } finally {
    await connection.close().finally(unlock);
  }
}

export interface Running {
  readonly origin: string;
  readonly signIn: string;
  readonly stop: () => Promise<void>;
}

/**
 * Opens and migrates the database, seeds it at the first start, and serves. Throws StartError for problems an operator can fix. An
 * aborted signal also makes it throw; the data stays consistent.
 */
export async function start(options: Options, signal: AbortSignal): Promise<Running> {
  const { PORT, HOST, DATABASE_URL } = options;
  const dataDir = resolve(options.DATA_DIR);
  const appDir = options.APP_DIR === undefined ? defaultAppDir() : resolve(options.APP_DIR);
  if (options.APP_DIR !== undefined && !existsSync(join(appDir, "index.html")))
    throw new StartError(`APP_DIR names ${appDir}, which has no index.html. Name the folder of the built app, or leave APP_DIR out.`);
  if (PORT !== 0) await probePort(PORT, HOST);
  const { connection, unlock } = await open(options, dataDir);
  const ending = new AbortController();
  const close = async (): Promise<void> => {
    ending.abort();
    await connection.close().finally(unlock);
  };
  try {
    await migrate(connection);
    const clock = (): Date => new Date();
    // Don't let a lock on the table delay the start: the hourly sweep does this too.
    await keepMonths(connection.db, clock()).catch((error: unknown) => log("error", "coming months", toldError(error)));
    const { DATABASE_READ_URL } = options;
    const replica = DATABASE_READ_URL === undefined ? undefined : await openReplica(connection, DATABASE_READ_URL);
    ending.signal.addEventListener("abort", () => void replica?.close().catch(() => {}), { once: true });
    const slips = isDemonstration(options) && options.APPROVALS !== false;
    const size = { users: options.USERS, transactions: options.TRANSACTIONS, slips };
    const isNew = await loadDemoData(connection, size, clock(), progressBar(process.stdout), signal);
    if (!isNew && options.isSized)
      log("info", "--users and --transactions (USERS, TRANSACTIONS) count for a new database: this one stays as it is");
    await connection.tidy();
    const first = await firstAdmin(connection.db, options, defaultPinCost, clock());
    if (slips) await loadDemoSlips(connection.db, defaultPinCost, clock());
    const outbox = join(dataDir, "outbox");
    // The embedded database lies beside it, so that the lock has found out already.
    const problem = DATABASE_URL === undefined ? undefined : outboxProblem(outbox);
    if (problem !== undefined)
      log("error", "no mail can be written, so nobody can reset a PIN: set DATA_DIR to another folder", { code: problem });
    const hasDemoSlips = await beganWithApprovals(connection.db);
    const approvals = options.APPROVALS ?? hasDemoSlips;
    const host = await createHost({
      connection,
      replica,
      clock,
      appDir,
      allowRegistration: options.ALLOW_REGISTRATION,
      demoAccounts: isLocalOnly(options),
      allowedOrigins: options.ALLOWED_ORIGINS,
      faults: options.COUNTERFOIL_FAULTS,
      requirePasskey: options.REQUIRE_PASSKEY,
      publicUrl: options.PUBLIC_URL?.replace(/\/+$/, ""),
      phoneCountry: options.PHONE_COUNTRY,
      hostNames: hostNames(options),
      fundCeilingUsd: options.FUND_CEILING_USD,
      fundAlertUsd: options.FUND_ALERT_USD,
      approvals,
      metricsToken: options.METRICS_TOKEN,
      logsRequests: options.LOG === "json",
      sendMail: mailToDirectory(outbox, options.PUBLIC_URL),
      mailsWaiting: () => mailsWaiting(outbox),
    });
    signal.throwIfAborted();
    connection.beginToServe();
    replica?.beginToServe(replicaSilentMs);
    const { server, origin } = await listen(host, PORT, HOST, options.TRUST_PROXY);
    if (options.PUBLIC_URL === undefined && !isLocalOnly(options)) log("info", "nobody can reset a PIN, since PUBLIC_URL is not set");
    startGenerationRuns(connection.db, clock, ending.signal);
    host.deps.tallies.keepFlushing(clock, ending.signal);
    void moveIntoMonths(connection, ending.signal).catch((error: unknown) => {
      if (!ending.signal.aborted) log("error", "moving transactions into months", toldError(error));
    });
    startSweeping(connection.db, clock, ending.signal);
    watchChain(connection.db, clock, ending.signal);
    if (approvals)
      inTurns({ name: "expiring slips", everyMs: 60_000, db: connection.db, clock, signal: ending.signal }, (now) =>
        expireAll(connection.db, now),
      );
    if (options.ACTIVITY) startActivity(connection.db, clock, ending.signal);
    return {
      origin,
      signIn: hasDemoSlips && approvals && isDemonstration(options) ? first + (await secondLine(connection.db)) : first,
      stop: async () => {
        // First, as a stream would hold its connection until cut.
        await host.events.stop();
        await stopListening(server);
        // A database that is away keeps nothing open.
        await host.deps.tallies.flush(clock()).catch((error: unknown) => log("error", "counting refused requests", toldError(error)));
        await close();
      },
    };
  } catch (error) {
    const problem = DATABASE_URL === undefined ? diskProblem(dataDir) : serverProblem(error, DATABASE_URL);
    // A database on a full disk may fail to close, or hang.
    await Promise.race([close(), pause(longestCloseMs)]).catch(() => {});
    throw problem ?? error;
  }
}
