import { unicodeEmail } from "../../contract/idn.ts";
import { searchText } from "../../contract/text.ts";
import type { Database } from "../store/database.ts";
import { termsFor } from "./user-terms.ts";
import { linesOf } from "./users-query.ts";

/** Whom the search found: as much as a line shows of a user, and as a page is given on the way. */
export interface FoundUser {
  readonly id: string;
  readonly email: string | undefined;
  readonly username: string | undefined;
  readonly name: string | undefined;
  readonly phonenumber: string | undefined;
  readonly tokens: readonly string[] | undefined;
}

/** A wallet that is cached, with whose it is. */
export interface FoundWallet {
  readonly email: string;
  readonly token: string;
  readonly address: string;
}

export interface People {
  readonly users: readonly FoundUser[];
  /** How many of the cached users match, and how many are cached. */
  readonly matching: number;
  readonly of: number;
  readonly wallets: readonly FoundWallet[];
  /** How many users' wallets are cached. */
  readonly walletsOf: number;
}

/** A user as the host sent it at a time (epoch ms). */
export type SeenUser = FoundUser & { readonly seenAt: number };

export interface Everyone {
  readonly users: readonly SeenUser[];
  readonly wallets: readonly FoundWallet[];
}

interface Indexed {
  readonly user: SeenUser;
  /** What the terms of a search may be part of, between line breaks. */
  readonly lines: string;
}

interface Read {
  readonly users: readonly Indexed[];
  readonly wallets: readonly FoundWallet[];
  readonly walletsOf: number;
}

/** How near a user is to what was typed: 0 has it, 1 begins with it, 2 holds it. */
function nearness({ lines }: Indexed, terms: readonly string[]): number | undefined {
  const found = terms.filter((term) => lines.includes(term)).map((term) => `\n${term.trimStart()}`);
  if (found.length === 0) return undefined;
  if (found.some((term) => lines.includes(`${term}\n`))) return 0;
  return found.some((term) => lines.includes(term)) ? 1 : 2;
}

/** The cached users and wallets in a compact form in memory, for a search that answers while somebody types. */
export class PeopleIndex {
  readonly #db: Database;
  #read: Promise<Read> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The next question reads the cache anew. */
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

  /** All cached users, and the wallets of those whose wallets are cached. Rejects with the database's error. */
  async everyone(): Promise<Everyone> {
    const { users, wallets } = await this.#loaded();
    return { users: users.map(({ user }) => user), wallets };
  }

  /** The nearest users to a text, `limit` at most, and the wallets that have it as their address. Rejects with the database's error. */
  async find(text: string, limit: number): Promise<People> {
    const { users, wallets, walletsOf } = await this.#loaded();
    const terms = await termsFor(this.#db, text);
    const near: Indexed[][] = [[], [], []];
    for (const one of users) near[nearness(one, terms) ?? -1]?.push(one);
    const matching = near.flat();
    const term = searchText(text);
    return {
      users: matching.slice(0, limit).map(({ user }) => user),
      matching: matching.length,
      of: users.length,
      wallets: wallets.filter(({ address }) => searchText(address) === term).slice(0, limit),
      walletsOf,
    };
  }
}
