import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { readState } from "../../src/db/database.ts";
import { connect, type Host } from "../../src/sync/host.ts";
import { sessionStore } from "../../src/sync/session-store.ts";
import { startSync, type Sync } from "../../src/sync/start-sync.ts";
import { allTransactions } from "../../src/sync/transaction-source.ts";
import { FilteredList } from "../../src/sync/filtered-list.ts";

/** What the played host answers, by path; anything else fails the test. */
let answers: Record<string, () => Response>;
let host: Host;
let sync: Sync;
let unexpected: string[];

const json =
  (value: unknown): (() => Response) =>
  () =>
    new Response(JSON.stringify(value), { headers: { "content-type": "application/json" } });
const row = (id: string, minute: number) => ({
  id,
  createdAt: new Date(Date.UTC(2026, 10, 1, 0, minute)).toISOString(),
  username: `user ${id}`,
  status: "PENDING",
  amount: "1.5",
});

const recent = "/analytics/recent-transactions";
const filtered = "/analytics/filter";
const dashboard = "/analytics/dashboard";
const users = "/usermanagement/users";

const good = (): typeof answers => ({
  [recent]: json({ success: true, data: [row("b", 2), row("a", 1)], pagination: { hasNextPage: false } }),
  [filtered]: json({ success: true, data: { transactions: [row("b", 2)] }, pagination: { hasNextPage: false } }),
  [dashboard]: json({ data: { users: { total: 2 }, transactionVolume: 12 } }),
  [users]: json({ data: { users: [{ _id: "u1", email: "ada@example.com" }], pagination: { total: 1 } } }),
});

beforeEach(async () => {
  answers = good();
  unexpected = [];
  vi.stubGlobal("fetch", (input: string) => {
    const answer = answers[new URL(input, "http://host").pathname];
    if (!answer) unexpected.push(input);
    return Promise.resolve(answer ? answer() : new Response("", { status: 599 }));
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
  host = connect(v.parse(config, { host: "http://host" }));
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  sync = await startSync(session, host);
});

afterEach(() => {
  expect(unexpected).toEqual([]);
  sync.end();
  sync.db.close();
  sessionStore.close();
  vi.unstubAllGlobals();
});

const dump = async (): Promise<unknown> =>
  Object.fromEntries(await Promise.all(sync.db.tables.map(async (table) => [table.name, await table.toArray()])));

const enormous = "x".repeat(2_000_000);

/** Bodies that are wrong for every call. */
const broken: Record<string, () => Response> = {
  "an empty body": () => new Response(""),
  "HTML with status 200": () => new Response("<!doctype html><p>Maintenance</p>", { headers: { "content-type": "text/html" } }),
  "cut JSON": () => new Response('{"success":true,"data":[{"id":"a","createdAt":"2026-'),
  null: json(null),
  "a number": json(7),
  "an array": json([1, 2]),
  "success false": json({ success: false, message: "no" }),
  "__proto__ for data": () => new Response('{"__proto__":{"data":[]},"constructor":{"prototype":{"data":[]}}}'),
  "an enormous string for data": json({ data: enormous }),
};

/** Wrong for the lists of transactions. */
const brokenRows: Record<string, () => Response> = {
  "a null row": json({ success: true, data: [row("b", 2), null], pagination: { hasNextPage: false } }),
  "a row without an id": json({ success: true, data: [{ createdAt: "2026-11-01T00:00:00Z" }] }),
  "a row without a date": json({ success: true, data: [{ id: "a" }] }),
  "a date that is none": json({ success: true, data: [{ id: "a", createdAt: "yesterday" }] }),
  "an object for a username": json({ success: true, data: [{ ...row("a", 1), username: { first: "Ada" } }] }),
  "text for an amount": json({ success: true, data: [{ ...row("a", 1), amount: "a lot" }] }),
};

const brokenUsers: Record<string, () => Response> = {
  "a null user": json({ data: { users: [null] } }),
  "users that are no list": json({ data: { users: { ada: 1 } } }),
  "a user without id and email": json({ data: { users: [{ username: "ada" }] } }),
};

const feeds = {
  [recent]: { read: () => sync.refreshHead(), bodies: { ...broken, ...brokenRows } },
  [filtered]: { read: () => new FilteredList(sync, { currency: "BTC" }).refreshHead(), bodies: { ...broken, ...brokenRows } },
  [dashboard]: { read: () => sync.refreshAnalytics(), bodies: broken },
  [users]: { read: () => sync.refreshAnalytics(), bodies: { ...broken, ...brokenUsers } },
};

describe.each(Object.entries(feeds))("GET %s", (path, { read, bodies }) => {
  test.each(Object.entries(bodies))("[SYNC-8] %s keeps the cache as it was, and the trouble names the call", async (_, answer) => {
    await sync.refreshHead();
    await sync.refreshAnalytics();
    const before = await dump();
    host.trouble.set(undefined);
    // Only the call in question goes wrong; the figures that come with it stay the same to the letter.
    answers = { ...good(), [path]: answer };
    await read();
    expect(withoutTimes(await dump())).toEqual(withoutTimes(before));
    expect(host.trouble.get()?.call).toBe(`GET ${path}`);
  });
});

/** What is cached, without when it was last seen to be so: a read that went well moves that alone. */
function withoutTimes(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, one: unknown) =>
      ["asOf", "seenAt", "headAsOf", "endAsOf"].includes(key) || (key === "value" && typeof one === "number") ? undefined : one,
    ),
  );
}

test("[SYNC-8] an unknown status, a number as text, markup and 10,000 characters are kept as they came", async () => {
  const long = `<img src=x onerror=alert(1)>${"y".repeat(10_000)}`;
  answers[recent] = json({
    success: true,
    data: [{ ...row("a", 1), id: 42, username: long, status: "TELEPORTED", amount: "-12.50" }],
    pagination: { hasNextPage: false },
  });
  expect(await sync.refreshHead()).toEqual({ is: "done" });
  const window = await allTransactions(sync).read(0, 10, []);
  const [item] = window.items;
  expect(item?.is === "row" && [item.row.id, item.row.username, item.row.status, item.row.amount]).toEqual([
    "42",
    long,
    "TELEPORTED",
    "-12.50",
  ]);
});

test("[SYNC-8] keys that could reach a prototype are dropped", async () => {
  answers[recent] = () =>
    new Response(
      '{"success":true,"data":[{"id":"a","createdAt":"2026-11-01T00:00:00Z","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}],"pagination":{"hasNextPage":false}}',
    );
  await sync.refreshHead();
  expect((await readState(sync.db, "coverage"))?.length).toBe(1);
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
});
