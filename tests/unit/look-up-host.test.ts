import { beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { openSearch } from "../../src/db/search/search.ts";
import type { Database } from "../../src/db/store/database.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { isOpen, LookUp } from "../../src/sync/feeds/look-up.ts";
import { held } from "../../src/sync/state/held.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";

const transactions = "GET /analytics/filter";
const users = "GET /usermanagement/users";
const here = v.parse(transaction, { id: "tx-00001", createdAt: 1000, reference: "REF-HERE" });

let played: PlayedCalls;
let host: Host;
let db: Database;

/** The host finds these rows, whatever is searched. */
const finds = (...rows: readonly object[]): PlayedCalls =>
  played.on(transactions, { json: { success: true, data: rows, pagination: { hasNextPage: false } } });

beforeEach(async () => {
  played = new PlayedCalls();
  host = connectPlayed(played);
  db = await emptyCache();
  sessionStore.open("token", { email: "grace@example.com" });
  await putLooseRows(db, [here], 5);
});

function opened(search = openSearch(db, undefined)): LookUp {
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  const closed = new AbortController().signal;
  return new LookUp({ host, db, search, session, closed, publish: () => {}, beginAnew: host.beginAnew });
}

const resultOf = ({ state }: LookUp) => {
  const now = state.get();
  if (now.is !== "read") throw new Error(now.is);
  return now.result;
};
const found = (one: LookUp): string[] => resultOf(one).lines.map(({ text, finding }) => `${text}: ${finding}`);

test("[FIND-4] what is on the device is not asked; the host is asked for the rest, one at a time, and what it has is kept", async () => {
  let running = 0;
  const most: number[] = [];
  played.on(transactions, async ({ query }) => {
    running += 1;
    most.push(running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    const data = query["searchTerm"] === "tx-00002" ? [{ id: "tx-00002", createdAt: 2000 }] : [];
    return { json: { success: true, data, pagination: { hasNextPage: false } } };
  });
  const one = opened();
  await one.start("tx-00001\ntx-00002\ntx-00003");
  expect(found(one)).toEqual(["tx-00001: device", "tx-00002: host", "tx-00003: notFound"]);
  expect(resultOf(one)).toMatchObject({ asking: undefined, of: 1 });
  expect(played.callsOf(transactions).map(({ query }) => query["searchTerm"])).toEqual(["tx-00002", "tx-00003"]);
  expect(Math.max(...most)).toBe(1);
  expect(await db.sheets.where("ids").equals("tx-00002").count()).toBe(1);
});

test("[FIND-4] all transactions of one reference are found, as of a payroll, however many pages they take", async () => {
  played.on(transactions, ({ query }) => {
    const page = Number(query["page"]);
    const rows = Array.from({ length: 50 }, (_, n) => ({
      id: `p-${page}-${n}`,
      reference: "PAY-2026-11",
      createdAt: 10_000 - 50 * page - n,
    }));
    return { json: { success: true, data: rows, pagination: { hasNextPage: page < 12 } } };
  });
  const one = opened();
  await one.start("PAY-2026-11");
  expect(resultOf(one).lines.map(({ finding, transactions: some }) => [finding, some.length])).toEqual([["host", 600]]);
});

test("[FIND-4] transactions of one reference are found on every page of the host's search; a page that doesn't come leaves it open", async () => {
  let isDown = false;
  played.on(transactions, ({ query }) => {
    if (isDown && query["page"] === "2") return { status: 503 };
    const data = query["page"] === "1" ? ["REF-0001", "REF-00010", "REF-00011"] : query["page"] === "2" ? ["REF-0001", "REF-00012"] : [];
    const rows = data.map((reference, place) => ({ id: `${reference}-${query["page"]}`, reference, createdAt: 1000 - place }));
    return { json: { success: true, data: rows, pagination: { hasNextPage: query["page"] === "1" } } };
  });
  const one = opened();
  await one.start("REF-0001");
  expect(resultOf(one).lines.map(({ finding, transactions: some }) => [finding, some.map(({ id }) => id)])).toEqual([
    ["host", ["REF-0001-1", "REF-0001-2"]],
  ]);
  isDown = true;
  db = await emptyCache();
  const other = opened();
  await other.start("REF-0001");
  expect(found(other)).toEqual(["REF-0001: notAsked"]);
});

test("[FIND-4] of a reference or a phone number that the device has, others may be at the host: it is asked for them on demand", async () => {
  const one = opened();
  await one.start("REF-HERE tx-00001");
  expect(found(one)).toEqual(["REF-HERE: inPart", "tx-00001: device"]);
  expect(played.callsOf(transactions)).toEqual([]);
  expect(resultOf(one).lines.filter(isOpen)).toHaveLength(1);
  played.on(transactions, { status: 403, json: { success: false, message: "No" } });
  await one.ask();
  expect(found(one)[0]).toBe("REF-HERE: inPart");
  finds();
  await one.ask();
  expect(resultOf(one).lines[0]).toMatchObject({ finding: "device", transactions: [{ id: "tx-00001" }] });

  const other = opened();
  await other.start("REF-HERE");
  finds({ id: "tx-00002", createdAt: 2000, reference: "REF-HERE" });
  await other.ask();
  expect(resultOf(other).lines[0]).toMatchObject({ finding: "host", transactions: [{ id: "tx-00001" }, { id: "tx-00002" }] });

  await putUsers(db, [{ id: "u1", phonenumber: "08012345678" }], 5);
  const third = opened();
  await third.start("08012345678");
  expect(found(third)).toEqual(["08012345678: inPart"]);
});

test("[FIND-4] an email is asked among users, a phone number by its own digits; a wallet address can't be asked", async () => {
  played.on(users, ({ query }) => ({
    json: {
      users: query["q"] === "ada@example.com" ? [{ _id: "u1", email: "Ada@example.com" }] : [{ _id: "u2", phonenumber: "08012345678" }],
    },
  }));
  const one = opened();
  await one.start("ada@example.com\n+234 801 234 5678\n0x52908400098527886E0F7030069857D2E4169EE7");
  expect(resultOf(one).lines.map(({ finding, users: some }) => [finding, some.map(({ id }) => id)])).toEqual([
    ["host", ["u1"]],
    ["host", ["u2"]],
    ["unaskable", []],
  ]);
  expect(played.callsOf(users).map(({ query }) => query["q"])).toEqual(["ada@example.com", "8012345678"]);
  expect(resultOf(one).lines.filter(isOpen)).toEqual([]);
});

test.each([
  ["GH", "+233 24 123 4567", "241234567"],
  ["TG", "90 12 34 56", "90123456"],
  ["NG", "+1 201 555 0123", "2015550123"],
])("[FIND-4] the host is asked for the national number: in %s, %s", async (country, pasted, q) => {
  db.phoneCountry = country;
  played.on(users, { json: { users: [{ _id: "u2", phonenumber: country === "GH" ? "0241234567" : pasted }] } });
  const one = opened();
  await one.start(pasted);
  expect(found(one)).toEqual([`${pasted}: host`]);
  expect(played.callsOf(users).map(({ query }) => query["q"])).toEqual([q]);
});

test("[FIND-4] a run of digits that is nobody's phone number is asked for as a transaction before it is called not found", async () => {
  played.on(users, { json: { users: [] } });
  finds({ id: "8031234567", createdAt: 2000 });
  const one = opened();
  await one.start("8031234567\n8031234568\n+234 803 123 4569");
  expect(found(one)).toEqual(["8031234567: host", "8031234568: notFound", "+234 803 123 4569: notFound"]);
  expect(resultOf(one).lines[0]?.transactions.map(({ id }) => id)).toEqual(["8031234567"]);
  expect(played.callsOf(transactions).map(({ query }) => query["searchTerm"])).toEqual(["8031234567", "8031234568"]);
});

test("[FIND-4] an address that may be a transaction's id is asked for as that, and isn't called not found", async () => {
  finds();
  const one = opened();
  await one.start("TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE");
  expect(found(one)).toEqual(["TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE: unaskable"]);
  expect(played.callsOf(transactions)).toHaveLength(1);
});

test("[FIND-4] a refusal is 'not asked', never 'not found'; asking again asks for what is open alone", async () => {
  played.on(transactions, { status: 403, json: { success: false, message: "No" } });
  const one = opened();
  await one.start("tx-00001\ntx-00002");
  expect(found(one)).toEqual(["tx-00001: device", "tx-00002: notAsked"]);
  finds({ id: "tx-00002", createdAt: 2000 });
  await one.ask();
  expect(found(one)).toEqual(["tx-00001: device", "tx-00002: host"]);
  await one.ask();
  expect(played.callsOf(transactions)).toHaveLength(2);
});

test("[FIND-4] out of reach, only the device is asked", async () => {
  host.reach.adopt({ is: "unreachable", since: 1, why: "host" });
  const one = opened();
  await one.start("tx-00002");
  expect(found(one)).toEqual(["tx-00002: missing"]);
  expect(played.callsOf(transactions)).toEqual([]);
});

test("[FIND-4] Cancel stops asking, keeps what was found, and takes no answer that comes afterwards", async () => {
  let answer: () => void = () => {};
  played.on(transactions, async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    return { json: { success: true, data: [{ id: "tx-00002", createdAt: 2000 }], pagination: { hasNextPage: false } } };
  });
  const one = opened();
  const started = one.start("tx-00001\ntx-00002\ntx-00003");
  await vi.waitFor(() => expect(played.callsOf(transactions)).toHaveLength(1));
  expect(resultOf(one).asking).toEqual({ asked: 0, of: 2 });
  one.cancel();
  answer();
  await started;
  expect(found(one)).toEqual(["tx-00001: device", "tx-00002: missing", "tx-00003: missing"]);
  expect(resultOf(one).asking).toBeUndefined();
  expect(played.callsOf(transactions)).toHaveLength(1);
});

describe("[FIND-4] what is shown is the last paste's", () => {
  test("a paste that was looked up slowly doesn't replace the one after it", async () => {
    finds();
    const search = openSearch(db, undefined);
    let letGo: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const one = opened({
      ...search,
      ask: async (is, given) => {
        if (given === "tx-00009") await held;
        return search.ask(is, given);
      },
    });
    const first = one.start("tx-00009");
    await one.start("tx-00001");
    letGo();
    await first;
    expect(found(one)).toEqual(["tx-00001: device"]);
  });

  test("a cache that can't be read is said", async () => {
    const one = opened({ ...openSearch(db, undefined), ask: () => Promise.reject(new Error("closed")) });
    await one.start("tx-00001");
    expect(one.state.get()).toEqual({ is: "broken" });
  });

  test("[FIND-4, PWA-3] it is held, so that no reload drops it unasked, until it is cleared", async () => {
    played.on(transactions, { json: { success: true, data: [], pagination: { hasNextPage: false } } });
    const one = opened();
    const before = held.get();
    await one.start("tx-00001");
    expect(held.get()).toBe(before + 1);
    one.clear();
    expect(held.get()).toBe(before);
  });

  test("[SYNC-9] nothing is left once the session ends", async () => {
    const one = opened();
    await one.start("tx-00001");
    sessionStore.close();
    expect(one.state.get()).toEqual({ is: "nothing" });
  });
});
