import Big from "big.js";
import { eq } from "drizzle-orm";
import { walletTokens } from "../../src/contract/currencies.ts";
import { deleteUser, disableTwoFactor, removePasswordPin } from "../../src/contract/user-tools.ts";
import type { Db } from "../db/connection.ts";
import { userRefreshTokens, users } from "../db/schema.ts";
import { type Router, mutationCall } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import { balancesOf } from "../ledger/accounts.ts";
import { lockUserByEmail } from "../queries/find-user.ts";
import type { SignedIn } from "../sessions/require-admin.ts";
import { cancelGeneration } from "../wallets/generation.ts";
import { retireWallets } from "../wallets/wallets.ts";
import { wireAmount } from "../wire.ts";

/** A user's non-zero balances, available and pending, from the ledger. */
async function heldBy(tx: Db, userId: string) {
  const accounts = await balancesOf(tx, userId);
  return accounts
    .filter(({ balance }) => !new Big(balance).eq(0))
    .map((account) => ({ ...account, balance: new Big(account.balance).toFixed() }));
}

type Held = Awaited<ReturnType<typeof heldBy>>;

/** Deleting a user with a balance strands that money: it takes `force`, and the permission to move money. */
function requireForce(email: string, balances: Held, force: boolean, admin: SignedIn): void {
  const said = balances.map(({ kind, currency, balance }) => `${balance} ${currency}${kind === "pending" ? " pending" : ""}`).join(", ");
  const data = { balances: balances.map((held) => ({ ...held, balance: wireAmount(held.balance) })) };
  if (!force) throw new Refusal(409, `${email} holds ${said}. Deduct or wipe it first, or delete all the same with force.`, { data });
  const permission = "canFundUsers";
  if (admin.permissions[permission] !== true)
    throw new Refusal(403, `${email} holds ${said}: deleting all the same needs the permission ${permission}.`, { permission, data });
}

/** Actions on one user (D1 §7, D2 §7). All are idempotent: repeating one is no error. */
export function userToolCalls(router: Router): void {
  mutationCall(router, deleteUser, { needs: "canDeleteUsers" }, async ({ tx, body: { email, force = false }, admin, now, note }) => {
    const user = await lockUserByEmail(tx, email, "no key update");
    const balances = await heldBy(tx, user.id);
    const { username } = user;
    note({
      target: user.email,
      before: { deleted: false, username, ...(balances.length === 0 ? {} : { balances }) },
      after: { deleted: true, username },
    });
    if (balances.length > 0) requireForce(user.email, balances, force, admin);
    await cancelGeneration(tx, user.id, now);
    await retireWallets(tx, user.id, walletTokens, now);
    await tx.delete(userRefreshTokens).where(eq(userRefreshTokens.userId, user.id));
    // Soft delete: the ledger and the feed refer to this user for ever.
    await tx.update(users).set({ deletedAt: now }).where(eq(users.id, user.id));
    return { success: true, message: `Deleted ${user.email}` };
  });

  mutationCall(router, disableTwoFactor, { needs: "canManageKYC" }, async ({ tx, body, note }) => {
    const user = await lockUserByEmail(tx, body.email, "no key update");
    note({ target: user.email, before: { twoFactorEnabled: user.twoFactorEnabled }, after: { twoFactorEnabled: false } });
    await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, user.id));
    return { success: true, message: user.twoFactorEnabled ? `2FA disabled for ${user.email}` : `2FA was already off for ${user.email}` };
  });

  mutationCall(router, removePasswordPin, { needs: "canManageKYC" }, async ({ tx, body, note }) => {
    const user = await lockUserByEmail(tx, body.email, "no key update");
    await tx.update(users).set({ passwordPinHash: null }).where(eq(users.id, user.id));
    const had = user.passwordPinHash !== null;
    note({ target: user.email, before: { pinIsSet: had }, after: { pinIsSet: false } });
    return { success: true, message: had ? `Password PIN removed for ${user.email}` : `${user.email} had no password PIN` };
  });
}
