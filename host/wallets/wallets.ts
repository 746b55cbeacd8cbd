import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import * as v from "valibot";
import { type WalletToken, walletTokens } from "../../src/contract/currencies.ts";
import type { Db } from "../db/connection.ts";
import { rows } from "../db/rows.ts";
import { wallets } from "../db/schema.ts";
import { newId } from "../ids.ts";
import { addressOf, networkOf } from "./addresses.ts";

export interface IssuedWallet {
  readonly token: WalletToken;
  readonly address: string;
  readonly network: string;
  readonly reference: string;
}

export const isWalletToken = (token: string): token is WalletToken => walletTokens.some((known) => known === token);

type WalletRow = typeof wallets.$inferSelect;

function read(row: WalletRow): IssuedWallet {
  if (!isWalletToken(row.token)) throw new Error(`A wallet has the unknown token ${row.token}.`);
  return { token: row.token, address: row.address ?? addressOf(row.token, row.position), network: row.network, reference: row.reference };
}

/** A user's wallets in use, in token order. */
export async function walletsInUse(db: Db, userId: string): Promise<IssuedWallet[]> {
  const found = await db
    .select()
    .from(wallets)
    .where(and(eq(wallets.userId, userId), isNull(wallets.retiredAt)));
  const inUse = found.map(read);
  return inUse.sort((a, b) => walletTokens.indexOf(a.token) - walletTokens.indexOf(b.token));
}

/** Retires wallets; they are kept with their address. Returns them. */
export async function retireWallets(tx: Db, userId: string, tokens: readonly WalletToken[], now: Date): Promise<IssuedWallet[]> {
  if (tokens.length === 0) return [];
  const retired = await tx
    .update(wallets)
    .set({ retiredAt: now })
    .where(and(eq(wallets.userId, userId), isNull(wallets.retiredAt), inArray(wallets.token, [...tokens])))
    .returning();
  for (const row of retired)
    if (row.address === null)
      await tx
        .update(wallets)
        .set({ address: read(row).address })
        .where(eq(wallets.id, row.id));
  return retired.map(read);
}

/** Issues a wallet with a new address; the user must have none in use for the token. */
export async function issueWallet(tx: Db, userId: string, token: WalletToken, now: Date): Promise<IssuedWallet> {
  const [next] = await rows(tx, v.object({ position: v.string() }), sql`select nextval('wallet_position')::text as position`);
  const position = Number(next?.position);
  const id = newId(now);
  const issued = { token, address: addressOf(token, position), network: networkOf[token], reference: `WR-${id.slice(-12).toUpperCase()}` };
  await tx.insert(wallets).values({ id, userId, position, ...issued, createdAt: now });
  return issued;
}

/** Wallets on the wire, keyed as "BTC_BTC" (D2 §3). */
export const wireWallets = (issued: readonly IssuedWallet[]): Record<string, object> =>
  Object.fromEntries(
    issued.map(({ token, address, network, reference }) => [`${token}_${token}`, { address, network, walletReferenceId: reference }]),
  );
