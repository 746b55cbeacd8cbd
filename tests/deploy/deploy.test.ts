import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, openServer } from "../../host/db/connection.ts";
import { ledgerEntries } from "../../host/db/schema.ts";
import { messageOf } from "../../src/contract/refusal.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { EventReader } from "../host/support/event-reader.ts";
import { ledgerProblems } from "../host/support/ledger.ts";
import { type TestDatabase, makeDatabase } from "../host/support/server-database.ts";
import { type Spawned, readyOrigin, spawnHost, spawnedAdmin } from "../host/support/spawned-host.ts";
import { Client, publicName, startPooler, startProxy } from "./servers.ts";

const home = mkdtempSync(join(tmpdir(), "counterfoil-deploy-"));
let database: TestDatabase;
let direct: Connection;
let pooler: Awaited<ReturnType<typeof startPooler>>;
let proxy: Awaited<ReturnType<typeof startProxy>>;
let hosts: Spawned[] = [];
let client: Client;
let token: string;
let email: string;

beforeAll(async () => {
  database = await makeDatabase();
  direct = openServer(database.url);
  const { pathname, searchParams } = new URL(database.url.replace("@/", "@socket/"));
  const name = pathname.slice(1);
  for (const parameter of ["lock_timeout", "idle_in_transaction_session_timeout"])
    await direct.db.execute(sql.raw(`alter role postgres set ${parameter} = '20s'`));
  pooler = await startPooler(searchParams.get("host") ?? "", name);
  const env = {
    DATABASE_URL: `postgresql://postgres@127.0.0.1:${pooler.port}/${name}`,
    PUBLIC_URL: `https://${publicName}`,
    TRUST_PROXY: "1",
    METRICS_TOKEN: "a-token-of-some-length",
  };
  // Both at once on an empty database.
  hosts = ["a", "b"].map((dir) => spawnHost({ ...env, DATA_DIR: join(home, dir) }, ["--users=3", "--transactions=200"]));
  const origins = await Promise.all(hosts.map(readyOrigin));
  proxy = await startProxy(origins.map((origin) => Number(new URL(origin).port)));
  client = new Client(proxy.port, proxy.certificate);
  const opened = await client.ask("/adminsignin/signin", { method: "POST", body: JSON.stringify(spawnedAdmin) });
  token = v.parse(openedSession, await opened.json()).accessToken;
  const listed = await client.ask("/usermanagement/users?limit=1", { headers: { Authorization: `Bearer ${token}` } });
  email = v.parse(usersAnswer, await listed.json()).users[0]?.email ?? "";
});
afterAll(async () => {
  client?.close();
  await proxy?.stop();
  for (const { child, ended } of hosts) {
    child.kill("SIGKILL");
    await ended;
  }
  await pooler?.stop();
  await direct?.close();
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});

const auth = () => ({ Authorization: `Bearer ${token}` });
const funded = v.object({ data: v.object({ reference: v.string() }) });
const fund = (key: string): Promise<Response> =>
  client.ask("/funduser/fund", {
    method: "POST",
    headers: { ...auth(), "idempotency-key": key },
    body: JSON.stringify({ email, currency: "USDT", amount: 1 }),
  });
const openStream = (after?: string): Promise<EventReader> =>
  EventReader.open((path, headers) => client.ask(path, { headers }), token, after);

test("[HOST-6] both hosts begin on an empty database through PgBouncer, and are reached by HTTP/2 over TLS under their public name", async () => {
  expect(client.session.alpnProtocol).toBe("h2");
  const answer = await client.ask("/config.json");
  expect(answer.status).toBe(200);
  expect(answer.headers.get("strict-transport-security")).toContain("max-age=31536000");
  expect((await client.ask("/analytics/recent-transactions?page=4&limit=50", { headers: auth() })).status).toBe(200);
  // Only the pooler is connected to the database, with fewer connections than two hosts have.
  const pools = await direct.db.execute(
    sql`select 1 from pg_stat_activity where application_name like 'counterfoil%' and pid <> pg_backend_pid()`,
  );
  expect(v.parse(v.object({ rows: v.array(v.unknown()) }), pools).rows.length).toBeLessThanOrEqual(20);
});

test("what the proxy keeps to itself is refused, and a flood of sign-ins gets no further than it", async () => {
  expect((await client.ask("/metrics", { headers: { Authorization: "Bearer a-token-of-some-length" } })).status).toBe(403);
  const wrong = { method: "POST", body: JSON.stringify({ email: "nobody@example.com", passwordPin: "111111" }) };
  const answers = await Promise.all(Array.from({ length: 40 }, () => client.ask("/adminsignin/signin", wrong)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(19);
  for (const answer of refused) expect(messageOf(await answer.text())).toMatch(/^Too many /);
});

test("[LIVE-4] a stream of changes comes through the proxy piece by piece, and tells a change within the look of 10 s", async () => {
  const stream = await openStream();
  expect(stream.response.headers.get("content-type")).toContain("text/event-stream");
  await stream.hello();
  const { reference } = v.parse(funded, await (await fund(randomUUID())).json()).data;
  const begun = performance.now();
  await stream.until(() => JSON.stringify(stream.sent).includes(reference));
  const tookMs = performance.now() - begun;
  expect(tookMs).toBeLessThan(15_000);
  const { comments } = stream;
  await stream.until(() => stream.comments > comments);
  console.log(`through PgBouncer by transaction and nginx a change was told after ${Math.round(tookMs)} ms`);
  await stream.cut();
});

test("[HOST-6] of two hosts behind the proxy one is killed in the middle of fundings: each funding is done and told once", async () => {
  const told = new Map<string, number>();
  const stream = { now: await openStream(), over: false, reopened: 0 };
  await stream.now.hello();
  const following = (async () => {
    let seen = 0;
    for (;;) {
      const { now } = stream;
      await now.until(() => now.sent.length > seen || now.hasEnded || stream.over).catch(() => {});
      for (const { row } of now.sent.slice(seen)) {
        const found = v.safeParse(v.object({ reference: v.string() }), row);
        if (found.success) told.set(found.output.reference, (told.get(found.output.reference) ?? 0) + 1);
      }
      seen = now.sent.length;
      if (stream.over) return;
      if (!now.hasEnded) continue;
      stream.reopened += 1;
      stream.now = await openStream(now.position);
      seen = 0;
    }
  })();
  const done = new Map<string, string>();
  let lost = 0;
  const over = new AbortController();
  const one = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const key = randomUUID();
      while (!done.has(key)) {
        const body: unknown = await fund(key).then(
          (answer) => (answer.status === 200 ? answer.json() : undefined),
          () => undefined,
        );
        const found = v.safeParse(funded, body);
        if (found.success) done.set(key, found.output.data.reference);
        else {
          lost += 1;
          await pause(50);
        }
      }
    }
  };
  const clients = Promise.all(Array.from({ length: 6 }, one));
  const more = async (count: number): Promise<void> => {
    const enough = done.size + count;
    while (done.size < enough) await pause(10);
  };
  await more(15);
  hosts[0]?.child.kill("SIGKILL");
  await more(40);
  over.abort();
  await clients;
  const references = [...done.values()];
  while (!references.every((reference) => told.has(reference))) await pause(50);
  stream.over = true;
  await stream.now.cut();
  await following;

  expect(new Set(references).size).toBe(done.size);
  expect(references.filter((reference) => told.get(reference) !== 1)).toEqual([]);
  const entries = await direct.db.select().from(ledgerEntries).where(eq(ledgerEntries.kind, "funding"));
  // The test before has funded once.
  expect(entries.length).toBe(done.size + 1);
  expect(await ledgerProblems(direct.db)).toEqual([]);
  console.log(
    `${done.size} fundings, ${lost} answers lost or refused when one of two hosts was killed, the stream opened again ${stream.reopened} times`,
  );
});
