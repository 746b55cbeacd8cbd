import { type SQL, sql } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import * as v from "valibot";
import { expect, test } from "vitest";
import type { Connection, Db } from "../../host/db/connection.ts";
import { Replica } from "../../host/db/replica.ts";
import { rows } from "../../host/db/rows.ts";
import { Refusal } from "../../host/http/refusal.ts";

const dialect = new PgDialect();

/** A database that only answers how far it is. */
function playedDb(answer: (query: string) => object): Connection {
  const execute = (query: SQL) => Promise.resolve({ rows: [answer(dialect.sqlToQuery(query).sql)] });
  // The replica only uses these.
  const db = { execute } as unknown as Db;
  return { db, read: (work) => work(db) } as Connection;
}

function play(isThere: () => boolean) {
  let now = 0;
  let asked = 0;
  const primary = playedDb(() => ({ at: "0/1", origin: "1 counterfoil", timeline: "00000001" }));
  const replica = playedDb(() => {
    asked += 1;
    now += 60;
    return { isReplica: true, isThere: isThere() };
  });
  return {
    primary,
    replica,
    of: new Replica(primary, replica, () => now),
    asked: () => asked,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("[HOST-7] a read that the replica cancels is done by the database, and the replica is left aside for a while", async () => {
  const { of, primary, replica, pass, asked } = play(() => true);
  const read = () =>
    of.read(async (db) => {
      if (db === replica.db) throw new Error("canceling statement due to conflict with recovery");
      return db === primary.db ? "read" : "";
    });
  expect(await read()).toBe("read");
  expect(await read()).toBe("read");
  expect(asked()).toBe(1);
  pass(250);
  await read();
  expect(asked()).toBe(2);
  // The pause has doubled.
  pass(250);
  await read();
  expect(asked()).toBe(2);
  pass(250);
  await read();
  expect(asked()).toBe(3);
  expect(of.counts).toEqual({ here: 0, instead: 5 });
});

test("[HOST-7] a replica that is behind is waited for, a tenth of a second at most", async () => {
  let answers = 0;
  const late = play(() => (answers += 1) > 1);
  expect(await late.of.read(async (db) => db === late.replica.db)).toBe(true);
  expect(late.asked()).toBe(2);
  const never = play(() => false);
  expect(await never.of.read(async (db) => db === never.primary.db)).toBe(true);
  expect(never.asked()).toBe(2);
});

test("[HOST-7] of several replicas at one address, the one that is read from is the one that has all", async () => {
  const server = (name: string, isThere: boolean) =>
    playedDb((query) => (query.includes("pg_last_wal_replay_lsn") ? { isReplica: true, isThere } : { name }));
  const servers = [server("up to date", true), server("behind", false)] as const;
  let connections = 0;
  const next = (): Connection => servers[connections++ % 2 === 0 ? 0 : 1];
  const replica = { read: (work) => next().read(work) } as Connection;
  const primary = playedDb((query) =>
    query.includes("pg_current_wal_flush_lsn") ? { at: "0/1", origin: "1 counterfoil", timeline: "00000001" } : { name: "database" },
  );
  const of = new Replica(primary, replica);
  const read = () => of.read((db) => rows(db, v.object({ name: v.string() }), sql`select name`));
  expect(await read()).toEqual([{ name: "up to date" }]);
  expect(await read()).toEqual([{ name: "database" }]);
});

test("[HOST-7] what a read refuses is refused, and not read twice", async () => {
  const { of } = play(() => true);
  let reads = 0;
  const read = of.read(async () => {
    reads += 1;
    throw new Refusal(404, "There is no such user");
  });
  await expect(read).rejects.toThrow("There is no such user");
  expect(reads).toBe(1);
});
