import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { walletTokens } from "../../src/contract/currencies.ts";
import type { Db } from "../db/connection.ts";
import { type Load, batchRows, unindexed } from "../db/load.ts";
import { users } from "../db/schema.ts";
import { TokenSeal } from "../sessions/user-tokens.ts";
import { networkOf } from "../wallets/addresses.ts";
import { Random } from "./random.ts";

/**
 * Wallets for most of the users who have a phone; some have none, some only a part. Their addresses are
 * derived when they are first shown: deriving a hundred thousand at the first start would take minutes.
 */
async function loadWallets(tx: Db): Promise<void> {
  const tokens = sql.join(
    walletTokens.map((token, at) => sql`(${token}::text, ${networkOf[token]}::text, ${at}::int)`),
    sql`, `,
  );
  await tx.execute(sql`
    insert into wallets (id, user_id, token, position, network, reference, created_at)
    select 'w' || token || id, id, token, place, network, 'WR-' || upper(substr(md5(id || token), 1, 12)), created_at
    from (
      select id, created_at, phonenumber, row_number() over (order by created_at, id) as place, get_byte(decode(md5(id), 'hex'), 0) as lot
      from users where deleted_at is null
    ) as placed
    cross join (values ${tokens}) as tokens (token, network, at)
    where phonenumber is not null and (lot < 190 or (lot < 210 and at < 3))`);
  await tx.execute(sql`select setval('wallet_position', (select count(*) + 1 from users))`);
}

/** Up to three refresh tokens for each user, sealed under the host's key. */
async function loadRefreshTokens(load: Load, tokenKey: Uint8Array, now: Date, rest: () => Promise<void>): Promise<void> {
  const seal = new TokenSeal(tokenKey);
  const random = new Random(4176);
  const everybody = await load.tx.select({ id: users.id }).from(users).orderBy(users.createdAt, users.id);
  for (let from = 0; from < everybody.length; from += batchRows) {
    const rows = everybody.slice(from, from + batchRows).flatMap(({ id }) =>
      Array.from({ length: random.whole(0, 3) }, (_, at) => {
        const token = random.hex(48);
        return {
          id: `rt${id}${at}`,
          user_id: id,
          token_hash: createHash("sha256").update(token).digest("base64url"),
          sealed: seal.seal(token),
          created_at: new Date(now.getTime() - random.whole(1, 30 * 24 * 3600) * 1000).toISOString(),
        };
      }),
    );
    await load.insert("user_refresh_tokens", ["id", "user_id", "token_hash", "sealed", "created_at"], rows);
    await rest();
  }
}

/** Wallets and refresh tokens for the demonstration's users; rests between two batches. */
export const loadUserBelongings = (load: Load, tokenKey: Uint8Array, now: Date, rest: () => Promise<void>): Promise<void> =>
  unindexed(load.tx, ["wallets", "user_refresh_tokens"], async () => {
    await loadWallets(load.tx);
    await loadRefreshTokens(load, tokenKey, now, rest);
  });
