import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { users as usersTable } from "../../host/db/schema.ts";
import { type User, usersAnswer } from "../../src/contract/users.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;
let all: User[];

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("moderator");
  all = await everyUser(box, token);
});
afterAll(() => box.close());

const get = async (query: string) => {
  const { status, body } = await box.call(`GET /usermanagement/users?${query}`, { token });
  expect(status).toBe(200);
  return v.parse(usersAnswer, body);
};
const emails = (rows: readonly User[]) => rows.map(({ email }) => email);

describe("users", () => {
  test("[USER-2] the first page is the ten newest, with the total", async () => {
    const { users, total, skip } = await get("skip=0");
    expect(emails(users)).toEqual(emails(all.slice(0, 10)));
    expect({ total, skip }).toEqual({ total: 60, skip: 0 });
    const dates = all.map(({ createdAt }) => createdAt ?? "");
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test("[USER-2] a deep and the last page, and one past the end", async () => {
    expect(emails((await get("limit=25&skip=25")).users)).toEqual(emails(all.slice(25, 50)));
    expect(emails((await get("limit=25&skip=50")).users)).toEqual(emails(all.slice(50)));
    expect(await get("limit=25&skip=5000")).toEqual({ users: [], total: 60, skip: 5000 });
  });

  testOnce("[HOST-2] some are unverified and some have no phone, and no secret of theirs goes out", async () => {
    expect(all.some(({ phonenumber }) => phonenumber === undefined)).toBe(true);
    expect(all.some(({ emailVerified }) => emailVerified === false)).toBe(true);
    const { body } = await box.call("GET /usermanagement/users?limit=200", { token });
    expect(JSON.stringify(body).toLowerCase()).not.toContain("hash");
  });

  test.each([
    [
      "q=OBI",
      (user: User) =>
        [user.username, user.email, user["name"], user.phonenumber].some((word) => String(word).toLowerCase().includes("obi")),
    ],
    ["q=%2B23481", (user: User) => user.phonenumber?.startsWith("+23481") ?? false],
    ["kycLevel=0", (user: User) => user.kycLevel === 0],
    ["kycLevel=2", (user: User) => user.kycLevel === 2],
    ["emailVerified=false", (user: User) => user.emailVerified === false],
    ["emailVerified=true", (user: User) => user.emailVerified === true],
    ["bvnVerified=true", (user: User) => user.bvnVerified === true],
    ["dateFrom=2026-05-01", (user: User) => (user.createdAt ?? "") >= "2026-05-01"],
    ["dateTo=2026-05-01", (user: User) => (user.createdAt ?? "") < "2026-05-02"],
    ["kycLevel=2&bvnVerified=false", (user: User) => user.kycLevel === 2 && user.bvnVerified === false],
  ])("[USER-2] %s lets through what it says", async (query, lets) => {
    const expected = all.filter(lets);
    expect(expected.length).toBeGreaterThan(0);
    expect(expected.length).toBeLessThan(all.length);
    const { users, total } = await get(`${query}&limit=200`);
    expect(emails(users)).toEqual(emails(expected));
    expect(total).toBe(expected.length);
  });

  test.each(["username", "email", "kycLevel", "kycStatus", "createdAt", "emailVerified", "bvnVerified"])(
    "[USER-10] sort=%s and its reverse put the same users in opposite orders of that field",
    async (field) => {
      const keys = async (sort: string) =>
        (await get(`limit=200&sort=${sort}`)).users.map((user) =>
          String(new Map<string, unknown>(Object.entries(user)).get(field)).toLowerCase(),
        );
      const up = await keys(field);
      expect(up).toEqual([...up].sort());
      expect(await keys(`-${field}`)).toEqual([...up].reverse());
    },
  );

  test("[USER-10] users without a phone come last, whichever way it is sorted", async () => {
    for (const sort of ["phonenumber", "-phonenumber"]) {
      const phones = (await get(`limit=200&sort=${sort}`)).users.map(({ phonenumber }) => phonenumber);
      expect(phones.indexOf(undefined)).toBe(phones.filter((phone) => phone !== undefined).length);
    }
  });

  test("[USER-7] a deleted user is in no list", async () => {
    const [first] = all;
    const { db } = box.host.deps;
    const is = eq(usersTable.id, first?.id ?? "");
    await db.update(usersTable).set({ deletedAt: testNow }).where(is);
    expect((await get(`q=${encodeURIComponent(first?.email ?? "")}`)).total).toBe(0);
    await db.update(usersTable).set({ deletedAt: null }).where(is);
    expect((await get(`q=${encodeURIComponent(first?.email ?? "")}`)).total).toBe(1);
  });

  testOnce.each([
    ["limit=201", "limit", "limit is above 200"],
    ["skip=-1", "skip", "skip is below 0"],
    ["sort=pinHash", "sort", "sort is not a field to sort by"],
    ["emailVerified=maybe", "emailVerified", "emailVerified is not true or false"],
    ["kycLevel=two", "kycLevel", "kycLevel is not a number"],
    ["dateFrom=1.1.2026", "dateFrom", "dateFrom is not a date (YYYY-MM-DD)"],
  ])("[HOST-4] %s gets a 400 that names the field", async (query, field, message) => {
    const { status, body } = await box.call(`GET /usermanagement/users?${query}`, { token });
    expect(status).toBe(400);
    expect(body).toEqual({ success: false, message, field });
  });

  testOnce("[HOST-4] without a token there is no list", async () => {
    expect((await box.call("GET /usermanagement/users")).status).toBe(401);
  });
});
