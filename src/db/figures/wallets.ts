import { emailKey } from "../../contract/emails.ts";
import type { Wallets } from "../../contract/wallets.ts";
import type { Database } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";
import { goneAfter } from "../store/gone.ts";

/** A user's wallets as last sent by the host. */
export interface WalletsRow {
  /** `emailKey`. */
  readonly email: string;
  readonly wallets: Wallets;
  /** When they were requested (device epoch ms). */
  readonly asOf: number;
}

/** Caches a user's wallets unless a later answer is cached, or the user was deleted since. Rejects with the database's error. */
export async function putWallets(db: Database, email: string, wallets: Wallets, asOf: number): Promise<void> {
  await db.transaction("rw", db.wallets, db.state, async () => {
    const known = await db.wallets.get(emailKey(email));
    if ((known && known.asOf > asOf) || (await goneAfter(db, "user"))(emailKey(email), asOf)) return;
    await db.wallets.put({ email: emailKey(email), wallets, asOf });
    await noteFetched(db, asOf);
  });
}

export const readWallets = (db: Database, email: string): Promise<WalletsRow | undefined> => db.wallets.get(emailKey(email));
