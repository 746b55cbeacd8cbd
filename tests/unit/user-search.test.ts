import { afterAll, beforeAll, expect, test } from "vitest";
import * as v from "valibot";
import { user } from "../../src/contract/users.ts";
import { Database } from "../../src/db/store/database.ts";
import { PeopleIndex } from "../../src/db/people/people-index.ts";
import { findCachedUsers, putUsers, readUser } from "../../src/db/people/users.ts";
import { predicateOf, searchable } from "../../src/db/transactions/transaction-predicate.ts";
import { toRow } from "../../src/db/transactions/transactions.ts";
import { transaction } from "../../src/contract/transactions.ts";

const db = new Database("user-search");
beforeAll(() =>
  putUsers(
    db,
    [
      { _id: "1", username: "ada.obi", name: "Adébáyọ̀ Obi".normalize("NFD"), email: "ada@exämple.com", phonenumber: "+2348099990000" },
      { _id: "2", username: "rich", email: "rich@example.test", phonenumber: "08010000000" },
      { _id: "3", username: "uk", email: "uk@example.test", phonenumber: "+448099990000" },
    ].map((row) => v.parse(user, row)),
    1,
  ),
);
afterAll(() => db.delete());

const suggested = async (typed: string) => (await new PeopleIndex(db).find(typed, 5)).users.map(({ id }) => id);
const ofPhone = async (typed: string) => (await new PeopleIndex(db).find(typed, 5)).ofPhone?.id;

const typedPhones = [
  "08099990000",
  "+234 809 999 0000",
  "\u202a+2348099990000\u202c",
  "0809 999 0000",
  "2348099990000",
  "(+234) 809 999 0000",
  "0809 999 0000 ext 5",
  "Tel. No.: 0809 999 0000 (WhatsApp)",
];

test.each(typedPhones)(
  "[USER-2, USER-10, TOOL-6] %s finds its user in the list, the palette and the tools' fields, and by itself",
  async (typed) => {
    expect((await findCachedUsers(db, { q: typed })).rows.map(({ id }) => id)).toEqual(["1"]);
    expect(await suggested(typed)).toEqual(["1"]);
    expect(await ofPhone(typed)).toBe("1");
  },
);

test("[USER-2, TOOL-6] figures without a zero or a plus are a part of any number, but one number by themselves", async () => {
  expect((await findCachedUsers(db, { q: "8099990000" })).rows.map(({ id }) => id).sort()).toEqual(["1", "3"]);
  expect(await ofPhone("8099990000")).toBe("1");
});

test("[USER-2, TOOL-6] the beginning of a local number finds who is stored by the international one, and the other way round", async () => {
  expect(await suggested("0809")).toEqual(["1"]);
  expect(await suggested("+234 801")).toEqual(["2"]);
  expect(await suggested("(+234) 801")).toEqual(["2"]);
  expect(await ofPhone("0809")).toBeUndefined();
});

test("[CONF-1, TOOL-6] local numbers are those of the platform's country", async () => {
  db.phoneCountry = "GB";
  expect(await ofPhone("08099990000")).toBe("3");
  db.phoneCountry = "NG";
  expect(await ofPhone("08099990000")).toBe("1");
});

test.each([
  "ada@exämple.com",
  "ADA@exa\u0308mple.com",
  "\u200bada@xn--exmple-cua.com",
  "Adébáyọ̀\u00a0Obi",
  "Ade\u0301ba\u0301yo\u0323\u0300 obi\u200b",
])("[USER-2, USER-10] %s finds its user however the name or the address is written", async (typed) => {
  expect((await findCachedUsers(db, { q: typed })).rows.map(({ id }) => id)).toEqual(["1"]);
  expect(await suggested(typed)).toEqual(["1"]);
});

test("[TOOL-2] a pasted email is its user's, whatever marks came with it", async () => {
  expect((await readUser(db, { email: "ada@xn--exmple-cua.com" }))?.id).toBe("1");
  for (const email of ["rich@example.test\u200b", "\u202aRICH@example.test\u202c", "\u00a0rich@example.test"])
    expect((await readUser(db, { email }))?.id, JSON.stringify(email)).toBe("2");
});

test("[DASH-7, DASH-10] a pasted reference or name finds its cached transaction", () => {
  const row = searchable(
    toRow(
      v.parse(transaction, {
        id: "t",
        createdAt: "2026-01-01T00:00:00Z",
        username: "Adébáyọ̀".normalize("NFD"),
        reference: "000123456789012345678",
      }),
      0,
    ),
  );
  for (const searchTerm of ["000123456789012345678\u200b", "\ufeffAdébáyọ̀".normalize("NFC"), "Ade\u0301ba\u0301yo\u0323\u0300"])
    expect(predicateOf({ searchTerm }, () => undefined)(row), JSON.stringify(searchTerm)).toBe(true);
  expect(predicateOf({ user: "adébáyọ̀\u200b" }, () => undefined)(row)).toBe(true);
});
