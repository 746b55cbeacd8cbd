import { eq } from "drizzle-orm";
import { walletTokens } from "../../src/contract/currencies.ts";
import { deleteUser, disableTwoFactor, removePasswordPin } from "../../src/contract/user-tools.ts";
import { userRefreshTokens, users } from "../db/schema.ts";
import { type Router, mutationCall } from "../http/call-route.ts";
import { lockUserByEmail } from "../queries/find-user.ts";
import { cancelGeneration } from "../wallets/generation.ts";
import { retireWallets } from "../wallets/wallets.ts";

/** What is done for, or to, one user (D1 §7, D2 §7). Doing it twice is no error: it is then as it was asked to be. */
export function userToolCalls(router: Router): void {
  mutationCall(router, deleteUser, { needs: "canDeleteUsers" }, async ({ tx, body, now, note }) => {
    const user = await lockUserByEmail(tx, body.email, "no key update");
    note({ target: user.email, before: { deleted: false, username: user.username }, after: { deleted: true, username: user.username } });
    await cancelGeneration(tx, user.id, now);
    await retireWallets(tx, user.id, walletTokens, now);
    await tx.delete(userRefreshTokens).where(eq(userRefreshTokens.userId, user.id));
    // The row stays, unseen: the ledger and the feed speak of this user for ever.
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
