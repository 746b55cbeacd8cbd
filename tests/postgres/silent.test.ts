import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Connection, type Db, openServer } from "../../host/db/connection.ts";
import { rows } from "../../host/db/rows.ts";
import { createHost, type Host } from "../../host/host.ts";
import { everyUser } from "../host/support/reference.ts";
import { urlOf } from "../host/support/server-database.ts";
import { openTestHost, type TestHost } from "../host/support/test-host.ts";

/** A network between a host and its database that can be told to drop everything, without closing anything. */
class Network {
  readonly #server = createServer((near) => this.#join(near));
  readonly #ends: Socket[] = [];
  readonly #to: Client;
  isDropping = false;
  /** It begins to drop everything once a host has sent this. */
  dropsAfter: RegExp | undefined;

  /** `url`: where the database is. */
  constructor(url: string) {
    this.#to = new Client({ connectionString: url });
  }

  #join(near: Socket): void {
    const { host, port } = this.#to;
    const far = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    this.#ends.push(near, far);
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on("data", (chunk: Buffer) => {
        if (this.isDropping) return;
        into.write(chunk);
        this.isDropping = from === near && this.dropsAfter?.test(chunk.toString("latin1")) === true;
      });
      from.on("close", () => into.destroy());
      from.on("error", () => {});
    }
  }

  /** The database's URL by way of this network. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, "127.0.0.1", resolve);
    });
    const { user, password, database } = this.#to;
    const who = [user, password].map((part) => encodeURIComponent(part ?? "")).join(":");
    // It listens on a port, so the address is not a pipe's name.
    return `postgresql://${who}@127.0.0.1:${(this.#server.address() as AddressInfo).port}/${database}`;
  }

  close(): void {
    for (const end of this.#ends) end.destroy();
    this.#server.close();
  }
}

let box: TestHost;
let network: Network;
let connection: Connection;
let host: Host;
let headers: Record<string, string>;
let email: string;

beforeAll(async () => {
  box = await openTestHost();
  const [name] = await rows(box.host.deps.db, v.object({ name: v.string() }), sql`select current_database() as name`);
  network = new Network(urlOf(name?.name ?? ""));
  connection = openServer(await network.open());
  connection.beginToServe(500);
  host = await createHost({ connection, clock: box.host.deps.clock, pinCost: { n: 1024, r: 8, p: 1 } });
  const token = await box.tokenFor("super_admin");
  headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
  email = (await everyUser(box, token)).find((user) => user.email)?.email ?? "";
});
afterAll(async () => {
  network.close();
  await connection.close();
  await box.close();
});

const fund = (key: string) =>
  host.app.request(
    "/funduser/fund",
    { method: "POST", headers: { ...headers, "Idempotency-Key": key }, body: JSON.stringify({ email, currency: "SOL", amount: 2 }) },
    { address: "192.0.2.3" },
  );
const statusOf = async (path: string): Promise<number> => (await host.app.request(path, { headers }, { address: "192.0.2.3" })).status;
const fundings = async (): Promise<number> =>
  (await rows(box.host.deps.db, v.object({ id: v.string() }), sql`select id from ledger_entries where kind = 'funding'`)).length;

const silences: [when: string, begin: () => void, doneAlready: number][] = [
  ["before anything of it is done", () => (network.isDropping = true), 0],
  ["once it is committed", () => (network.dropsAfter = /\bcommit\b/i), 1],
];
test.each(silences)(
  "[HOST-5, FUND-6] a database that falls silent %s holds no request up for ever, and a repeat does the deed once",
  async (when, begin, doneAlready) => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => {});
    const key = when.replaceAll(" ", "-");
    expect((await fund(`${key}-ahead`)).status).toBe(200);
    const before = await fundings();
    begin();
    expect((await fund(key)).status).toBe(500);
    expect((await fundings()) - before).toBe(doneAlready);
    expect(await statusOf("/readyz")).toBe(503);
    network.dropsAfter = undefined;
    network.isDropping = false;
    await expect.poll(() => statusOf("/readyz")).toBe(200);
    expect((await fund(key)).status).toBe(200);
    expect((await fundings()) - before).toBe(1);
    logged.mockRestore();
  },
);

test("[HOST-6] a read's statement ends at the database once the app has given it up; others have no such end", async () => {
  const { db, reads } = host.deps;
  const limit = (on: Db) => rows(on, v.object({ limit: v.string() }), sql`select current_setting('statement_timeout') as limit`);
  expect(await reads(limit)).toEqual([{ limit: "15s" }]);
  expect(await limit(db)).toEqual([{ limit: "0" }]);
});

test("[HOST-5] transactions that can't begin while the database is silent take no connection from the pool for good", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const all = (work: () => Promise<unknown>) => Promise.allSettled(Array.from({ length: 10 }, work));
  await all(() => connection.db.execute(sql`select 1`));
  expect(connection.load().connections).toBe(10);
  network.isDropping = true;
  const begun = await all(() => connection.db.transaction(async () => {}));
  expect(new Set(begun.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  network.isDropping = false;
  expect(connection.load().connections).toBe(0);
  expect(await statusOf("/readyz")).toBe(200);
  logged.mockRestore();
});

test("[HOST-5] a connection is kept after a transaction that was rolled back, and dropped where that isn't known", async () => {
  const { db } = connection;
  const pid = v.object({ pid: v.number() });
  const own = async (on: Db) => (await rows(on, pid, sql`select pg_backend_pid() as pid`))[0]?.pid;
  const fails = (tx: Db) => tx.execute(sql`select 1 / 0`);
  const before = await own(db);
  await expect(db.transaction(fails)).rejects.toThrow();
  const inside = await db.transaction(async (tx) => {
    await expect(tx.transaction(fails)).rejects.toThrow();
    return own(tx);
  });
  expect([inside, await own(db)]).toEqual([before, before]);
  // BEGIN itself is refused.
  await expect(db.transaction(own, { isolationLevel: "none" as "serializable" })).rejects.toThrow();
  expect(connection.load()).toEqual({ connections: 0, idle: 0, waiting: 0 });
});
