import { searchText } from "../../contract/text.ts";
import type { SeenUser } from "./people-index.ts";
import type { SearchableRow } from "../transactions/transaction-predicate.ts";
import { isOwnRow } from "./person.ts";

/** The person whose connections are searched; more known fields find more. */
export interface ConnectedPerson {
  readonly id: string | undefined;
  readonly username: string | undefined;
  readonly phonenumber: string | undefined;
}

/** Another user who shares something, with the cached rows that show it, newest first. */
export interface ConnectedUser {
  readonly id: string | undefined;
  readonly username: string;
  readonly rows: readonly string[];
}

/** A bank account or counterparty shared by users, with the person's own rows that show it, newest first. */
export interface SharedThing {
  readonly name: string;
  readonly rows: readonly string[];
  readonly users: readonly ConnectedUser[];
}

/** What others share with a person according to cached rows, and how much was searched. */
export interface Connections {
  readonly accounts: readonly SharedThing[];
  readonly counterparties: readonly SharedThing[];
  /** Users with the same phone number. */
  readonly phones: readonly SeenUser[];
  /** Cached transactions searched, time of the oldest (epoch ms), and cached users searched. */
  readonly of: number;
  readonly since: number | undefined;
  readonly usersOf: number;
}

interface Sharing {
  readonly name: string;
  readonly own: SearchableRow[];
  readonly others: Map<string, SearchableRow[]>;
}

const newestFirst = (rows: readonly SearchableRow[]): string[] => [...rows].sort((a, b) => b.at - a.at).map(({ id }) => id);

/** Key of a row's owner; undefined if the row doesn't tell. */
const ownerOf = ({ userId, username }: SearchableRow): string | undefined => userId ?? (username ? `@${searchText(username)}` : undefined);

/**
 * Finds users who share a bank account (bank and masked number), a counterparty or a phone number with a person. A counterparty is
 * the other end of a transfer; one who deals only with this person isn't shared. `phoneKeyOf`: same key for every notation
 * of a number.
 */
export function connectionsOf(
  person: ConnectedPerson,
  rows: Iterable<SearchableRow>,
  users: readonly SeenUser[],
  phoneKeyOf: (text: string) => string,
): Connections {
  const accounts = new Map<string, Sharing>();
  const counterparties = new Map<string, Sharing>();
  const me = searchText(person.username ?? "");
  // Of two ends the type says which is the row's own: the username may be missing, or another name.
  const otherEnds = ({ type, parties, username }: SearchableRow, isOwn: boolean): string[] => {
    const owner = searchText(username);
    const own = parties.length < 2 ? -1 : type.endsWith("_SENT") ? 0 : type.endsWith("_RECEIVED") ? 1 : -1;
    return parties.filter((party, end) => end !== own && searchText(party) !== owner && !(isOwn && searchText(party) === me));
  };
  const things = (row: SearchableRow, isOwn: boolean): (readonly [Map<string, Sharing>, string])[] => [
    ...(row.account === undefined ? [] : [[accounts, row.account] as const]),
    ...otherEnds(row, isOwn).map((party) => [counterparties, party] as const),
  ];
  let of = 0;
  let since: number | undefined;
  const rest: SearchableRow[] = [];
  for (const row of rows) {
    of += 1;
    since = Math.min(since ?? row.at, row.at);
    if (row.account === undefined && row.parties.length === 0) continue;
    if (!isOwnRow(row, person)) {
      rest.push(row);
      continue;
    }
    for (const [kind, thing] of things(row, true)) {
      const known = kind.get(searchText(thing)) ?? { name: thing, own: [], others: new Map<string, SearchableRow[]>() };
      kind.set(searchText(thing), known);
      known.own.push(row);
    }
  }
  for (const row of rest) {
    const owner = ownerOf(row);
    if (owner === undefined) continue;
    for (const [kind, thing] of things(row, false)) {
      const others = kind.get(searchText(thing))?.others;
      if (others) others.set(owner, [...(others.get(owner) ?? []), row]);
    }
  }
  const shared = (kind: Map<string, Sharing>): SharedThing[] =>
    [...kind.values()]
      .filter(({ others }) => others.size > 0)
      .map((one) => ({
        name: one.name,
        rows: newestFirst(one.own),
        users: [...one.others.values()].map((theirs) => ({
          id: theirs[0]?.userId,
          username: theirs.find(({ username }) => username !== "")?.username ?? "",
          rows: newestFirst(theirs),
        })),
      }));
  const phone = person.phonenumber ? phoneKeyOf(person.phonenumber) : "";
  return {
    accounts: shared(accounts),
    counterparties: shared(counterparties),
    phones: phone === "" ? [] : users.filter(({ id, phonenumber }) => id !== person.id && phonenumber && phoneKeyOf(phonenumber) === phone),
    of,
    since,
    usersOf: users.length,
  };
}
