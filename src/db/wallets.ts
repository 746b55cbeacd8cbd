import type { Wallets } from "../contract/wallets.ts";
import type { Database } from "./database.ts";
import { noteFetched } from "./freshness.ts";

/** A user's wallets as the host last sent them. */
export interface WalletsRow {
  /** Lower case. */
  readonly email: string;
  readonly wallets: Wallets;
  /** When they were asked for (device epoch ms). */
  readonly asOf: number;
}

const keyOf = (email: string): string => email.trim().toLowerCase();

/** Keeps a user's wallets, unless a later answer is kept. Rejects with the database's error. */
export async function putWallets(db: Database, email: string, wallets: Wallets, asOf: number): Promise<void> {
  await db.transaction("rw", db.wallets, db.state, async () => {
    const known = await db.wallets.get(keyOf(email));
    if (known && known.asOf > asOf) return;
    await db.wallets.put({ email: keyOf(email), wallets, asOf });
    await noteFetched(db, asOf);
  });
}

export const readWallets = (db: Database, email: string): Promise<WalletsRow | undefined> => db.wallets.get(keyOf(email));
