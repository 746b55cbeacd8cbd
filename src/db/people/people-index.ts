import { unicodeEmail } from "../../contract/idn.ts";
import { searchText } from "../../contract/text.ts";
import { phoneDigits } from "../../contract/user-lines.ts";
import type { Database } from "../store/database.ts";
import { samePhone, termsFor } from "./user-terms.ts";
import { linesOf } from "./users-query.ts";

/** A found user: what a result line shows and a user page is opened with. */
export interface FoundUser {
  readonly id: string;
  readonly email: string | undefined;
  readonly username: string | undefined;
  readonly name: string | undefined;
  readonly phonenumber: string | undefined;
  readonly tokens: readonly string[] | undefined;
}

/** A cached wallet and its owner. */
export interface FoundWallet {
  readonly email: string;
  readonly token: string;
  readonly address: string;
}

export interface People {
  readonly users: readonly SeenUser[];
  /** Cached users matching, and cached in all. */
  readonly matching: number;
  readonly of: number;
  /** The first one whose phone number the text is, in any notation. */
  readonly ofPhone: SeenUser | undefined;
  readonly wallets: readonly FoundWallet[];
  /** Number of users whose wallets are cached. */
  readonly walletsOf: number;
}

/** A user as sent by the host, and when (epoch ms). */
export type SeenUser = FoundUser & { readonly seenAt: number };

export interface Everyone {
  readonly users: readonly SeenUser[];
  readonly wallets: readonly FoundWallet[];
}

interface Indexed {
  readonly user: SeenUser;
  /** Searchable texts, separated by line breaks. */
  readonly lines: string;
}

interface Read {
  readonly users: readonly Indexed[];
  readonly wallets: readonly FoundWallet[];
  readonly walletsOf: number;
}

/** Match rank: 0 equals a term, 1 starts with one, 2 contains one; undefined: no match. */
function nearness({ lines }: Indexed, terms: readonly string[]): number | undefined {
  const found = terms.filter((term) => lines.includes(term)).map((term) => `\n${term.trimStart()}`);
  if (found.length === 0) return undefined;
  if (found.some((term) => lines.includes(`${term}\n`))) return 0;
  return found.some((term) => lines.includes(term)) ? 1 : 2;
}

/** Compact in-memory index of cached users and wallets, for search as you type. */
export class PeopleIndex {
  readonly #db: Database;
  #read: Promise<Read> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Makes the next query reread the cache. */
  forget(): void {
    this.#read = undefined;
  }

  async #load(): Promise<Read> {
    const [rows, kept] = await Promise.all([this.#db.users.toArray(), this.#db.wallets.toArray()]);
    const users = rows.map(({ id, email, username, name, phonenumber, tokens, seenAt }): Indexed => ({
      user: { id, email, username, name, phonenumber, tokens, seenAt },
      lines: `\n${linesOf({ email, username, name, phonenumber })}\n`,
    }));
    const wallets = kept.flatMap(({ email, wallets: own }) =>
      Object.entries(own.wallets).flatMap(([token, { address }]) =>
        address ? [{ email: own.email ?? unicodeEmail(email), token, address }] : [],
      ),
    );
    return { users, wallets, walletsOf: kept.length };
  }

  #loaded(): Promise<Read> {
    this.#read ??= this.#load();
    const reading = this.#read;
    return reading.catch((error: unknown) => {
      if (this.#read === reading) this.#read = undefined;
      throw error;
    });
  }

  /** All cached users and wallets. Rejects with the database's error. */
  async everyone(): Promise<Everyone> {
    const { users, wallets } = await this.#loaded();
    return { users: users.map(({ user }) => user), wallets };
  }

  /** The best matching users, at most `limit`, and the wallets with the text as address. Rejects with the database's error. */
  async find(text: string, limit: number): Promise<People> {
    const { users, wallets, walletsOf } = await this.#loaded();
    const terms = await termsFor(this.#db, text);
    const isPhone = phoneDigits(text) === "" ? undefined : await samePhone(this.#db, text);
    const near: Indexed[][] = [[], [], []];
    for (const one of users) near[nearness(one, terms) ?? -1]?.push(one);
    const matching = near.flat();
    const term = searchText(text);
    return {
      users: matching.slice(0, limit).map(({ user }) => user),
      matching: matching.length,
      of: users.length,
      ofPhone: isPhone && users.find(({ user }) => isPhone(user.phonenumber ?? ""))?.user,
      wallets: wallets.filter(({ address }) => searchText(address) === term).slice(0, limit),
      walletsOf,
    };
  }
}
