import "fake-indexeddb/auto";
import { assert, asyncProperty, constantFrom, integer, pre, tuple } from "fast-check";
import { asc, eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transactions, users } from "../../host/db/schema.ts";
import { searchText } from "../../src/contract/text.ts";
import { transactionsAnswer } from "../../src/contract/transactions.ts";
import { type User, usersAnswer } from "../../src/contract/users.ts";
import { termsFor } from "../../src/db/people/user-terms.ts";
import { matchingUsers } from "../../src/db/people/users-query.ts";
import { SearchIndex } from "../../src/db/search/search-index.ts";
import { Database } from "../../src/db/store/database.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { everyTransaction, everyUser } from "./support/reference.ts";
import { openTestHost, type TestHost } from "./support/test-host.ts";

/** Names that two readings of text may see differently. */
const names = [
  "Zoë Ångström",
  "ZOE\u0308 A\u030angstro\u0308m",
  "ÉLODIE  Çelik",
  "Straße GROẞ",
  "O’Brien-D'Arcy",
  "Ọlábísí Ṣówándé",
  "Ngũgĩ wa Thiong'o",
  "李小龍",
  "Анна Каренина",
  "\u200bзеро\u200dwidth\u00ad",
  "no\u00a0break\u2003em",
  "100%_off\\now",
  "user.42_007",
  "٠١٢٣٤ digits",
  "👩‍👩‍👧 family 🇳🇬",
  "ﬁne ligature",
  "Ⅷ roman",
  "ЁЖИК йод",
  "a",
  "007",
];
const phones = [
  "+2348031234567",
  "08031234568",
  "+234 (0)803 123 4569",
  "00447911123456",
  "2348031234571",
  "+44 7911 123457",
  "0803-123-4572",
  null,
];
const emails = ["Ada@Exämple.com", "ada@xn--exmple-cua.org", "O'Hara+tag@example.com", "UPPER.CASE@EXAMPLE.COM", "ñandú@example.com"];

let box: TestHost;
let token: string;
let people: User[];
const db = new Database("same-finds");
const index = new SearchIndex(db);

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  const host = box.host.deps.db;
  const own = await host.select({ id: users.id }).from(users).orderBy(asc(users.id)).limit(40);
  for (const [at, { id }] of own.entries()) {
    const [username, name, phonenumber = null] = [
      names[at % names.length] ?? "",
      names[(at * 7 + 3) % names.length] ?? "",
      phones[at % phones.length],
    ];
    const email = `${at}${emails[at % emails.length] ?? ""}`;
    await host
      .update(users)
      .set({ username: `${username}${at}`, name, phonenumber, email })
      .where(eq(users.id, id));
  }
  const rows = await host.select({ id: transactions.id }).from(transactions).orderBy(asc(transactions.id)).limit(60);
  for (const [at, { id }] of rows.entries())
    await host
      .update(transactions)
      .set({
        username: names[at % names.length] ?? "",
        bankName: names[(at * 3 + 1) % names.length],
        recipientUsername: names[(at * 7 + 2) % names.length],
      })
      .where(eq(transactions.id, id));
  people = await everyUser(box, token);
  await putLooseRows(db, await everyTransaction(box, token), 1);
});
afterAll(async () => {
  await db.delete();
  await box.close();
});

const written: Readonly<Record<string, (text: string) => string>> = {
  same: (text) => text,
  upper: (text) => text.toUpperCase(),
  lower: (text) => text.toLowerCase(),
  decomposed: (text) => text.normalize("NFD"),
  spaced: (text) => ` ${text.replaceAll(" ", " \u00a0 ")}\t`,
  dashed: (text) => text.replaceAll(/(\d{3})(?=\d)/g, "$1-"),
  international: (text) => text.replace(/^0/, "+234"),
  local: (text) => text.replace(/^\+?234/, "0"),
  bracketed: (text) => text.replace(/^\+?234|^0/, "(+234) "),
  extended: (text) => `Tel. No.: ${text} ext 5`,
};
const terms = tuple(
  constantFrom(...names, ...phones.flatMap((one) => one ?? []), ...emails),
  integer({ min: 0, max: 12 }),
  integer({ min: 1, max: 20 }),
  constantFrom(...Object.keys(written)),
).map(([text, from, length, how]) =>
  (written[how] ?? String)(
    Array.from(text)
      .slice(from > text.length - 1 ? 0 : from, from + length)
      .join(""),
  ),
);

test("[USER-10, DASH-10] for any term that is typed the device finds the users and the transactions that the host finds", async () => {
  await assert(
    asyncProperty(terms, async (term) => {
      // The search boxes take blank text for no filter.
      pre(searchText(term) !== "");
      const q = encodeURIComponent(term);
      const answer = await box.call(`GET /usermanagement/users?limit=200&q=${q}`, { token });
      expect(answer.status, term).toBe(200);
      const ids = v.parse(usersAnswer, answer.body).users.map(({ id }) => id);
      const here = matchingUsers(people, { q: term }, await termsFor({ phoneCountry: "NG" }, term)).map(({ id }) => id);
      expect([...here].sort(), `users of ${JSON.stringify(term)}`).toEqual([...ids].sort());
      const found = await box.call(`GET /analytics/filter?page=1&limit=200&searchTerm=${q}`, { token });
      const rows = v.parse(transactionsAnswer, found.body).rows.map(({ id }) => id);
      const { keys } = await index.find({ searchTerm: term });
      expect(
        keys.slice(0, 200).map(({ id }) => id),
        `transactions of ${JSON.stringify(term)}`,
      ).toEqual(rows);
    }),
    { numRuns: 150, seed: 7 },
  );
});
