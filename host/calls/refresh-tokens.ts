import { desc, eq } from "drizzle-orm";
import { refreshTokensOf } from "../../src/contract/refresh-tokens.ts";
import { tokenLooks, userRefreshTokens } from "../db/schema.ts";
import { type Router, adminCall } from "../http/call-route.ts";
import { newId } from "../ids.ts";
import { userByEmail } from "../queries/find-user.ts";
import { TokenSeal, masked } from "../sessions/user-tokens.ts";

/** A user's refresh tokens (SEC-1): whole for moderators and above, masked for others; every look is recorded. */
export function refreshTokenCalls(router: Router): void {
  const { db, clock, tokenKey } = router.deps;
  const seal = new TokenSeal(tokenKey);
  adminCall(router, refreshTokensOf, { needs: "canManageAdmins" }, async ({ query, admin, note }) => {
    const user = await userByEmail(db, query.email);
    const found = await db
      .select()
      .from(userRefreshTokens)
      .where(eq(userRefreshTokens.userId, user.id))
      .orderBy(desc(userRefreshTokens.createdAt));
    const now = clock();
    const isMasked = admin.role === "admin";
    await db
      .insert(tokenLooks)
      .values({ id: newId(now), adminId: admin.id, userId: user.id, tokens: found.length, masked: isMasked, at: now });
    note({ target: user.email, after: { shown: found.length, masked: isMasked } });
    const shown = (sealed: string): string => (isMasked ? masked(seal.open(sealed)) : seal.open(sealed));
    return {
      success: true,
      email: user.email,
      refreshTokens: found.map((row) => ({ token: shown(row.sealed), createdAt: row.createdAt.toISOString() })),
    };
  });
}
