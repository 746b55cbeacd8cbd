import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import * as v from "valibot";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Connection, openServer } from "../../host/db/connection.ts";
import { rows } from "../../host/db/rows.ts";
import { users } from "../../host/db/schema.ts";
import { createHost, type Host } from "../../host/host.ts";
import { insertTransactions } from "../../host/seed/demo-data.ts";
import { Random } from "../../host/seed/random.ts";
import { seedTransactions } from "../../host/seed/transactions.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { EventReader } from "../host/support/event-reader.ts";
import { makeDatabase, urlOf } from "../host/support/server-database.ts";
import { readyOrigin, spawnHost, spawnedAdmin } from "../host/support/spawned-host.ts";
import { openTestHost, testNow, type TestHost } from "../host/support/test-host.ts";

/** Histories of writers and readers; more are asked for now and then: LIVE_RUNS=50 npm run test:postgres -- tests/postgres/events.test.ts. */
const runs = Number(process.env["LIVE_RUNS"] ?? 2);
const firstSeed = Number(process.env["LIVE_SEED"] ?? 1);

let box: TestHost;
let other: Connection;
let hosts: readonly [Host, Host];
let token: string;
let url: string;
const readers: EventReader[] = [];
const clients: Client[] = [];

beforeAll(async () => {
  box = await openTestHost();
  const [name] = await rows(box.host.deps.db, v.object({ name: v.string() }), sql`select current_database() as name`);
  url = urlOf(name?.name ?? "");
  other = openServer(url);
  hosts = [box.host, await createHost({ connection: other, clock: box.host.deps.clock })];
  token = await box.tokenFor("super_admin");
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cut();
  for (const client of clients.splice(0)) await client.end();
});
afterAll(async () => {
  await hosts[1].events.stop();
  await other.close();
  await box.close();
});

async function follow(host: Host, after?: string): Promise<EventReader> {
  const reader = await EventReader.open((path, headers) => host.app.request(path, { headers }, { address: "192.0.2.1" }), token, after);
  readers.push(reader);
  return reader;
}
async function connect(): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  clients.push(client);
  return client;
}
const kindsOf = (reader: EventReader): string[] => reader.sent.map(({ kind }) => kind);

test("[LIVE-6] of transactions that commit out of order each is told when it is committed: nothing waits for an older one, nothing is skipped", async () => {
  const [early, middle, late] = [await connect(), await connect(), await connect()];
  const streams = [await follow(hosts[0]), await follow(hosts[1])];
  for (const reader of streams) await reader.hello();
  // Each has written, and so has its place among the transactions, before the next one begins.
  for (const [client, name] of [
    [early, "onramp"],
    [middle, "offramp"],
    [late, "markup"],
  ] as const)
    await client.query("begin").then(() => client.query(`update figures set value = value + 1 where name = '${name}'`));
  const told = async (...kinds: string[]): Promise<void> => {
    for (const reader of streams) {
      await reader.until(() => reader.sent.length >= kinds.length);
      expect(kindsOf(reader)).toEqual(kinds);
    }
  };
  await late.query("commit");
  await told("markup");
  const between = await follow(hosts[1], streams[0]?.position);
  expect((await between.hello()).complete).toBe(true);
  await middle.query("rollback");
  await early.query("commit");
  await told("markup", "onramp");
  await between.until(() => between.sent.length > 0);
  expect(kindsOf(between)).toEqual(["onramp"]);
});

test("[LIVE-6] a host whose connection for messages breaks looks by itself once it has another one", async () => {
  const reader = await follow(hosts[1]);
  await reader.hello();
  const { db } = box.host.deps;
  const listening = sql`pg_stat_activity where application_name = 'counterfoil events' and datname = current_database()`;
  await db.execute(sql`select pg_terminate_backend(pid) from ${listening}`);
  await db.execute(sql`update figures set value = value + 1 where name = 'markup'`);
  await reader.until(() => reader.sent.length > 0);
  expect(kindsOf(reader)).toEqual(["markup"]);
});

test("[LIVE-5] who looks at the same user through another host process is named, too", async () => {
  const [ada, obi] = [await box.tokenFor("admin"), await box.tokenFor("moderator")];
  const look = async (host: Host, as: string): Promise<void> => {
    const body = JSON.stringify({ subject: "user:ada@example.com" });
    const headers = { Authorization: `Bearer ${as}` };
    expect((await host.app.request("/api/events/presence", { method: "PUT", headers, body }, { address: "192.0.2.1" })).status).toBe(200);
  };
  const reader = await EventReader.open((path, headers) => hosts[0].app.request(path, { headers }, { address: "192.0.2.1" }), ada);
  readers.push(reader);
  await reader.hello();
  // The first host has heard of its own, so it listens to the other.
  await look(hosts[1], obi);
  await look(hosts[1], ada);
  await reader.until(() => reader.of("presence").length > 0);
  expect(reader.of("presence")[0]?.data).toEqual({ subject: "user:ada@example.com", names: ["Test moderator"] });
  await box.call("POST /adminsignin/logout", { token: obi });
  await reader.until(() => reader.of("presence").length > 1);
  expect(reader.of("presence")[1]?.data.names).toEqual([]);
});

/** A transaction of a writer's: what it adds, and when its commit was sent and answered, by one count of such moments. */
interface Deed {
  readonly id: string;
  readonly sentAt: number;
  readonly answeredAt: number;
}

const writers = 6;
const deedsOfEach = 25;
const readersOfEach = 2;

/** Writers whose transactions overlap, some undone, each adding a row and counting up a figure; returns what was committed. */
async function write(random: Random): Promise<Deed[]> {
  const people = (await box.host.deps.db.select().from(users).limit(2)).map(({ id, username }) => ({ id, username }));
  const deeds: Deed[] = [];
  let moment = 0;
  const writer = async (client: Client): Promise<void> => {
    for (let at = 0; at < deedsOfEach; at += 1) {
      const [row] = seedTransactions(random, people, testNow, testNow);
      if (row === undefined) throw new Error("nobody is there");
      const id = randomBytes(12).toString("hex");
      const { user_id: userId, username, type, status, currency, amount, reference } = row;
      await client.query("begin");
      if (random.chance(0.5)) await client.query("select pg_current_xact_id()");
      await pause(random.whole(0, 4));
      await client.query(
        "insert into transactions (id, user_id, username, type, status, currency, amount, reference, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)",
        [id, userId, username, type, status, currency, amount, reference, testNow],
      );
      await pause(random.whole(0, 4));
      if (random.chance(0.4))
        await client.query("update figures set value = value + 1 where name = $1", [random.pick(["onramp", "offramp"])]);
      if (random.chance(0.1)) {
        await client.query("rollback");
        continue;
      }
      await pause(random.whole(0, 6));
      moment += 1;
      const sentAt = moment;
      await client.query("commit");
      moment += 1;
      deeds.push({ id, sentAt, answeredAt: moment });
    }
  };
  await Promise.all(Array.from({ length: writers }, async () => writer(await connect())));
  return deeds;
}

interface Seen {
  readonly kind: string;
  readonly key: string;
  readonly value: number | undefined;
  /** Which of the reader's streams brought it. */
  readonly stream: number;
}
const sentRow = v.looseObject({ id: v.optional(v.string()), rate: v.optional(v.number()) });

/** Reads on and on from a position, is cut at random, and goes on from its last position at one of the hosts, until it has come to `end`. */
async function readUntil(end: Promise<string>, from: string | undefined, random: Random): Promise<Seen[]> {
  const seen: Seen[] = [];
  let position = from;
  let stream = 0;
  const written = { upTo: "" };
  void end.then((found) => {
    written.upTo = found;
  });
  while (position !== written.upTo) {
    const reader = await follow(random.pick(hosts), position);
    const enough = random.whole(0, 30);
    const isThere = (): boolean => reader.position === written.upTo || reader.hasEnded;
    await Promise.race([reader.until(() => reader.sent.length >= enough || isThere()), end.then(() => reader.until(isThere))]);
    const { sent } = reader;
    position = reader.position ?? position;
    await reader.cut();
    expect(reader.of("reset")).toEqual([]);
    for (const { kind, row } of sent) {
      const { id, rate } = v.parse(sentRow, row);
      seen.push({ kind, key: id ?? kind, value: rate, stream });
    }
    stream += 1;
  }
  return seen;
}

test.each(Array.from({ length: runs }, (_, at) => [firstSeed + at]))(
  "[LIVE-6] [LIVE-2] whoever reads beside writers, cut at random, is told of each commit once, and of none before one that was over when it began (seed %i)",
  async (seed) => {
    const random = new Random(seed);
    let finish: (position: string) => void = () => {};
    const end = new Promise<string>((resolve) => {
      finish = resolve;
    });
    // Nobody is told of what was over before.
    const { position } = await (await follow(hosts[0])).hello();
    const readers = Array.from({ length: 2 * readersOfEach }, (_, at) => readUntil(end, position, new Random(seed * 100 + at)));
    const reading = Promise.all(readers);
    const deeds = await write(random);
    // A last change that everybody comes to.
    const closing = await follow(hosts[0]);
    await closing.hello();
    await box.host.deps.db.execute(sql`update figures set value = value where name = 'markdown'`);
    // The host may have been behind the last commits when this stream began.
    await closing.until(() => closing.sent.some(({ kind }) => kind === "markdown"));
    finish(closing.position ?? "");
    const byId = new Map(deeds.map((deed) => [deed.id, deed]));
    expect(byId.size).toBeGreaterThan(writers * deedsOfEach * 0.7);
    for (const seen of await reading) {
      const ids = seen.flatMap(({ kind, key }) => (kind === "transaction" ? key : []));
      expect(ids.toSorted()).toEqual([...byId.keys()].toSorted());
      let latestSent = 0;
      for (const id of ids) {
        const { sentAt, answeredAt } = byId.get(id) ?? { sentAt: 0, answeredAt: 0 };
        expect(answeredAt, `${id} comes after one that was committed later`).toBeGreaterThan(latestSent);
        latestSent = Math.max(latestSent, sentAt);
      }
      for (const name of ["onramp", "offramp"]) {
        const told = seen.filter(({ kind }) => kind === name);
        const values = told.map(({ value }) => value ?? 0);
        // A row is read when it is told: another host may have read it before the last one did, and tells the newer state next.
        expect(told).toEqual(told.toSorted((a, b) => a.stream - b.stream || (a.value ?? 0) - (b.value ?? 0)));
        const [figure] = await rows(box.host.deps.db, v.object({ value: v.string() }), sql`select value from figures where name = ${name}`);
        if (values.length > 0) expect(values.at(-1)).toBe(Number(figure?.value));
      }
    }
  },
);

test("[LIVE-6] of two hosts on one database one is killed: its readers go on at the other one, without loss and without doubles, and are let go when that ends", async () => {
  const home = mkdtempSync(join(tmpdir(), "counterfoil-live-"));
  const database = await makeDatabase();
  const begin = (name: string) =>
    spawnHost({ DATABASE_URL: database.url, DATA_DIR: join(home, name), LOG: "text" }, ["--users=3", "--transactions=10"]);
  const [hostA, hostB] = [begin("a"), begin("b")];
  const { db, close } = openServer(database.url);
  try {
    const [originA, originB] = [await readyOrigin(hostA), await readyOrigin(hostB)];
    const opened = await fetch(`${originA}/adminsignin/signin`, { method: "POST", body: JSON.stringify(spawnedAdmin) });
    const as = v.parse(openedSession, await opened.json()).accessToken;
    const at = (origin: string, after?: string) => EventReader.open((path, headers) => fetch(origin + path, { headers }), as, after);
    const people = (await db.select().from(users)).map(({ id, username }) => ({ id, username }));
    const random = new Random(5);
    const add = async (count: number): Promise<void> => {
      for (let made = 0; made < count; made += 1) await insertTransactions(db, seedTransactions(random, people, new Date(), new Date()));
    };
    const [first, beside] = [await at(originA), await at(originB)];
    await first.hello();
    await beside.hello();
    const [before] = await rows(db, v.object({ rows: v.number() }), sql`select count(*)::int as rows from transactions`);
    const adding = add(60);
    await first.until(() => first.sent.length > 10);
    hostA.child.kill("SIGKILL");
    await first.until(() => first.hasEnded);
    expect(first.hasBroken).toBe(true);
    const second = await at(originB, first.position);
    await adding;
    const [after] = await rows(db, v.object({ rows: v.number() }), sql`select count(*)::int as rows from transactions`);
    const added = (after?.rows ?? 0) - (before?.rows ?? 0);
    await beside.until(() => beside.sent.length === added);
    await second.until(() => first.sent.length + second.sent.length >= added);
    const ids = (...of: EventReader[]) => of.flatMap((reader) => reader.of("change").map(({ id }) => id));
    expect(ids(first, second)).toEqual(ids(beside));
    expect(new Set(ids(beside)).size).toBe(added);
    hostB.child.kill("SIGTERM");
    for (const reader of [second, beside]) {
      await reader.ended();
      expect(reader.hasBroken).toBe(false);
    }
    expect(await hostB.ended).toBe(0);
  } finally {
    for (const host of [hostA, hostB]) {
      host.child.kill("SIGKILL");
      await host.ended;
    }
    await close();
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  }
});
