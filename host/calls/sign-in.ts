import { logout } from "../../src/contract/logout.ts";
import { refreshToken } from "../../src/contract/refresh-session.ts";
import { register, signIn } from "../../src/contract/sign-in.ts";
import { type Router, adminCall, openCall, seenFrom } from "../http/call-route.ts";
import { Refusal, badField } from "../http/refusal.ts";
import { tellOfSignIn } from "../sessions/admin-settings.ts";
import { actorOf, addAdmin, findAdmin, publicAdmin } from "../sessions/admins.ts";
import { viewOnly } from "../sessions/permissions.ts";
import { hashPin, verifyPin } from "../sessions/pins.ts";
import { endSession, openSession, refreshSession } from "../sessions/sessions.ts";
import { accountLimit, addressLimit, countTry, forgive } from "../sessions/throttle.ts";

/** Who somebody says they are, without proof so far. */
const claimed = (email: string) => ({ id: null, email, role: null });

/** Sign-in, registration, refresh and logout (D1 §7). */
export function signInCalls(router: Router): void {
  const { deps } = router;
  // Compared against when there is no such admin, so that the time taken doesn't tell which emails exist.
  const nobody = hashPin("no such admin", deps.pinCost);

  openCall(router, signIn, async ({ body, address, note, c }) => {
    note({ actor: claimed(body.email) });
    const limits = { account: accountLimit(body.email), address: addressLimit(address) };
    await countTry(deps.db, [limits.address, limits.account], deps.clock());
    const admin = await findAdmin(deps.db, body.email);
    const right = await verifyPin(body.passwordPin, admin?.pinHash ?? (await nobody));
    if (admin === undefined || !right) throw new Refusal(401, "Invalid email or PIN");
    if (admin.demo && !deps.demoAccounts) throw new Refusal(403, "Demonstration accounts work on this machine only");
    // Said to who knows the PIN alone.
    if (!admin.active) throw new Refusal(403, "This account is not active. A super_admin can enable it.");
    note({ actor: actorOf(admin) });
    await forgive(deps.db, body.email, limits.address);
    await tellOfSignIn(deps, admin, address);
    return { success: true, message: "Signed in", admin: publicAdmin(admin), ...(await openSession(deps, admin, seenFrom(c))) };
  });

  openCall(router, register, async ({ body, address, note, c }) => {
    note({ actor: claimed(body.email) });
    if (!deps.allowRegistration)
      throw new Refusal(403, "Registration is closed. Ask a super_admin to add you: they create admins in the app.");
    if (body.passwordPin.length < 6) throw badField("passwordPin", "must have at least 6 characters");
    if (body.passwordPin !== body.confirmPassword) throw badField("confirmPassword", "is not the same as the password");
    await countTry(deps.db, [addressLimit(address)], deps.clock());
    const { email, name: adminName, passwordPin: pin } = body;
    const added = await addAdmin(deps.db, { email, adminName, pin, role: "moderator", permissions: viewOnly }, deps.pinCost, deps.clock());
    if (added === undefined) throw new Refusal(409, "An admin with this email already exists", { field: "email" });
    note({ actor: actorOf(added), after: publicAdmin(added) });
    const { accessToken } = await openSession(deps, added, seenFrom(c));
    return { success: true, message: "Registered", user: publicAdmin(added), token: accessToken };
  });

  openCall(router, refreshToken, async ({ body, note }) => {
    const refreshed = await refreshSession(deps, body.refreshToken);
    if (refreshed === undefined) throw new Refusal(401, "The session has ended. Sign in again.");
    note({ actor: actorOf(refreshed.admin), target: refreshed.admin.email });
    return { success: true, accessToken: refreshed.accessToken };
  });

  adminCall(router, logout, {}, async ({ admin, note }) => {
    note({ target: admin.email });
    await endSession(deps, admin.sessionId);
    return { success: true, message: "Signed out" };
  });
}
