import type { Database } from "./database.ts";

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

interface Indexed {
  readonly user: FoundUser;
  readonly words: readonly string[];
  readonly digits: string;
}

const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

/** The figures of a text that may be a phone number, without what stands for the country or the trunk; else nothing. */
const phoneIn = (text: string): string => (/^\+?[\d\s().-]{6,20}$/.test(text) ? digitsOf(text).replace(/^0+/, "") : "");

/** How near a user is to what was typed: 0 has it, 1 begins with it, 2 holds it. */
function nearness({ words, digits }: Indexed, text: string, phone: string): number | undefined {
  if (words.includes(text) || (phone !== "" && digits.endsWith(phone))) return 0;
  if (words.some((word) => word.startsWith(text))) return 1;
  return words.some((word) => word.includes(text)) || (phone !== "" && digits.includes(phone)) ? 2 : undefined;
}

/** The cached users and wallets in a compact form in memory, for a search that answers while somebody types. */
export class PeopleIndex {
  readonly #db: Database;
  #read: Promise<{ readonly users: readonly Indexed[]; readonly wallets: readonly FoundWallet[]; readonly walletsOf: number }> | undefined;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The next question reads the cache anew. */
  forget(): void {
    this.#read = undefined;
  }

  async #load() {
    const [rows, kept] = await Promise.all([this.#db.users.toArray(), this.#db.wallets.toArray()]);
    const users = rows.map(({ id, email, username, name, phonenumber, tokens }): Indexed => ({
      user: { id, email, username, name, phonenumber, tokens },
      words: [email, username, name, phonenumber].flatMap((word) => (word ? [word.toLowerCase()] : [])),
      digits: digitsOf(phonenumber ?? ""),
    }));
    const wallets = kept.flatMap(({ email, wallets: own }) =>
      Object.entries(own.wallets).flatMap(([token, { address }]) => (address ? [{ email, token, address }] : [])),
    );
    return { users, wallets, walletsOf: kept.length };
  }

  /** The nearest users to a text, `limit` at most, and the wallets that have it as their address. Rejects with the database's error. */
  async find(text: string, limit: number): Promise<People> {
    this.#read ??= this.#load();
    const reading = this.#read;
    const { users, wallets, walletsOf } = await reading.catch((error: unknown) => {
      if (this.#read === reading) this.#read = undefined;
      throw error;
    });
    const term = text.trim().toLowerCase();
    const phone = phoneIn(term);
    const near: Indexed[][] = [[], [], []];
    if (term !== "") for (const one of users) near[nearness(one, term, phone) ?? -1]?.push(one);
    const matching = near.flat();
    return {
      users: matching.slice(0, limit).map(({ user }) => user),
      matching: matching.length,
      of: users.length,
      wallets: wallets.filter(({ address }) => address.toLowerCase() === term).slice(0, limit),
      walletsOf,
    };
  }
}
