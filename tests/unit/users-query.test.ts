import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as v from "valibot";
import { type User, usersAnswer, type UsersQuery } from "../../src/contract/users.ts";
import { matchingUsers } from "../../src/db/people/users-query.ts";
import { everyUser } from "../host/support/reference.ts";
import { openTestHost, type TestHost } from "../host/support/test-host.ts";

let box: TestHost;
let token: string;
let all: User[];

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("moderator");
  all = await everyUser(box, token);
}, 120_000);
afterAll(() => box.close());

async function hostSays(query: UsersQuery): Promise<{ ids: string[]; total: number | undefined }> {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  const { status, body } = await box.call(`GET /usermanagement/users?${new URLSearchParams(pairs).toString()}`, { token });
  expect(status).toBe(200);
  const { users, total } = v.parse(usersAnswer, body);
  return { ids: users.map(({ id }) => id), total };
}

const filters: UsersQuery[] = [
  {},
  { q: "obi" },
  { q: "OBI" },
  { q: "+23481" },
  { q: "%" },
  { q: "_" },
  { q: "example.com" },
  { q: "nobody at all" },
  { kycLevel: 0 },
  { kycLevel: 2 },
  { emailVerified: true },
  { emailVerified: false },
  { bvnVerified: true },
  { dateFrom: "2026-05-01" },
  { dateTo: "2026-05-01" },
  { dateFrom: "2026-04-01", dateTo: "2026-08-01", kycLevel: 1, emailVerified: true },
];
const sorts = [
  "-createdAt",
  "createdAt",
  "username",
  "-username",
  "email",
  "-phonenumber",
  "phonenumber",
  "kycLevel",
  "-kycStatus",
  "emailVerified",
];

describe("the cached users, asked as the host is", () => {
  test.each(filters)("[USER-10] %j gives the host's users in the host's order, whatever the sort and the page", async (filter) => {
    for (const sort of sorts) {
      for (const page of [
        { limit: 10, skip: 0 },
        { limit: 25, skip: 25 },
      ]) {
        const query = { ...filter, ...page, sort };
        const here = matchingUsers(all, query).map(({ id }) => id);
        const ids = here.slice(page.skip, page.skip + page.limit);
        expect({ ids, total: here.length }, JSON.stringify(query)).toEqual(await hostSays(query));
      }
    }
  });
});
