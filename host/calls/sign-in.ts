import { logout } from "../../src/contract/logout.ts";
import { refreshToken } from "../../src/contract/refresh-session.ts";
import { register, signIn } from "../../src/contract/sign-in.ts";
import { type Router, adminCall, openCall, seenFrom } from "../http/call-route.ts";
import { addressOf } from "../http/host-env.ts";
import { Refusal, badField } from "../http/refusal.ts";
import { askForSecondStep, hasPasskey } from "../passkeys/passkeys.ts";
import { requireParty } from "../passkeys/relying-party.ts";
import { actorOf, disabledMessage, findAdmin, isWaiting, publicAdmin } from "../sessions/admins.ts";
import { isCommonPin, tooCommon } from "../sessions/common-pins.ts";
import { hashPin, verifyPin } from "../sessions/pins.ts";
import { registered } from "../sessions/register.ts";
import { endSession, refreshSession } from "../sessions/sessions.ts";
import { sessionOpened } from "../sessions/sign-in.ts";
import { addressLimit, countTry, giveBack, giveOneBack } from "../sessions/throttle.ts";
import { countSignInTry, countUnread, refreshLimit, unconfirmedTry } from "../sessions/tries.ts";

/** An unproven identity. */
const claimed = (email: string) => ({ id: null, email, role: null });

/** Minimum answer time of a registration, in ms. */
const registeredAfterMs = 500;

/** Sign-in, registration, refresh and logout (D1 §7). */
export function signInCalls(router: Router): void {
  const { deps } = router;
  const { db, clock, shutOut, allowRegistration } = deps;
  // Compared with if there is no such admin, so that timing doesn't reveal which emails exist.
  const nobody = hashPin("no such admin", deps.pinCost);
  // The same message for a wrong PIN, an unknown email and an account that waits, so that they can't be told apart.
  const notSignedIn = `Invalid email or PIN${allowRegistration ? ". A new account works once a super_admin has activated it." : ""}`;

  openCall(
    router,
    signIn,
    async ({ body, address, note, c }) => {
      const admin = await findAdmin(db, body.email);
      note({ actor: claimed(body.email), ...(admin === undefined ? {} : { subject: admin.email }) });
      const tried = { email: body.email, address, admin };
      const limits = await countSignInTry(deps, c, tried);
      const right = await verifyPin(body.passwordPin, admin?.pinHash ?? (await nobody));
      if (admin === undefined || !right || isWaiting(admin)) throw new Refusal(401, notSignedIn);
      if (!admin.active) throw new Refusal(403, disabledMessage);
      if (admin.demo && !deps.demoAccounts) throw new Refusal(403, "Demonstration accounts work on this machine only");
      if (await hasPasskey(db, admin.id)) {
        const party = requireParty(deps, c);
        // Only this try is uncounted; the account's earlier ones stay, so that knowing the PIN alone doesn't reset the throttle.
        await giveOneBack(db, limits);
        await countTry(db, unconfirmedTry(deps, c, tried), clock());
        const passkey = await askForSecondStep(db, party, admin, clock());
        // Half a sign-in proves nobody: whoever has seen the PIN gets this far.
        note({ action: "rightPin" });
        return { success: true, message: "The PIN is right. Confirm with your passkey.", passkey };
      }
      note({ actor: actorOf(admin) });
      await giveBack(db, limits);
      return sessionOpened(deps, c, admin, seenFrom(c));
    },
    { first: (c) => countUnread(deps, c) },
  );

  openCall(
    router,
    register,
    async ({ body, note, c }) => {
      note({ actor: claimed(body.email) });
      if (!allowRegistration)
        throw new Refusal(403, "Registration is closed. Ask a super_admin to add you: they create admins in the app.");
      if (body.passwordPin.length < 6) throw badField("passwordPin", "must have at least 6 characters");
      if (isCommonPin(body.passwordPin)) throw badField("passwordPin", tooCommon);
      if (body.passwordPin !== body.confirmPassword) throw badField("confirmPassword", "is not the same as the password");
      const { shown, added, token } = await registered(deps, body, seenFrom(c));
      note(added === undefined ? {} : { actor: actorOf(added), after: publicAdmin(added) });
      return { success: true, message: "Registered. A super_admin has to activate the account.", user: publicAdmin(shown), token };
    },
    { first: (c) => shutOut.countTry(db, addressLimit(addressOf(c)), clock()), answersAfterMs: registeredAfterMs },
  );

  openCall(
    router,
    refreshToken,
    async ({ body, note, c }) => {
      const refreshed = await refreshSession(deps, body.refreshToken);
      if (refreshed === undefined) throw new Refusal(401, "The session has ended. Sign in again.");
      note({ actor: actorOf(refreshed.admin), target: refreshed.admin.email });
      await giveBack(db, [refreshLimit(deps, c)]);
      return { success: true, accessToken: refreshed.accessToken };
    },
    { first: (c) => shutOut.countTry(db, refreshLimit(deps, c), clock()) },
  );

  adminCall(router, logout, { beforePasskey: true, endsSession: true }, async ({ admin, note }) => {
    note({ target: admin.email });
    await endSession(deps, admin.sessionId);
    return { success: true, message: "Signed out" };
  });
}
