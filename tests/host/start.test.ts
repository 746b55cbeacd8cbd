import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { Tallies } from "../../host/audit/tallies.ts";
import { demoAdmin } from "../../host/first-admin.ts";
import { openEmbedded } from "../../host/db/connection.ts";
import { lockDataDir, nextAfter } from "../../host/db/data-lock.ts";
import { giftCardRates, transactions, users } from "../../host/db/schema.ts";
import { serverProblem, unfitProblem } from "../../host/db/server-problem.ts";
import { probePort } from "../../host/listen.ts";
import { readOptions } from "../../host/options.ts";
import { secondAdmin } from "../../host/seed/demo-slips.ts";
import { type Running, start } from "../../host/start.ts";
import { StartError } from "../../host/start-error.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { root } from "../../scripts/run.mjs";
import { emptyImage, putCopy } from "./support/embedded.ts";
import { type Spawned, readyOrigin, spawnHost, spawnedAdmin } from "./support/spawned-host.ts";
import { seededImage } from "./support/test-host.ts";

const home = mkdtempSync(join(tmpdir(), "counterfoil-start-"));
const started: Spawned[] = [];
let made = 0;

function freshDir(): string {
  made += 1;
  return join(home, `data${made}`);
}
/** One whose database is made already, as most tests don't need to see how. */
async function emptyDir(): Promise<string> {
  const dir = freshDir();
  await putCopy(await emptyImage(), dir);
  return dir;
}
/** One whose database has its tables and data, too, but no admin yet. */
async function seededDir(): Promise<string> {
  const dir = freshDir();
  await putCopy(await seededImage(), dir);
  return dir;
}
/** Starts the host in this process, which spares it to load all of it once more. */
const startHere = (env: Record<string, string>, args: string[] = []): Promise<Running> =>
  start(readOptions({ PORT: "0", ACTIVITY: "off", ...env }, args), new AbortController().signal);
const admin = { ADMIN_EMAIL: spawnedAdmin.email, ADMIN_PIN: spawnedAdmin.passwordPin };
function begin(env: Record<string, string>, args: string[] = []): Spawned {
  const spawned = spawnHost(env, args);
  started.push(spawned);
  return spawned;
}
afterEach(() => {
  vi.restoreAllMocks();
  for (const { child } of started.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("options", () => {
  test("[HOST-2] without anything given it listens on loopback, port 4173, data in .data, 500 users and 20,000 transactions", () => {
    expect(readOptions({}, [])).toMatchObject({
      PORT: 4173,
      HOST: "127.0.0.1",
      DATA_DIR: ".data",
      USERS: 500,
      TRANSACTIONS: 20_000,
      ACTIVITY: true,
    });
  });

  test("[HOST-2] the command line chooses the size", () => {
    expect(readOptions({}, ["--users", "7", "--transactions=9"])).toMatchObject({ USERS: 7, TRANSACTIONS: 9 });
  });

  test("[HOST-2] the size is taken from npm, too, which keeps a flag for itself where no -- stands before it", () => {
    expect(readOptions({ npm_config_users: "7", npm_config_transactions: "" }, [])).toMatchObject({ USERS: 7, TRANSACTIONS: 20_000 });
  });

  test.each([{ TRUST_PROXY: "1" }, { PUBLIC_URL: "https://desk.example" }, { HOST: "0.0.0.0" }])(
    "[HOST-2] where others reach the host, as with %j, no demonstration data and no life in it unless they are asked for",
    (env) => {
      const given = { ...env, ADMIN_EMAIL: "me@example.com", ADMIN_PIN: "483920" };
      expect(readOptions(given, [])).toMatchObject({ USERS: 0, TRANSACTIONS: 0, ACTIVITY: false });
      expect(readOptions({ ...given, ACTIVITY: "on" }, ["--users=5"])).toMatchObject({ USERS: 5, TRANSACTIONS: 0, ACTIVITY: true });
    },
  );

  test("[HOST-2] where only this machine reaches the host, it has demonstration data, also with an admin of its own", () => {
    const given = { ADMIN_EMAIL: "me@example.com", ADMIN_PIN: "483920" };
    expect(readOptions(given, [])).toMatchObject({ USERS: 500, TRANSACTIONS: 20_000, ACTIVITY: true });
  });

  test("[HOST-2] what is no option names those that are, as where npm was not given the -- before them", () => {
    const named = "The options are --users, --transactions, --reset-passkeys (npm start -- --users 50).";
    for (const args of [["--port", "80"], ["2000"]]) expect(() => readOptions({}, args)).toThrow(named);
  });

  test.each([
    [{ PORT: "70000" }, "PORT is above 65535."],
    [{ PORT: "http" }, "PORT is not a whole number."],
    [{ ADMIN_PIN: "12345" }, "ADMIN_PIN must be exactly 6 digits."],
    [{ ADMIN_EMAIL: "me" }, "ADMIN_EMAIL is not an email address."],
    [{ ADMIN_EMAIL: "me@example.com" }, "ADMIN_EMAIL and ADMIN_PIN (6 digits) are given together or not at all."],
    [{ ADMIN_PIN: "123456" }, "ADMIN_EMAIL and ADMIN_PIN (6 digits) are given together or not at all."],
    [{ DATABASE_URL: "mysql://me:secret@db.example/x" }, "DATABASE_URL is not an address like postgresql://user:password@server/database."],
    [{ DATABASE_READ_URL: "postgresql://replica/x" }, "DATABASE_READ_URL needs a DATABASE_URL: it names a replica of that server."],
    [
      { ALLOWED_ORIGINS: "https://a.example, https://b.example/" },
      "ALLOWED_ORIGINS names https://b.example/, which is no origin like https://desk.example.",
    ],
    [{ ALLOWED_ORIGINS: "*" }, "ALLOWED_ORIGINS names *, which is no origin like https://desk.example."],
    [{ ALLOWED_ORIGINS: "desk.example" }, "ALLOWED_ORIGINS names desk.example, which is no origin like https://desk.example."],
    [{ METRICS_TOKEN: '"a-token-of-some-length"' }, "METRICS_TOKEN begins and ends with quotes, which are part of it here"],
    [{ DATA_DIR: "'/var/lib/counterfoil'" }, "DATA_DIR begins and ends with quotes, which are part of it here"],
  ])("[HOST-4] %j is refused in one line", (env, message) => {
    expect(() => readOptions(env, [])).toThrow(message);
  });

  test("[HOST-2] a switch is on or off however it is said, and what is neither is refused", () => {
    const given = { ADMIN_EMAIL: "me@example.com", ADMIN_PIN: "123456" };
    for (const name of ["ALLOW_REGISTRATION", "TRUST_PROXY", "COUNTERFOIL_FAULTS", "ACTIVITY"] as const) {
      const read = (said: string): boolean => readOptions({ ...given, [name]: said }, [])[name];
      for (const said of ["off", "OFF", "no", "false", "0"]) expect(read(said), `${name}=${said}`).toBe(false);
      for (const said of ["on", "On", "yes", "true", "1"]) expect(read(said), `${name}=${said}`).toBe(true);
      expect(() => read("disabled")).toThrow(`${name} is neither on nor off.`);
    }
  });

  test("[HOST-1] origins are taken as browsers send them", () => {
    expect(readOptions({ ALLOWED_ORIGINS: "https://a.example, http://localhost:5173" }, []).ALLOWED_ORIGINS).toEqual([
      "https://a.example",
      "http://localhost:5173",
    ]);
  });

  test("[HOST-2] on another interface it starts only with an admin given, and never with the fault switch", () => {
    expect(() => readOptions({ HOST: "0.0.0.0" }, [])).toThrow("starts only with ADMIN_EMAIL and ADMIN_PIN");
    expect(() => readOptions({ HOST: "[::]" }, [])).toThrow("On :: the host starts only with ADMIN_EMAIL");
    expect(readOptions({ HOST: "[::1]" }, [])).toMatchObject({ HOST: "::1", isSized: false });
    const given = { HOST: "0.0.0.0", ADMIN_EMAIL: "me@example.com", ADMIN_PIN: "123456" };
    expect(readOptions(given, []).HOST).toBe("0.0.0.0");
    expect(() => readOptions({ ...given, COUNTERFOIL_FAULTS: "1" }, [])).toThrow("loopback only");
  });

  test.each([{ TRUST_PROXY: "1" }, { PUBLIC_URL: "https://desk.example" }])(
    "[HOST-2] so it is on loopback behind a proxy, which %j tells of",
    (proxied) => {
      expect(() => readOptions(proxied, [])).toThrow("Where others reach it the host starts only with ADMIN_EMAIL and ADMIN_PIN");
      const given = { ...proxied, ADMIN_EMAIL: "me@example.com", ADMIN_PIN: "123456" };
      expect(readOptions(given, []).HOST).toBe("127.0.0.1");
      expect(() => readOptions({ ...given, COUNTERFOIL_FAULTS: "1" }, [])).toThrow("with no proxy before it");
      expect(readOptions({ PUBLIC_URL: "http://localhost:4173" }, []).ADMIN_EMAIL).toBeUndefined();
    },
  );
});

describe("the data directory's lock", () => {
  test("[HOST-1] of processes that start at once, one takes the directory: a fresh one, one that a dead process left, one left by two", async () => {
    const takers = [1, 2, 3, 4].map(() => fork("tests/host/support/lock-taker.ts", { cwd: root, execArgv: ["--import", "tsx"] }));
    const heard = () => Promise.all(takers.map(async (taker) => String((await once(taker, "message"))[0])));
    const tell = (what: string | null) => {
      const answers = heard();
      for (const taker of takers) taker.send({ dir: what });
      return answers;
    };
    try {
      await heard();
      for (let round = 0; round < 150; round += 1) {
        const dir = freshDir();
        if (round % 3 > 0) {
          mkdirSync(dir);
          writeFileSync(join(dir, "host.lock"), "999999999 5");
        }
        // The first successor died before it moved up.
        if (round % 3 > 1) writeFileSync(nextAfter(join(dir, "host.lock"), "999999999 5"), "999999998 5");
        const answers = await tell(dir);
        expect(
          answers.filter((answer) => answer === "taken"),
          answers.join("\n"),
        ).toHaveLength(1);
        expect(answers.filter((answer) => answer.includes("in use by process"))).toHaveLength(3);
        await tell(null);
        expect(readdirSync(dir)).toEqual([]);
      }
    } finally {
      for (const taker of takers) taker.kill("SIGKILL");
    }
  }, 60_000);

  test("[HOST-1] a lock that a dead process left is taken over, one that lives is not", () => {
    const dir = freshDir();
    const unlock = lockDataDir(dir);
    expect(existsSync(join(dir, "host.lock"))).toBe(true);
    unlock();
    expect(readdirSync(dir)).toEqual([]);
    writeFileSync(join(dir, "host.lock"), "999999999 5");
    lockDataDir(dir)();
    // The PID is alive, but belongs to another process than the one that made the lock.
    writeFileSync(join(dir, "host.lock"), `${process.ppid} 1`);
    lockDataDir(dir)();
    writeFileSync(join(dir, "host.lock"), `${process.ppid} `);
    expect(() => lockDataDir(dir)).toThrow(`in use by process ${process.ppid}`);
    // The machine was started after the lock was made.
    utimesSync(join(dir, "host.lock"), 0, 0);
    lockDataDir(dir)();
  });
});

test.skipIf(process.platform !== "linux")(
  "[HOST-1] a lock whose process is dead, but was never waited for, as in a container without an init, is taken over",
  async () => {
    // The shell becomes a program that waits for no child; its child lives until then, or the shell would wait for it.
    const parent = spawn("sh", ["-c", "cat <&3 >/dev/null & echo $!; exec sleep 60"], { stdio: ["ignore", "pipe", "ignore", "pipe"] });
    const said = (file: string) => readFileSync(`/proc/${file}`, "utf8");
    try {
      const [, stdout] = parent.stdio;
      if (!stdout) throw new Error("sh has no output");
      const pid = String((await once(stdout, "data"))[0]).trim();
      while (said(`${parent.pid}/comm`) !== "sleep\n") await pause(20);
      parent.stdio[3]?.destroy();
      while (/\) (\w)/.exec(said(`${pid}/stat`))?.[1] !== "Z") await pause(20);
      const dir = freshDir();
      mkdirSync(dir);
      writeFileSync(join(dir, "host.lock"), `${pid} ${said(`${pid}/stat`).split(" ")[21]} x`);
      lockDataDir(dir)();
    } finally {
      parent.kill();
    }
  },
);

describe("the process", () => {
  test("[HOST-2] it starts, says how to sign in, refuses a second start on its data, ends on SIGINT, and starts again on the same data", async () => {
    const DATA_DIR = freshDir();
    const size = ["--users=5", "--transactions=20"];
    const first = begin({ DATA_DIR }, size);
    const origin = await readyOrigin(first);
    const signInStatus = () =>
      fetch(`${origin}/adminsignin/signin`, { method: "POST", body: JSON.stringify(spawnedAdmin) }).then((answer) => answer.status);
    expect(await signInStatus()).toBe(200);
    expect(first.said()).toContain(`Sign in as ${spawnedAdmin.email}`);
    expect(first.said()).not.toContain(spawnedAdmin.passwordPin);

    const second = begin({ DATA_DIR });
    expect(await second.ended).toBe(1);
    expect(second.said().trim()).toBe(
      `The data directory ${DATA_DIR} is in use by process ${first.child.pid}. If that is another program, delete ${join(DATA_DIR, "host.lock")}.`,
    );

    first.child.kill("SIGINT");
    expect(await first.ended).toBe(0);
    expect(readdirSync(DATA_DIR)).toEqual(["postgres"]);
    const mode = (): number => statSync(join(DATA_DIR, "postgres")).mode & 0o777;
    expect(mode()).toBe(0o700);
    // As created by earlier versions.
    chmodSync(join(DATA_DIR, "postgres"), 0o755);

    const again = begin({ DATA_DIR, PORT: new URL(origin).port }, size);
    expect(await readyOrigin(again)).toBe(origin);
    expect(mode()).toBe(0o700);
    expect(await signInStatus()).toBe(200);
    again.child.kill("SIGTERM");
    expect(await again.ended).toBe(0);
  }, 120_000);

  test("[HOST-1] a host whose log nobody reads any more goes on, and ends as it should", async () => {
    const host = begin({ DATA_DIR: await seededDir() });
    const origin = await readyOrigin(host);
    host.child.stdout?.destroy();
    host.child.stderr?.destroy();
    // Each mail is a line of the log.
    const askForLink = () => fetch(`${origin}/reset-password`, { method: "POST", body: JSON.stringify({ email: spawnedAdmin.email }) });
    for (const _ of [1, 2]) expect((await askForLink()).status).toBe(200);
    host.child.kill("SIGTERM");
    expect(await host.ended).toBe(0);
  }, 120_000);

  test("[HOST-2] the demonstration's account is refused once a proxy lets others reach the host", async () => {
    const DATA_DIR = await seededDir();
    const signInStatus = async (env: Record<string, string>): Promise<number> => {
      const { origin, stop } = await startHere({ DATA_DIR, APPROVALS: "off", ...env });
      const body = JSON.stringify({ email: demoAdmin.email, passwordPin: demoAdmin.pin });
      const { status } = await fetch(`${origin}/adminsignin/signin`, { method: "POST", body });
      await stop();
      return status;
    };
    expect(await signInStatus({})).toBe(200);
    expect(await signInStatus({ ...admin, TRUST_PROXY: "1" })).toBe(403);
  }, 120_000);

  test("[HOST-1] a taken port is an error of one line for who starts it, and the data is untouched", async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const DATA_DIR = freshDir();
    await expect(startHere({ DATA_DIR, PORT: String(port) })).rejects.toEqual(
      new StartError(`Port ${port} is taken. Set PORT to another one.`),
    );
    expect(existsSync(DATA_DIR)).toBe(false);
    server.close();
  });

  test("[HOST-1] a port that another program has on ::1, where browsers look first for localhost, is taken", async ({ skip }) => {
    const server = createServer();
    const listens = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(0, "::1", () => resolve(true));
    });
    if (!listens) skip("this machine has no ::1");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    await expect(probePort(port, "127.0.0.1")).rejects.toThrow(`Port ${port} is taken. Set PORT to another one.`);
    server.close();
    await expect(probePort(port, "127.0.0.1")).resolves.toBeUndefined();
  });

  test("[PASS-2] passkeys are reset in a database that exists, and none is made for it", async () => {
    const DATA_DIR = freshDir();
    const host = begin({ DATA_DIR }, ["--reset-passkeys", spawnedAdmin.email]);
    expect(await host.ended).toBe(1);
    expect(host.said().trim()).toBe(`There is no database in ${DATA_DIR}. Name the host's own in DATA_DIR or DATABASE_URL.`);
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test("[HOST-1] a folder without the app is one line and exit code 1, and the data is untouched", async () => {
    const DATA_DIR = freshDir();
    const host = begin({ DATA_DIR, APP_DIR: home });
    expect(await host.ended).toBe(1);
    expect(host.said().trim()).toBe(
      `APP_DIR names ${home}, which has no index.html. Name the folder of the built app, or leave APP_DIR out.`,
    );
    expect(existsSync(DATA_DIR)).toBe(false);
  });

  test("[HOST-2] the log for machines says, without the email, that the account has another PIN than ADMIN_PIN", async () => {
    const DATA_DIR = await seededDir();
    const said: string[] = [];
    for (const ADMIN_PIN of [spawnedAdmin.passwordPin, "739154"]) {
      const host = begin({ DATA_DIR, LOG: "json", ADMIN_PIN });
      while (!host.said().includes('"ready"')) await once(host.child.stdout ?? host.child, "data");
      host.child.kill("SIGTERM");
      await host.ended;
      said.push(host.said());
    }
    expect(said[0]).toContain('"signIn":"Sign in as ADMIN_EMAIL with the PIN given."');
    expect(said[1]).toContain('"signIn":"ADMIN_EMAIL exists already and keeps its PIN, which isn\'t ADMIN_PIN."');
    expect(said.join("")).not.toContain(spawnedAdmin.email);
  }, 120_000);

  test("[HOST-2, APPR-1] a demonstration without people tells machines, too, who signs in and who decides; both can", async () => {
    const host = begin({ DATA_DIR: await emptyDir(), LOG: "json", ADMIN_EMAIL: "", ADMIN_PIN: "" }, ["--users=0"]);
    while (!host.said().includes('"ready"')) await once(host.child.stdout ?? host.child, "data");
    expect(host.said()).toContain(
      `"signIn":"Sign in as ${demoAdmin.email} with the PIN ${demoAdmin.pin}. Who decides on its slips is ${secondAdmin.email}, under the same PIN."`,
    );
    const origin = /"origin":"([^"]+)"/.exec(host.said())?.[1];
    for (const { email } of [demoAdmin, secondAdmin]) {
      const body = JSON.stringify({ email, passwordPin: demoAdmin.pin });
      expect((await fetch(`${origin}/adminsignin/signin`, { method: "POST", body })).status).toBe(200);
    }
  }, 120_000);

  test("[HOST-2, GIFT-1] a host that others reach begins without people and transactions, with no gift card rate on sale, and says that a size comes too late", async () => {
    const env = { ...admin, DATA_DIR: await emptyDir(), PUBLIC_URL: "https://desk.example" };
    const told = vi.spyOn(console, "log").mockImplementation(() => {});
    for (const args of [[], ["--users=5"]]) {
      expect(told.mock.calls.join("\n")).not.toContain("count for a new database");
      const { stop } = await startHere(env, args);
      await stop();
    }
    expect(told.mock.calls.join("\n")).toContain("--users and --transactions (USERS, TRANSACTIONS) count for a new database");
    const connection = await openEmbedded(join(env.DATA_DIR, "postgres"));
    const { db } = connection;
    expect(await Promise.all([users, transactions, giftCardRates].map((table) => db.$count(table)))).toEqual([0, 0, expect.any(Number)]);
    expect(await db.$count(giftCardRates)).toBeGreaterThan(20);
    expect(await db.$count(giftCardRates, eq(giftCardRates.isActive, true))).toBe(0);
    await connection.close();
  }, 120_000);

  test("[HOST-2] Ctrl-C ends it while demonstration data loads, and the next start loads all of it anew", async () => {
    const DATA_DIR = await emptyDir();
    const first = begin({ DATA_DIR }, ["--users=50", "--transactions=300000"]);
    while (!first.said().includes("Loading demonstration data")) await once(first.child.stdout ?? first.child, "data");
    first.child.kill("SIGINT");
    expect(await first.ended).toBe(0);
    expect(first.said()).not.toContain("100 %");
    expect(readdirSync(DATA_DIR)).toEqual(["postgres"]);

    const { origin, stop } = await startHere({ ...admin, DATA_DIR }, ["--users=5", "--transactions=20"]);
    const signed = await fetch(`${origin}/adminsignin/signin`, { method: "POST", body: JSON.stringify(spawnedAdmin) });
    const { accessToken } = v.parse(openedSession, await signed.json());
    const listed = await fetch(`${origin}/usermanagement/users`, { headers: { Authorization: `Bearer ${accessToken}` } });
    expect(v.parse(usersAnswer, await listed.json()).total).toBe(5);
    await stop();
  }, 120_000);

  test("[HOST-1] a server that nobody answers at is an error of one line without the password", async () => {
    await expect(startHere({ DATABASE_URL: "postgresql://me:secret@127.0.0.1:1/desk" })).rejects.toEqual(
      new StartError(
        "The database 127.0.0.1:1/desk can't be used: nothing listens there. Start PostgreSQL, or correct DATABASE_URL (ECONNREFUSED).",
      ),
    );
  });

  test.each([
    ["28P01", "it refuses the user or the password. Correct them in DATABASE_URL"],
    ["3D000", "it has no such database. Make it with createdb, or correct DATABASE_URL"],
    [
      "SELF_SIGNED_CERT_IN_CHAIN",
      "its certificate is of an authority that isn't known here. Name the authority's own with sslrootcert=FILE in DATABASE_URL",
    ],
    ["25006", "it takes no changes, as a replica. Name the primary in DATABASE_URL"],
    ["42501", "the user may not make tables, or the extension pg_trgm, in the database. Let the user own it (docs/deploy.md)"],
  ])("[HOST-1] what the server says with %s is told as what to do", (code, told) => {
    const said = Object.assign(new Error("the server's words"), { code });
    const problem = serverProblem(new Error("Failed query", { cause: said }), "postgresql://me:secret@db.example/desk");
    expect(problem?.message).toBe(`The database db.example/desk can't be used: ${told} (${code}).`);
    expect(serverProblem(new Error("a mistake of ours"), "postgresql://db.example/desk")).toBeUndefined();
  });

  test.each([
    [{ version: 14 }, "its server is PostgreSQL 14. Take 15 or newer"],
    [
      { trigrams: false },
      "its server lacks the extension pg_trgm. Install the package of PostgreSQL's contrib modules (postgresql-contrib)",
    ],
    [{ taken: true }, "it holds another application's tables. Make one for the host alone, with createdb"],
  ])("[HOST-1] a server that is %j is told as what to do", (unfit, told) => {
    const fit = { version: 15, trigrams: true, taken: false };
    const url = "postgresql://me:secret@db.example/desk";
    expect(unfitProblem({ ...fit, ...unfit }, url)?.message).toBe(`The database db.example/desk can't be used: ${told} (docs/deploy.md).`);
    expect(unfitProblem(fit, url)).toBeUndefined();
  });

  test("[HOST-1] a start that fails for a reason that nobody foresaw prints no parameter of the database's message", async () => {
    const DATA_DIR = await seededDir();
    const connection = await openEmbedded(join(DATA_DIR, "postgres"));
    await connection.script("alter table admins rename column email to gone");
    await connection.close();
    const host = begin({ DATA_DIR });
    expect(await host.ended).toBe(1);
    expect(host.said()).toContain("sqlState 42703");
    expect(host.said()).not.toContain(spawnedAdmin.email);
  }, 120_000);

  test("[HOST-1] a host whose database is away when it is stopped ends all the same, and says why the counts are lost", async () => {
    const DATA_DIR = await seededDir();
    const said = vi.spyOn(console, "error").mockImplementation(() => {});
    vi.spyOn(Tallies.prototype, "flush").mockRejectedValue(new Error("Failed query: insert\nparams: ada@example.com"));
    const { stop } = await startHere({ ...admin, DATA_DIR });
    await stop();
    expect(readdirSync(DATA_DIR)).toEqual(["postgres"]);
    expect(said.mock.calls.join("\n")).toContain("counting refused requests");
    expect(said.mock.calls.join("\n")).not.toContain("ada@example.com");
  }, 120_000);

  test("[APPR-1] a demonstration whose first start ends once its data is loaded has its slips, and approvals, with the next one", async () => {
    const DATA_DIR = await emptyDir();
    const begun = () => startHere({ DATA_DIR }, ["--users=20", "--transactions=20"]);
    const base = Object.getPrototypeOf(PGlite.prototype) as PGlite;
    vi.spyOn(PGlite.prototype, "exec").mockImplementation(function (this: PGlite, query, more) {
      // What follows the load.
      return query === "vacuum (analyze)" ? Promise.reject(new Error("The process ends.")) : base.exec.call(this, query, more);
    });
    await expect(begun()).rejects.toThrow("The process ends.");
    vi.restoreAllMocks();
    const { origin, signIn, stop } = await begun();
    expect(signIn).toContain(secondAdmin.email);
    expect(await (await fetch(`${origin}/config.json`)).json()).toMatchObject({ approvals: "/api/approvals" });
    await stop();
  }, 120_000);

  test("[HOST-1] a data directory that can't be written is an error of one line for who starts it", async () => {
    const file = join(home, "a-file");
    writeFileSync(file, "");
    await expect(startHere({ DATA_DIR: join(file, "data") })).rejects.toEqual(
      new StartError(`The data directory ${join(file, "data")} can't be written (ENOTDIR). Set DATA_DIR to another one.`),
    );
  });
});
