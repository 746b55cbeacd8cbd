import { beforeEach, describe, expect, test } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { writeAttempt } from "../../src/db/money/journal.ts";
import { noteRecentUser, readRecentUsers } from "../../src/db/people/recent-users.ts";
import { phoneKeyOf, samePhone, termsFor } from "../../src/db/people/user-terms.ts";
import { attemptsFor, lastActivities, latestTransactionsOf } from "../../src/db/people/users-activity.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { openSearch } from "../../src/db/search/search.ts";
import type { Database } from "../../src/db/store/database.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { unknownFunding } from "../support/attempts.ts";
import { emptyCache } from "../support/played-host.ts";

let db: Database;
beforeEach(async () => {
  db = await emptyCache();
});

const row = (n: number, username: string, more: object = {}) =>
  v.parse(transaction, { id: `t${n}`, createdAt: n * 1000, username, ...more });

describe("a user's latest cached transactions", () => {
  const latest = async (person: object, limit = 9, currency?: string): Promise<string[]> =>
    (await latestTransactionsOf(db, openSearch(db, undefined), person, limit, currency)).map(({ id }) => id);

  test("[FIND-5] are the user's own, newest first: by id where both have one, else by the very username", async () => {
    await putLooseRows(
      db,
      [
        row(1, "ada"),
        row(2, "adamant"),
        row(3, "bea", { recipientUsername: "ada" }),
        row(4, "ada", { userId: "u1" }),
        row(5, "ada", { userId: "u2" }),
        row(6, "ada2", { userId: "u1" }),
      ],
      5,
    );
    expect(await latest({ username: "ada" })).toEqual(["t5", "t4", "t1"]);
    expect(await latest({ username: "ada", id: "u1" })).toEqual(["t6", "t4", "t1"]);
    expect(await latest({ username: "ada" }, 1)).toEqual(["t5"]);
  });

  test("[FIND-5, TOOL-1] are found among any number of others' newer ones whose names hold this one's, in the currency asked for", async () => {
    const others = Array.from({ length: 450 }, (_, n) => row(100 + n, n % 2 === 0 ? "adaobi" : "bea", { recipientUsername: "ada" }));
    await putLooseRows(db, [row(1, "ada", { currency: "btc" }), row(2, "ada", { currency: "NGN" }), ...others], 5);
    expect(await latest({ username: "ada" })).toEqual(["t2", "t1"]);
    expect(await latest({ username: "ada" }, 1, "BTC")).toEqual(["t1"]);
  });

  test("[TOOL-1] are found by id alone, too", async () => {
    await putLooseRows(db, [row(1, "ada", { userId: "u1" }), row(2, "", { userId: "u1" }), row(3, "", { userId: "u2" })], 5);
    expect(await latest({ id: "u1" })).toEqual(["t2", "t1"]);
  });

  test("[FIND-5] are none for somebody without a username: an empty search would be everybody's", async () => {
    await putLooseRows(db, [row(1, "ada")], 5);
    expect(await latest({ email: "ada@example.com" })).toEqual([]);
    expect(await latest({ username: "" })).toEqual([]);
  });

  test("[USER-3] the last activity is the newest one's time, undefined where none is cached", async () => {
    await putLooseRows(db, [row(1, "ada"), row(7, "ada")], 5);
    expect(await lastActivities(openSearch(db, undefined), [{ username: "ada" }, { username: "bea" }])).toEqual([7000, undefined]);
    expect(await lastActivities(openSearch(db, undefined), [])).toEqual([]);
  });
});

test("[USER-3, TOOL-1] the last activity is that of the transactions which a user's page lists, also where hosts write the username otherwise", async () => {
  await putLooseRows(db, [row(1, "ada"), row(2, "Ada "), row(3, "ADA", { userId: "u2" }), row(4, "")], 5);
  const search = openSearch(db, undefined);
  for (const person of [{ username: "Ada" }, { username: "ada", id: "u1" }, { username: "ada", id: "u2" }, { username: "" }]) {
    const [newest] = await latestTransactionsOf(db, search, person, 1);
    expect(await lastActivities(search, [person])).toEqual([newest?.at]);
  }
});

describe("this device's attempts for a user", () => {
  const attempt = (id: string, at: number, more: object) => writeAttempt(db, { ...unknownFunding(id, at, id), ...more });
  const ids = async (email: string, phone?: string, limit = 9): Promise<string[]> =>
    (await attemptsFor(db, email, phone, limit)).map(({ id }) => id);

  test("[FIND-5] are those to the email in any spelling, or to the phone number if they name no user, latest first", async () => {
    await attempt("a", 1, { target: "ADA@example.com" });
    await attempt("b", 2, { target: "bea@example.com" });
    await attempt("c", 3, { target: "x", details: { phonenumber: "+234 801 234 5678" } });
    await attempt("d", 4, { target: "ada@example.com" });
    await attempt("e", 5, { target: "bea@example.com", details: { phonenumber: "+2348012345678", email: "bea@example.com" } });
    await attempt("f", 6, { target: "bea@example.com", details: { phonenumber: "+2348012345678" } });
    expect(await ids("ada@example.com")).toEqual(["d", "a"]);
    expect(await ids("ada@example.com", "2348012345678")).toEqual(["d", "c", "a"]);
    expect(await ids("ada@example.com", undefined, 1)).toEqual(["d"]);
  });

  test("[FIND-5] leave out those that name nobody: a user without email or phone number has none", async () => {
    await attempt("posted", 1, { target: "", details: {} });
    expect(await ids("ada@example.com", "")).toEqual([]);
    expect(await ids("", "")).toEqual([]);
  });
});

describe("recently viewed users", () => {
  test("[USER-6] are the latest eight, each once, in any spelling", async () => {
    const emails = Array.from({ length: 9 }, (_, n) => `u${n}@example.com`);
    await putUsers(
      db,
      emails.map((email, n) => ({ id: `u${n}`, email })),
      1,
    );
    for (const email of emails) await noteRecentUser(db, email);
    await noteRecentUser(db, "U8@EXAMPLE.com");
    await noteRecentUser(db, "U3@example.com");
    expect((await readRecentUsers(db)).map(({ id }) => id)).toEqual(["u3", "u8", "u7", "u6", "u5", "u4", "u2", "u1"]);
  });

  test("[USER-6] leave out who is no longer cached, and two pages at once lose neither", async () => {
    await putUsers(
      db,
      [
        { id: "u1", email: "u1@example.com" },
        { id: "u2", email: "u2@example.com" },
      ],
      1,
    );
    await Promise.all([noteRecentUser(db, "u1@example.com"), noteRecentUser(db, "u2@example.com"), noteRecentUser(db, "gone@example.com")]);
    expect((await readRecentUsers(db)).map(({ id }) => id).toSorted()).toEqual(["u1", "u2"]);
    expect(await readRecentUsers(await emptyCache())).toEqual([]);
  });
});

describe("phone numbers", () => {
  test("[FIND-4] the same number is the same in every notation, another country's is another", async () => {
    const isSame = await samePhone(db, "0801 234 5678");
    expect(["08012345678", "+2348012345678", "+234 (801) 234-5678"].map(isSame)).toEqual([true, true, true]);
    expect(["", "+18012345678", "08012345679"].map(isSame)).toEqual([false, false, false]);
  });

  test("[FIND-6] one key for every notation; words are their own key", async () => {
    expect(await phoneKeyOf(db, "0801 234 5678")).toBe(await phoneKeyOf(db, "+2348012345678"));
    expect(await phoneKeyOf(db, "0801 234 5678")).not.toBe(await phoneKeyOf({ phoneCountry: "US" }, "0801 234 5678"));
    expect(await phoneKeyOf(db, "Ada")).toBe("ada");
  });

  test("[USER-2] a text is searched in all its forms; an empty one is none", async () => {
    expect(await termsFor(db, "  ")).toEqual([]);
    expect(await termsFor(db, "Ada")).toEqual(["ada"]);
    const terms = await termsFor(db, "08012345678");
    expect(terms.some((term) => term.includes("2348012345678"))).toBe(true);
  });
});
