import * as fc from "fast-check";
import { expect, test } from "vitest";
import { connectionsOf, type Connections } from "../../src/db/people/connections.ts";
import type { SeenUser } from "../../src/db/people/people-index.ts";
import { searchable } from "../../src/db/transactions/transaction-predicate.ts";

const people = ["ada", "bola", "chidi", "dayo", "emeka"];
const banks = ["GTBank", "Access"];
const masks = ["****1234", "****9876"];

const rows = fc
  .array(
    fc.record({
      who: fc.constantFrom(...people),
      hasId: fc.boolean(),
      bankName: fc.constantFrom(...banks, undefined),
      accountNumberMasked: fc.constantFrom(...masks, undefined),
      partner: fc.constantFrom(...people, "shop", undefined),
      isSent: fc.boolean(),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all.map(({ who, hasId, bankName, accountNumberMasked, partner, isSent }, n) => ({
      id: `t${n}`,
      at: n,
      seenAt: 1,
      createdAt: new Date(n).toISOString(),
      // Some hosts name users by id, others by name only; each of these users is named one way.
      userId: people.indexOf(who) % 2 === 0 ? `u-${who}` : undefined,
      username: hasId ? who : who.toUpperCase(),
      bankName,
      accountNumberMasked,
      senderUsername: isSent ? who : partner,
      recipientUsername: isSent ? partner : who,
    })),
  );

/** A reference implementation that compares every pair of rows. */
function byDefinition(me: string, all: readonly (typeof rows extends fc.Arbitrary<infer R> ? R : never)[number][]) {
  const same = (a: string | undefined, b: string | undefined) => a !== undefined && a.toLowerCase() === b?.toLowerCase();
  const links = new Set<string>();
  for (const mine of all.filter(({ username }) => same(username, me)))
    for (const theirs of all.filter(({ username }) => !same(username, me))) {
      const who = theirs.username.toLowerCase();
      if (
        mine.bankName &&
        mine.accountNumberMasked &&
        mine.bankName === theirs.bankName &&
        mine.accountNumberMasked === theirs.accountNumberMasked
      )
        links.add(`account ${mine.bankName} ${mine.accountNumberMasked} ${who} ${mine.id} ${theirs.id}`);
      for (const mineEnd of [mine.senderUsername, mine.recipientUsername])
        for (const theirEnd of [theirs.senderUsername, theirs.recipientUsername])
          if (same(mineEnd, theirEnd) && !same(mineEnd, me) && !same(theirEnd, who))
            links.add(`counterparty ${mineEnd?.toLowerCase()} ${who} ${mine.id} ${theirs.id}`);
    }
  return links;
}

const linksIn = ({ accounts, counterparties }: Connections): Set<string> =>
  new Set(
    [
      ...accounts.map((thing) => ({ kind: "account", thing, name: thing.name })),
      ...counterparties.map((thing) => ({ kind: "counterparty", thing, name: thing.name.toLowerCase() })),
    ].flatMap(({ kind, thing, name }) =>
      thing.users.flatMap((user) =>
        user.rows.flatMap((theirs) => thing.rows.map((mine) => `${kind} ${name} ${user.username.toLowerCase()} ${mine} ${theirs}`)),
      ),
    ),
  );

test("[FIND-6] in generated graphs all links that the cached rows hold are found, with the rows that show them, and none other", () => {
  fc.assert(
    fc.property(rows, fc.constantFrom(...people), (all, me) => {
      const id = people.indexOf(me) % 2 === 0 ? `u-${me}` : undefined;
      const found = connectionsOf(
        { id, username: me, phonenumber: undefined },
        all.map((row) => searchable(row)),
        [],
        (text) => text,
      );
      expect(linksIn(found)).toEqual(byDefinition(me, all));
      expect([found.of, found.since]).toEqual([all.length, all[0]?.at]);
    }),
    { numRuns: Number(process.env["GRAPHS"] ?? 300) },
  );
});

test("[FIND-6] users with the same phone number are found, in whatever form it is written, and not the user himself", () => {
  const user = (id: string, phonenumber: string): SeenUser => ({
    id,
    phonenumber,
    seenAt: 1,
    email: undefined,
    username: undefined,
    name: undefined,
    tokens: undefined,
  });
  const users = [user("me", "0801"), user("a", "+234801"), user("b", "0802")];
  const { phones } = connectionsOf({ id: "me", username: undefined, phonenumber: "0801" }, [], users, (text) =>
    text.replace(/^\+234/, "0"),
  );
  expect(phones.map(({ id }) => id)).toEqual(["a"]);
});

test.each(["", undefined])("[FIND-6] a row that names nobody isn't that of a user whose username is %j", (username) => {
  const shared = { at: 1, seenAt: 1, createdAt: new Date(1).toISOString(), bankName: "GTBank", accountNumberMasked: "****1234" };
  const all = [
    { ...shared, id: "t1" },
    { ...shared, id: "t2", userId: "", username: "" },
    { ...shared, id: "t3", userId: "u2", username: "bola" },
  ];
  const found = connectionsOf(
    { id: "u1", username, phonenumber: undefined },
    all.map((row) => searchable(row)),
    [],
    (text) => text,
  );
  expect(found.accounts).toEqual([]);
});

test.each([undefined, "Display Name"])(
  "[FIND-6] where rows have ids and %j for a username, no end of a transfer is the counterparty of its own user",
  (username) => {
    const transfer = { at: 1, seenAt: 1, createdAt: new Date(1).toISOString(), senderUsername: "ada", recipientUsername: "bob", username };
    const all = [
      { ...transfer, id: "t1", userId: "u-ada", type: "INTERNAL_TRANSFER_SENT" },
      { ...transfer, id: "t2", userId: "u-bob", type: "INTERNAL_TRANSFER_RECEIVED" },
    ];
    const found = (rows: typeof all) =>
      connectionsOf(
        { id: "u-ada", username: "ada", phonenumber: undefined },
        rows.map((row) => searchable(row)),
        [],
        (text) => text,
      ).counterparties;
    expect(found(all)).toEqual([]);
    // Somebody else who paid the same.
    expect(
      found([...all, { ...transfer, id: "t3", userId: "u-c", senderUsername: "chidi", type: "INTERNAL_TRANSFER_SENT" }]),
    ).toMatchObject([{ name: "bob", users: [{ id: "u-c", rows: ["t3"] }] }]);
  },
);
