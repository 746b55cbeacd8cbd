import { nameOf } from "../../src/contract/call.ts";
import { refreshTokensOf } from "../../src/contract/refresh-tokens.ts";
import { type User, listUsers, userSorts } from "../../src/contract/users.ts";
import { generationStatus } from "../../src/contract/wallet-generation.ts";
import { userWallets } from "../../src/contract/wallets.ts";
import type { Conformance } from "../conformance.ts";
import { type Difference, shown } from "../differences.ts";
import { inText } from "./in-text.ts";
import { shortPage } from "./short-page.ts";

const most = 10;
/** The app's largest page. */
const largest = 50;

function inOrder(users: readonly User[], sort: string): Difference[] {
  const dates = users.map(({ createdAt }) => createdAt ?? "");
  const sorted = dates.toSorted();
  const expected = sort.startsWith("-") ? sorted.toReversed() : sorted;
  const at = dates.findIndex((date, index) => date !== expected[index]);
  return at < 0 ? [] : [{ field: `users[${at}].createdAt`, expected: `the order of sort=${sort}`, got: "another order" }];
}

/** How a sort compares text is the host's affair, but where values differ a list can't begin and end with the same one. */
function turned(known: readonly User[], field: (typeof userSorts)[number], up: readonly User[], down: readonly User[]): Difference[] {
  const valuesOf = (users: readonly User[]) => users.flatMap((user) => user[field] ?? []);
  const [[first], [last]] = [valuesOf(up), valuesOf(down)];
  if (new Set(valuesOf(known)).size < 2 || first === undefined || first !== last) return [];
  return [
    { field: `users for sort=-${field}`, expected: `another end of the list than sort=${field}`, got: `${shown(first)} first in both` },
  ];
}

interface Filter {
  readonly query: Readonly<Record<string, string | number>>;
  readonly fits: (user: User) => boolean;
}

function filtersBy({ email, kycLevel, emailVerified, bvnVerified, createdAt }: User): Filter[] {
  const isHim = (user: User): boolean => user.email === email;
  const day = createdAt?.slice(0, 10);
  return [
    ...(day === undefined
      ? []
      : [{ query: { dateFrom: day, dateTo: day }, fits: (user: User) => user.createdAt?.startsWith(day) === true }]),
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
  for (const field of userSorts) {
    if (field === "createdAt") continue;
    const [up, down] = [await ask({ sort: field }), await ask({ sort: `-${field}` })];
    if (up !== undefined && down !== undefined) conformance.note(name, turned(users, field, up.users, down.users));
  }
  const large = await ask({ sort: "-createdAt", limit: largest });
  if (large !== undefined) conformance.note(name, shortPage("users", largest, large.users.length, large.total));
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
    const asked = inText(query);
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
