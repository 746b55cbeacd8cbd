import { nameOf } from "../../src/contract/call.ts";
import { refreshTokensOf } from "../../src/contract/refresh-tokens.ts";
import { type User, listUsers } from "../../src/contract/users.ts";
import { generationStatus } from "../../src/contract/wallet-generation.ts";
import { userWallets } from "../../src/contract/wallets.ts";
import type { Conformance } from "../conformance.ts";
import { type Difference, shown } from "../differences.ts";

const most = 10;

function inOrder(users: readonly User[], sort: string): Difference[] {
  const dates = users.map(({ createdAt }) => createdAt ?? "");
  const sorted = dates.toSorted();
  const expected = sort.startsWith("-") ? sorted.toReversed() : sorted;
  const at = dates.findIndex((date, index) => date !== expected[index]);
  return at < 0 ? [] : [{ field: `users[${at}].createdAt`, expected: `the order of sort=${sort}`, got: "another order" }];
}

interface Filter {
  readonly query: Readonly<Record<string, string | number>>;
  readonly fits: (user: User) => boolean;
}

function filtersBy({ email, kycLevel, emailVerified, bvnVerified }: User): Filter[] {
  const isHim = (user: User): boolean => user.email === email;
  return [
    ...(kycLevel === undefined ? [] : [{ query: { kycLevel }, fits: (user: User) => user.kycLevel === kycLevel }]),
    ...(emailVerified === undefined
      ? []
      : [{ query: { emailVerified: String(emailVerified) }, fits: (user: User) => user.emailVerified === emailVerified }]),
    ...(bvnVerified === undefined
      ? []
      : [{ query: { bvnVerified: String(bvnVerified) }, fits: (user: User) => user.bvnVerified === bvnVerified }]),
    ...(email === undefined
      ? []
      : [{ query: { q: email }, fits: (user: User) => isHim(user) || JSON.stringify(user).toLowerCase().includes(email.toLowerCase()) }]),
  ];
}

async function checkList(conformance: Conformance, sending: { path: string }): Promise<readonly User[]> {
  const name = nameOf(listUsers);
  const ask = (query: Record<string, string | number>) =>
    conformance.check(listUsers, { ...sending, query: { limit: most, skip: 0, ...query } });
  const first = await ask({ sort: "-createdAt" });
  if (first === undefined) return [];
  const { users } = first;
  if (users.length > most)
    conformance.note(name, [{ field: "users", expected: `at most ${most}, as limit asks`, got: `a list of ${users.length}` }]);
  for (const sort of ["-createdAt", "createdAt"]) {
    const sorted = await ask({ sort });
    if (sorted !== undefined) conformance.note(name, inOrder(sorted.users, sort));
  }
  const second = await ask({ sort: "-createdAt", skip: most });
  const known = new Set(users.map(({ id }) => id));
  const repeated = second?.users.filter(({ id }) => known.has(id)).length ?? 0;
  // New users may have joined meanwhile.
  if (repeated > 2)
    conformance.note(name, [{ field: `users for skip=${most}`, expected: "the users after those", got: `${repeated} of them again` }]);
  const [one] = users;
  for (const { query, fits } of one === undefined ? [] : filtersBy(one)) {
    const found = (await ask(query))?.users;
    if (found === undefined) continue;
    const [asked = ""] = Object.entries(query).map(([field, value]) => `${field}=${value}`);
    const strangers = found.filter((user) => !fits(user)).length;
    if (strangers > 0)
      conformance.note(name, [
        { field: `users for ${asked}`, expected: "only users who fit", got: `${strangers} of ${found.length} don't` },
      ]);
    if (found.length === 0) conformance.note(name, [{ field: `users for ${asked}`, expected: "the user who has it", got: "nobody" }]);
  }
  return users;
}

/** The users, and the calls for one of them (USER-2, WALL-1, SEC-1). */
export async function checkUsers(conformance: Conformance, secrets: boolean): Promise<void> {
  const users = await checkList(conformance, { path: conformance.config.paths.users });
  const nobody = { query: { email: "nobody-has-this@conform.invalid" } };
  const email = users.find((user) => user.email !== undefined)?.email;
  if (email === undefined) conformance.pass(nameOf(userWallets), { is: "not asked", why: "no user with an email was found" });
  else {
    const wallets = await conformance.check(userWallets, { query: { email } });
    if (wallets?.email !== undefined && wallets.email.toLowerCase() !== email.toLowerCase())
      conformance.note(nameOf(userWallets), [{ field: "email", expected: shown(email), got: shown(wallets.email) }]);
    if (wallets !== undefined) await conformance.refuses(userWallets, "an email that nobody has", nobody);
  }
  const phonenumber = users.find((user) => user.phonenumber !== undefined)?.phonenumber;
  if (phonenumber === undefined)
    conformance.pass(nameOf(generationStatus), { is: "not asked", why: "no user with a phone number was found" });
  else await conformance.check(generationStatus, { query: { phonenumber } });
  if (!secrets || email === undefined)
    conformance.pass(nameOf(refreshTokensOf), { is: "not asked", why: "its answer is secret; --secrets asks" });
  else await conformance.check(refreshTokensOf, { query: { email } });
}
