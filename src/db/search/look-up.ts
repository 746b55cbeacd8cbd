import { emailKey } from "../../contract/emails.ts";
import { searchText } from "../../contract/text.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import { mayBePhone } from "../../contract/user-terms.ts";
import { type PastedItem, readPasted } from "./pasted.ts";
import { grouped } from "../store/grouped.ts";
import type { Everyone, SeenUser } from "../people/people-index.ts";
import type { SearchableRow } from "../transactions/transaction-predicate.ts";

/** A transaction found by a lookup. */
export type NamedTransaction = Pick<SearchableRow, "id" | "reference" | "type" | "status" | "amount" | "currency" | "username" | "seenAt">;

/** A pasted item and everything the cache has of it. */
export interface LookedUpItem extends PastedItem {
  readonly transactions: readonly NamedTransaction[];
  readonly users: readonly SeenUser[];
}

export interface LookedUp {
  readonly items: readonly LookedUpItem[];
  /** Items beyond the lookup limit. */
  readonly leftOut: number;
  /** Lines from which nothing was taken. */
  readonly unread: readonly string[];
  /** Transactions and users searched. */
  readonly of: number;
  readonly usersOf: number;
}

export const namedOf = ({ id, reference, type, status, amount, currency, username, seenAt }: SearchableRow): NamedTransaction => ({
  id,
  reference,
  type,
  status,
  amount,
  currency,
  username,
  seenAt,
});

/** Loads the phone number parser; undefined if it can't be loaded. */
const loadPhones = () => import("../../contract/phones.ts").catch(() => undefined);

/** Trailing digits that distinguish two numbers, apart from their countries. */
const endLength = 8;
const endOf = (digits: string): string => digits.slice(-endLength);

/**
 * Looks up a paste in the cache. Without the phone number parser, only numbers with a "+" or a trunk zero are recognised, by their
 * digits.
 */
export async function lookUp(
  pasted: string,
  rows: ReadonlyMap<string, SearchableRow>,
  everyone: Everyone,
  country: string,
): Promise<LookedUp> {
  const phones = await loadPhones();
  const { users, wallets } = everyone;
  const usersById = new Map(users.map((user) => [user.id, user]));
  let rowsByReference: ReadonlyMap<string, SearchableRow[]> = new Map();
  const namesAmong = (texts: ReadonlySet<string>): ReadonlySet<string> => {
    // Index only the references asked for, out of 100,000.
    rowsByReference = grouped(rows.values(), ({ reference }) => (reference !== undefined && texts.has(reference) ? reference : undefined));
    return new Set([...texts].filter((text) => rows.has(text) || rowsByReference.has(text) || usersById.has(text)));
  };
  const phoneKey = (text: string): string | undefined => {
    const digits = phoneDigits(text);
    const isMarked = /^\(?(?:[+＋]|00)/.test(text) && digits.length > endLength;
    if (!phones) return isMarked || /^0\d{9,10}$/.test(digits) ? digits : undefined;
    return phones.validPhoneKey(text, country) ?? (isMarked ? phones.phoneKey(text, country) : undefined);
  };
  const { items, leftOut, unread } = readPasted(pasted, { namesAmong, phoneKey });

  const wanted = new Set(items.filter(({ kind }) => kind === "phone").map(({ key }) => endOf(key)));
  const byPhone =
    wanted.size === 0
      ? new Map<string, SeenUser[]>()
      : grouped(users, ({ phonenumber }) => {
          if (!phonenumber || !wanted.has(endOf(phoneDigits(phonenumber)))) return undefined;
          return mayBePhone(phonenumber) && phones ? phones.phoneKey(phonenumber, country) : phoneDigits(phonenumber);
        });
  const owners = grouped(wallets, ({ address }) => searchText(address));
  const emails = new Set(
    items.flatMap(({ kind, key }) =>
      kind === "email" ? key : kind === "address" ? (owners.get(key) ?? []).map((one) => emailKey(one.email)) : [],
    ),
  );
  const byEmail =
    emails.size === 0
      ? new Map<string, SeenUser[]>()
      : grouped(users, ({ email }) => {
          const key = emailKey(email ?? "");
          return email !== undefined && emails.has(key) ? key : undefined;
        });
  const ownersOf = (key: string): readonly SeenUser[] => {
    const byKey = new Map((owners.get(key) ?? []).map(({ email }) => [emailKey(email), email]));
    const rest = { id: "", username: undefined, name: undefined, phonenumber: undefined, tokens: undefined, seenAt: 0 };
    return [...byKey].flatMap(([one, email]) => byEmail.get(one) ?? [{ ...rest, email }]);
  };
  const found = ({ kind, key }: PastedItem): Pick<LookedUpItem, "transactions" | "users"> => {
    switch (kind) {
      case "email":
        return { transactions: [], users: byEmail.get(key) ?? [] };
      case "phone":
        return { transactions: [], users: byPhone.get(key) ?? [] };
      case "address":
        return { transactions: [], users: ownersOf(key) };
      case "name": {
        const row = rows.get(key);
        const user = usersById.get(key);
        // A text may be one transaction's id and another's reference.
        const named = new Set([...(row ? [row] : []), ...(rowsByReference.get(key) ?? [])]);
        return { transactions: [...named].map(namedOf), users: user ? [user] : [] };
      }
    }
  };
  return { items: items.map((item) => ({ ...item, ...found(item) })), leftOut, unread, of: rows.size, usersOf: users.length };
}
