import * as v from "valibot";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type User, user as userSchema, usersAnswer, type UsersQuery } from "../../src/contract/users.ts";
import { openInMemory } from "../../src/db/store/open.ts";
import type { Database } from "../../src/db/store/database.ts";
import { placePage } from "../../src/app/screens/users/placed-page.ts";
import { putUserPage, readUserPage } from "../../src/db/people/user-pages.ts";
import { recordOutcome, settleAttempt, type Settlement, writeAttempt } from "../../src/db/money/journal.ts";
import { findAmong, findCachedUsers, putUsers, readUser } from "../../src/db/people/users.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { userFeed, userPageFeed } from "../../src/sync/feeds/users-feed.ts";
import { matchingUsers, type ZonedUsersQuery } from "../../src/db/people/users-query.ts";
import { putWallets, readWallets } from "../../src/db/figures/wallets.ts";

const person = (n: number, fields: object = {}): User =>
  v.parse(userSchema, {
    _id: `u${n}`,
    username: "same name",
    email: `u${n}@example.com`,
    createdAt: new Date(Date.UTC(2026, 0, 100 - n)).toISOString(),
    ...fields,
  });
const people = (from: number, to: number): User[] => Array.from({ length: to - from }, (_, n) => person(from + n));

let db: Database;
const open = async (): Promise<Database> => {
  ({ db } = await openInMemory("users"));
  return db;
};
afterEach(() => db.close());
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

describe("the cached users", () => {
  test("[USER-10] a page comes back as the host sent it, in its order, with its total and age", async () => {
    await open();
    const query = { limit: 10, skip: 0, sort: "-createdAt", q: "x" };
    await putUserPage(db, query, { users: [person(3), person(1), person(2)], total: 40, asOf: 7 });
    const { sort, q, ...rest } = query;
    const page = await readUserPage(db, { q, sort, ...rest });
    expect({ ids: ids(page?.rows ?? []), total: page?.total, asOf: page?.asOf }).toEqual({ ids: ["u3", "u1", "u2"], total: 40, asOf: 7 });
    expect(await readUserPage(db, { ...query, skip: 10 })).toBeUndefined();
  });

  test("[USER-4, USER-10] a total below what was sent is none: it ends no list, and takes nobody out of the cache", async () => {
    await open();
    await putUserPage(db, { limit: 2, skip: 2 }, { users: people(3, 5), total: 40, asOf: 7 });
    const query = { limit: 2, skip: 0 };
    for (const total of [0, 1]) {
      await putUserPage(db, query, { users: people(1, 3), total, asOf: 8 });
      expect(ids((await readUserPage(db, { limit: 2, skip: 2 }))?.rows ?? [])).toEqual(["u3", "u4"]);
      const rows = (await readUserPage(db, query))?.rows ?? [];
      expect(placePage({ rows, basis: { is: "host", total, asOf: 8 }, skip: 0 }, 2)).toMatchObject({ total: 3, pages: 2 });
    }
  });

  test("[USER-10] a user who is sent twice in a page stands in it once", async () => {
    await open();
    await putUserPage(db, { limit: 3, skip: 0 }, { users: [person(1), person(2), person(1)], total: 3, asOf: 7 });
    expect(ids((await readUserPage(db, { limit: 3, skip: 0 }))?.rows ?? [])).toEqual(["u1", "u2"]);
  });

  test("[USER-10] an answer to an older question never replaces a newer one", async () => {
    await open();
    const query = { limit: 2, skip: 0 };
    await putUserPage(db, query, { users: [person(1, { username: "new" })], total: 1, asOf: 20 });
    await putUserPage(db, query, { users: [person(1, { username: "old" })], total: 9, asOf: 10 });
    const page = await readUserPage(db, query);
    expect(page?.total).toBe(1);
    expect(page?.rows[0]?.username).toBe("new");
  });

  test("[USER-10, SYNC-3] nor does an answer to another question that was asked before", async () => {
    await open();
    await putUsers(db, [person(1, { kycStatus: "verified" })], 20);
    await putUserPage(db, { limit: 2, skip: 0 }, { users: [person(1, { kycStatus: "pending" }), person(2)], total: 2, asOf: 10 });
    await putUsers(db, [person(1, { kycStatus: "pending" })], 15);
    expect(await readUser(db, { id: "u1" })).toMatchObject({ kycStatus: "verified", seenAt: 20 });
    const page = await readUserPage(db, { limit: 2, skip: 0 });
    expect(ids(page?.rows ?? [])).toEqual(["u1", "u2"]);
  });

  test("[SYNC-3, USER-10] a user whom the host no longer sends between those of his page leaves the cache; his neighbours stay", async () => {
    await open();
    await putUserPage(db, { limit: 5, skip: 0 }, { users: people(0, 5), total: 20, asOf: 1 });
    await putUserPage(db, { limit: 5, skip: 5 }, { users: people(5, 10), total: 20, asOf: 2 });
    await putUserPage(db, { limit: 5, skip: 0 }, { users: people(0, 6).filter(({ id }) => id !== "u2"), total: 19, asOf: 3 });
    expect(ids((await findCachedUsers(db, { limit: 50 })).rows)).toEqual(["u0", "u1", "u3", "u4", "u5", "u6", "u7", "u8", "u9"]);
  });

  test("[SYNC-3, USER-7] the wallets of a user whom the host no longer sends leave the cache, too", async () => {
    await open();
    await putUserPage(db, { limit: 3, skip: 0 }, { users: people(0, 3), total: 3, asOf: 1 });
    for (const { email = "" } of people(0, 3)) await putWallets(db, email, { email, balances: {}, wallets: {} }, 1);
    await putUserPage(db, { limit: 3, skip: 0 }, { users: [person(0), person(2)], total: 2, asOf: 2 });
    expect(await db.wallets.toCollection().primaryKeys()).toEqual(["u0@example.com", "u2@example.com"]);
  });

  test("[SYNC-2, USER-2] a page that shows that an account is gone, and that its email has registered again, has the new one", async () => {
    await open();
    await putUserPage(db, { limit: 3, skip: 0 }, { users: people(1, 3), total: 2, asOf: 1 });
    const again = person(0, { email: "U1@example.com" });
    await putUserPage(db, { limit: 3, skip: 0 }, { users: [again, person(2)], total: 2, asOf: 2 });
    expect(ids((await readUserPage(db, { limit: 3, skip: 0 }))?.rows ?? [])).toEqual(["u0", "u2"]);
  });

  test.each([
    ["once", [0, 3], ["u0", "u1", "u2", "u3"]],
    ["twice", [0, 0], []],
    ["once, and then another short one", [0, 2], ["u0", "u1"]],
  ])("[SYNC-3] users whom an answer lacks %s: a second one decides", async (_, lengths, left) => {
    await open();
    const query = { limit: 10, skip: 0 };
    await putUserPage(db, query, { users: people(0, 3), total: 4, asOf: 1 });
    await putUsers(db, [person(3)], 1);
    let asked = 0;
    const read = () => {
      const users = people(0, lengths[asked] ?? 0);
      asked += 1;
      return Promise.resolve({ is: "answered", sentAt: 1 + asked, value: { users, total: users.length === 3 ? 4 : users.length } });
    };
    // The part of a host that the feed uses.
    const host = { config: { paths: {} }, reads: { read } } as unknown as Host;
    await userPageFeed(host, db)(query, new AbortController().signal);
    expect(ids((await findCachedUsers(db, { limit: 50 })).rows)).toEqual(left);
  });

  test("[SYNC-3] a search, or another order, says nothing of users that it leaves out", async () => {
    await open();
    await putUserPage(db, { limit: 5, skip: 0 }, { users: people(0, 5), total: 5, asOf: 1 });
    await putUserPage(db, { limit: 5, skip: 0, q: "u1" }, { users: [person(1)], total: 1, asOf: 2 });
    await putUserPage(db, { limit: 5, skip: 0, sort: "email" }, { users: [person(0), person(4)], total: 5, asOf: 3 });
    expect((await findCachedUsers(db, {})).of).toBe(5);
  });

  test("[USER-10] a page beyond the cached users is their last one", async () => {
    await open();
    await putUserPage(db, { limit: 10, skip: 0 }, { users: people(0, 7), total: 7, asOf: 1 });
    const found = await findCachedUsers(db, { limit: 5, skip: 400 });
    expect({ skip: found.skip, ids: ids(found.rows), of: found.of }).toEqual({ skip: 5, ids: ["u5", "u6"], of: 7 });
  });

  test("[USER-10] a page of all users by date is read without the others, and is the one that all of them would give", async () => {
    await open();
    // Some of the same second.
    const some = people(0, 23).map((one, n) => ({ ...one, createdAt: new Date(Math.floor(n / 3) * 60_000).toISOString() }));
    await putUsers(db, some, 1);
    const all = await db.users.toArray();
    const wholeReads = vi.spyOn(db.users, "toArray");
    for (const sort of ["-createdAt", "createdAt"] as const)
      for (const page of [{}, { limit: 10, skip: 10 }, { limit: 25, skip: 0 }, { limit: 10, skip: 90 }]) {
        const query = { ...page, sort };
        expect(await findCachedUsers(db, query), JSON.stringify(query)).toEqual(await findAmong(db, all, query));
      }
    expect(wholeReads).not.toHaveBeenCalled();
    await putUsers(db, [{ ...person(99), createdAt: undefined }], 1);
    expect((await findCachedUsers(db, { limit: 10, skip: 20 })).rows.at(-1)?.id).toBe("u99");
  });
});

/** A host with these users, that filters by its own days and sorts as it is asked to, and what it was asked for. */
function hostOf(users: readonly User[], read = (query: UsersQuery): UsersQuery => query) {
  const asked: UsersQuery[] = [];
  const answer = async (_: unknown, { query }: { query: UsersQuery }) => {
    asked.push(query);
    const found = matchingUsers(users, read(query));
    const start = Number(query.skip);
    return {
      is: "answered",
      sentAt: 5,
      value: { users: found.slice(start, start + Number(query.limit)), total: found.length, skip: start },
    };
  };
  // The part of a host that the feed uses.
  return { host: { config: { paths: {} }, reads: { read: answer } } as unknown as Host, asked };
}
const pageOf = async (host: Host, query: ZonedUsersQuery) => {
  expect(await userPageFeed(host, db)(query, new AbortController().signal)).toEqual({ is: "done" });
  const page = await readUserPage(db, query);
  return { ids: ids(page?.rows ?? []), total: page?.total };
};
/** So many users, one every so many minutes, the newest first. */
const every = (minutes: number, count: number): User[] =>
  Array.from({ length: count }, (_, n) =>
    person(n, { username: `n${n % 7}`, createdAt: new Date(Date.UTC(2026, 0, 21, 23) - n * minutes * 60_000).toISOString() }),
  );

test.each(["-createdAt", "createdAt", "username"])(
  "[USER-2, SET-1] in a zone that isn't the host's, the pages of a date filter by %s are those of the zone's days",
  async (sort) => {
    await open();
    const hourly = every(60, 96);
    for (const timeZone of ["America/New_York", "Asia/Tokyo", "Africa/Lagos", "Atlantic/Reykjavik"])
      for (const days of [
        { dateFrom: "2026-01-20", dateTo: "2026-01-20" },
        { dateFrom: "2026-01-19" },
        { dateTo: "2026-01-20" },
        { dateFrom: "2027-01-01" },
        { dateFrom: "2020-01-01", dateTo: "2020-01-02" },
      ])
        for (const skip of [0, 10, 20, 90, 400]) {
          const query = { limit: 10, skip, sort, ...days, timeZone };
          const all = matchingUsers(hourly, query);
          expect(await pageOf(hostOf(hourly).host, query), JSON.stringify(query)).toEqual({
            ids: ids(all.slice(skip, skip + 10)),
            total: all.length,
          });
        }
    const query = { limit: 10, skip: 20, sort, dateFrom: "2026-01-20", dateTo: "2026-01-20", timeZone: "America/New_York" };
    // From 05:00 UTC to 05:00 the next day: u19 … u42.
    expect((await readUserPage(db, query))?.total).toBe(24);
    expect(await readUserPage(db, { ...query, timeZone: "America/Los_Angeles" })).toBeUndefined();
  },
);

test("[USER-2, USER-4, HOST-6] among thousands of users a page by date takes as few requests wherever it is", async () => {
  await open();
  const many = every(5, 5000);
  const days = { dateFrom: "2026-01-06", dateTo: "2026-01-20", timeZone: "Africa/Lagos" };
  for (const sort of ["-createdAt", "createdAt"])
    for (const skip of [0, 30, 3000]) {
      const { host, asked } = hostOf(many);
      const query = { limit: 10, skip, sort, ...days };
      const all = matchingUsers(many, query);
      expect(await pageOf(host, query)).toEqual({ ids: ids(all.slice(skip, skip + 10)), total: all.length });
      expect(asked).toHaveLength(4);
    }
});

test.each<[string, (query: UsersQuery) => UsersQuery]>([
  ["sorts always the newest first", (query) => ({ ...query, sort: "-createdAt" })],
  ["sorts always by name", (query) => ({ ...query, sort: "username" })],
  ["leaves nobody out", ({ dateFrom: _from, dateTo: _to, ...query }) => query],
])("[USER-2, SET-1] of a host that %s a page of a zone's days hides nobody", async (_, read) => {
  await open();
  const hourly = every(60, 96);
  for (const skip of [0, 20, 60]) {
    const query = { limit: 10, skip, sort: "-createdAt", dateFrom: "2026-01-18", dateTo: "2026-01-20", timeZone: "America/New_York" };
    const { ids: found, total } = await pageOf(hostOf(hourly, read).host, query);
    const inside = matchingUsers(matchingUsers(hourly, read({})), query).length;
    expect({ found: found.length, total }).toEqual({ found: Math.max(0, Math.min(10, inside - skip)), total: inside });
  }
});

// Sorted by what the hosts' days don't bound, so that all users are read.
const daysOf = { limit: 50, skip: 0, sort: "username", dateFrom: "2020-01-01", timeZone: "America/New_York" };

interface DaysFound {
  readonly is: string;
  readonly page: string[] | undefined;
  readonly asOf: number | undefined;
  readonly cached: string[];
  readonly asked: number;
}

/** Assembles a page of days from a host that answers `send(skip, earlier requests)`; returns its users, and the cached ones. */
async function userDays(send: (skip: number, asked: number) => { users: readonly User[]; total: number | undefined }): Promise<DaysFound> {
  await open();
  let asked = 0;
  const read = async (_: unknown, { query }: { query: Record<string, unknown> }) => {
    const value = send(Number(query["skip"]), asked);
    asked += 1;
    return { is: "answered", sentAt: asked, value };
  };
  // The part of a host that the feed uses.
  const host = { config: { paths: {} }, reads: { read } } as unknown as Host;
  const { is } = await userPageFeed(host, db)(daysOf, new AbortController().signal);
  const page = await readUserPage(db, daysOf);
  const cached = ids((await findCachedUsers(db, { limit: 50 })).rows);
  return { is, page: page && ids(page.rows), asOf: page?.asOf, cached, asked };
}

describe("a page of a host that sends fewer users than asked for", () => {
  const query = { limit: 10, skip: 10, sort: "-createdAt" };
  /** The page as it is kept, and what was asked for. */
  async function pageBy(send: (skip: number) => { users: readonly User[]; total: number | undefined }) {
    await open();
    const asked: [unknown, unknown][] = [];
    const read = async (_: unknown, { query: { skip, limit } }: { query: Record<string, unknown> }) => {
      asked.push([skip, limit]);
      return { is: "answered", sentAt: asked.length, value: send(Number(skip)) };
    };
    // The part of a host that the feed uses.
    const host = { config: { paths: {} }, reads: { read } } as unknown as Host;
    const { is } = await userPageFeed(host, db)(query, new AbortController().signal);
    const page = await readUserPage(db, query);
    return { is, asked, page: page && { ids: ids(page.rows), total: page.total, asOf: page.asOf } };
  }

  test.each([45, undefined])("[USER-2, USER-4] is filled with the users after them; total %s", async (total) => {
    const { is, asked, page } = await pageBy((skip) => ({ users: people(skip, Math.min(skip + 4, 45)), total }));
    expect({ is, page }).toEqual({ is: "done", page: { ids: ids(people(10, 20)), total, asOf: 1 } });
    // Each begins with the last one that is known, as a deletion would move others up.
    expect(asked).toEqual([
      [10, 10],
      [13, 7],
      [16, 4],
    ]);
  });

  test("[USER-2] that says that there are more, and doesn't send them, has failed; what came is shown", async () => {
    const { is, page } = await pageBy(() => ({ users: people(10, 14), total: 45 }));
    expect({ is, page }).toMatchObject({ is: "failed", page: { ids: ids(people(10, 14)), total: 45 } });
  });

  test("[USER-2, SYNC-3] that loses a user meanwhile is no page, and takes nobody out of the cache", async () => {
    let isFirst = true;
    const { is, page } = await pageBy((skip) => {
      const users = isFirst ? people(skip, skip + 4) : people(skip + 1, skip + 5);
      isFirst = false;
      return { users, total: 45 };
    });
    expect({ is, page }).toEqual({ is: "failed", page: undefined });
    expect(await readUser(db, { id: "u13" })).toBeDefined();
  });

  test.each<[string, (skip: number) => { users: readonly User[]; total: number | undefined }, number]>([
    ["as its total says", (skip) => ({ users: people(skip, 13), total: 13 }), 1],
    ["whatever its total says", (skip) => ({ users: people(skip, 13), total: 1000 }), 2],
    ["and it sends all of its users always, without a total", () => ({ users: people(10, 13), total: undefined }), 2],
    ["and it has become shorter than the page", () => ({ users: [], total: 7 }), 1],
  ])("[USER-2, USER-8] is the last one where there are no more, %s", async (_, send, times) => {
    const { is, asked, page } = await pageBy(send);
    expect({ is, times: asked.length, page: page?.ids }).toEqual({ is: "done", times, page: ids(send(10).users) });
  });
});

test.each([25, undefined])(
  "[USER-2, SYNC-2] a host that gives fewer users at a time than asked loses none of them; total %s",
  async (total) => {
    const all = people(0, 25);
    expect(await userDays((skip) => ({ users: all.slice(skip, skip + 10), total }))).toMatchObject({ is: "done", page: ids(all), asOf: 1 });
  },
);

test.each([false, true])(
  "[USER-2, SYNC-2] a user who goes while the days are read takes no other one out of them; the host counts: %s",
  async (counts) => {
    const found = await userDays((skip, asked) => {
      const all = people(asked === 0 ? 0 : 1, 25);
      return { users: all.slice(skip, skip + 10), total: counts ? all.length : undefined };
    });
    expect(found).toMatchObject({ is: "done", page: ids(people(1, 25)), asOf: 3 });
  },
);

test("[USER-2, SYNC-2] a user who comes while the days are read pushes none out of them", async () => {
  const found = await userDays((skip, asked) => ({ users: people(asked === 0 ? 1 : 0, 25).slice(skip, skip + 10), total: undefined }));
  expect(found).toMatchObject({ is: "done", page: ids(people(1, 25)), asOf: 1 });
});

test.each([
  ["the same users whatever it is asked for", () => ({ users: people(0, 10), total: 1000 })],
  ["others every time", (_: number, asked: number) => ({ users: people(asked * 10, asked * 10 + 10), total: undefined })],
])("[USER-2, SYNC-2] a host that sends %s is not asked for ever, and what it sent is not taken for all", async (_, send) => {
  const found = await userDays(send);
  expect(found).toMatchObject({ is: "failed", page: undefined });
  expect(found.cached.length).toBeGreaterThanOrEqual(10);
  expect(found.asked).toBeLessThan(10);
});

test.each([1000, 3])(
  "[USER-2] a host's count of users that is wrong, %s of 25, hides none of them and is not asked for ever",
  async (total) => {
    const found = await userDays((skip) => ({ users: people(0, 25).slice(skip, skip + 10), total }));
    expect(found).toMatchObject({ is: "done", page: ids(people(0, 25)) });
    expect(found.asked).toBeLessThan(10);
  },
);

test.each([
  { users: [{ _id: "u1" }], pagination: { total: 31 } },
  { data: { users: [{ _id: "u1" }], pagination: { total: 31 } }, pagination: "none" },
  { data: { users: [{ _id: "u1" }] }, pagination: { total: 31 } },
])("[USER-2] the total is read wherever it stands: %j", (answer) => {
  expect(v.parse(usersAnswer, answer)).toMatchObject({ users: [{ id: "u1" }], total: 31 });
});

describe("an email that another account had before", () => {
  const email = "ada@example.com";
  const [old, now] = [person(1, { email }), person(2, { email, createdAt: new Date(0).toISOString() })];
  const find = (users: readonly User[], total: number | undefined, asOf: number) =>
    userFeed(
      // The part of a host that the feed uses.
      {
        config: { paths: {} },
        reads: { read: () => Promise.resolve({ is: "answered", sentAt: asOf, value: { users, total } }) },
      } as unknown as Host,
      db,
    )({ email }, new AbortController().signal);

  test("[USER-11, APPR-5] means the account that was seen last with it", async () => {
    await open();
    await putUsers(db, [old], 1);
    await putUsers(db, [now], 2);
    expect((await readUser(db, { email: "ADA@example.com" }))?.id).toBe("u2");
    await putUsers(db, [old], 3);
    expect((await readUser(db, { email }))?.id).toBe("u1");
  });

  test("[USER-11] means the very spelling where two differ by it, and by id the one that is meant", async () => {
    await open();
    await putUsers(db, [person(1, { email: "Ada@example.com" }), now], 2);
    await putUsers(db, [person(3, { email: "ADA@example.com" })], 3);
    expect((await readUser(db, { email }))?.id).toBe("u2");
    expect((await readUser(db, { email: " Ada@example.com" }))?.id).toBe("u1");
    expect((await readUser(db, { email, id: "u3" }))?.id).toBe("u3");
    expect((await readUser(db, { email, id: "u9" }))?.id).toBe("u2");
  });

  test("[SYNC-3, USER-11] is taken from it, with its wallets, once the host's whole search finds another", async () => {
    await open();
    await putUserPage(db, { limit: 2, skip: 0 }, { users: [person(0), old], total: 2, asOf: 1 });
    await putWallets(db, email, { email, wallets: {}, balances: {} }, 1);
    expect(await find([now], undefined, 2)).toEqual({ is: "done" });
    expect((await readUser(db, { email, id: "u1" }))?.id).toBe("u1");
    expect(await find([now], 1, 3)).toEqual({ is: "done" });
    expect((await readUser(db, { email, id: "u1" }))?.id).toBe("u2");
    expect(await readWallets(db, email)).toBeUndefined();
    expect((await readUserPage(db, { limit: 2, skip: 0 }))?.rows.map((row) => row.email)).toEqual(["u0@example.com", undefined]);
  });

  test("[USER-11] stays where the host finds nobody, or both, and so do wallets that are newer than it", async () => {
    await open();
    await putUsers(db, [old], 1);
    await putWallets(db, email, { email, wallets: {}, balances: {} }, 2);
    expect(await find([], 0, 3)).toEqual({ is: "odd" });
    expect(await find([old, now], 2, 4)).toEqual({ is: "done" });
    expect(await find([now], 1, 3)).toEqual({ is: "done" });
    expect((await readUser(db, { email, id: "u1" }))?.email).toBe(email);
    expect(await readWallets(db, email)).toBeDefined();
  });
});

test("[USER-11] a user whose email the host keeps with blanks around it is found by it", async () => {
  await open();
  await putUsers(db, [person(1, { email: " ada@example.com\u00a0" })], 1);
  expect(await readUser(db, { email: "ada@example.com" })).toMatchObject({ id: "u1", email: "ada@example.com" });
});

describe("a user whose deletion had an unknown outcome", () => {
  const email = `O'Neil+1"<b>@Example.com`;
  const wallets = { wallets: {}, balances: {} };

  async function tryToDelete(operation = "deleteUser"): Promise<void> {
    await open();
    await putUserPage(db, { limit: 5, skip: 0 }, { users: [person(0), person(1, { email }), person(2)], total: 3, asOf: 1 });
    await putWallets(db, email, { email, wallets: {}, balances: {} }, 1);
    await writeAttempt(db, {
      id: "a1",
      at: 1,
      operation,
      subject: operation,
      by: "Ada",
      target: email.toUpperCase(),
      details: { email },
      call: { method: "DELETE", path: "/deleteuser/user", numbers: [] },
      body: { email },
      state: { is: "sent" },
      settled: undefined,
    });
    await recordOutcome(db, "a1", { is: "unknown", at: 2, message: undefined });
  }
  const isCached = async (): Promise<boolean> => {
    const [user, wallets] = [await readUser(db, { email }), await readWallets(db, email)];
    expect(wallets === undefined).toBe(user === undefined);
    return user !== undefined;
  };
  const settle = (as: Settlement["as"]): Promise<void> => settleAttempt(db, "a1", { as, at: 3, note: "", byHost: false });

  test("[USER-7] leaves the cache with his wallets once it is settled that it happened, whatever the case and the signs of his email", async () => {
    await tryToDelete();
    expect(await isCached()).toBe(true);
    await settle("happened");
    expect(await isCached()).toBe(false);
    expect(ids((await findCachedUsers(db, {})).rows)).toEqual(["u0", "u2"]);
  });

  test("[USER-7] leaves the cache when the host says late, or asked again, that it is done", async () => {
    await tryToDelete();
    await recordOutcome(db, "a1", { is: "done", at: 3, message: undefined });
    expect(await isCached()).toBe(false);
  });

  test("[USER-7, SYNC-2] is not written back, nor his wallets, by an answer that was asked for before", async () => {
    await tryToDelete();
    await recordOutcome(db, "a1", { is: "done", at: 3, message: undefined });
    await putUsers(db, [person(1, { email })], 2);
    await putWallets(db, email.toLowerCase(), { email, ...wallets }, 2);
    expect(await isCached()).toBe(false);
    const later = Date.now() + 1;
    await putUsers(db, [person(1, { email })], later);
    await putWallets(db, email, { email, ...wallets }, later);
    expect(await isCached()).toBe(true);
  });

  test("[USER-7, SYNC-2] nor where a later page of the list no longer has him", async () => {
    await open();
    await putUserPage(db, { limit: 3, skip: 0 }, { users: people(0, 3), total: 3, asOf: 1 });
    await putWallets(db, "u1@example.com", { email: "u1@example.com", ...wallets }, 1);
    await putUserPage(db, { limit: 3, skip: 0 }, { users: [person(0), person(2)], total: 2, asOf: 5 });
    await putUsers(db, people(0, 3), 3);
    await putWallets(db, "u1@example.com", { email: "u1@example.com", ...wallets }, 3);
    expect([await readUser(db, { id: "u1" }), await readWallets(db, "u1@example.com")]).toEqual([undefined, undefined]);
  });

  test("[USER-7] stays where it did not happen, was refused, or was something else", async () => {
    await tryToDelete();
    await settle("did not happen");
    await recordOutcome(db, "a1", { is: "refused", at: 3, status: 400, message: undefined });
    expect(await isCached()).toBe(true);
    db.close();
    await tryToDelete("disable2fa");
    await settle("happened");
    expect(await isCached()).toBe(true);
  });
});
