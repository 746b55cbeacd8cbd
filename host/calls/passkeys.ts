import { eq } from "drizzle-orm";
import {
  listPasskeys,
  registerOptions,
  registerPasskey,
  removePasskey,
  resetPasskeys,
  signInWithPasskey,
  signOptions,
} from "../../src/contract/passkeys.ts";
import { forgetRightPins } from "../audit/counters.ts";
import type { Db } from "../db/connection.ts";
import { admins } from "../db/schema.ts";
import { type Router, adminCall, mutationCall, openCall, seenFrom } from "../http/call-route.ts";
import { Refusal } from "../http/refusal.ts";
import type { PasskeyRow } from "../passkeys/credentials.ts";
import {
  askForNew,
  askForSignature,
  keepNew,
  passkeysOf,
  takeAllAway,
  takeAway,
  ticketNamed,
  ticketOver,
  useTicket,
} from "../passkeys/passkeys.ts";
import { requireParty } from "../passkeys/relying-party.ts";
import { actorOf, findAdmin } from "../sessions/admins.ts";
import { requireStill } from "../sessions/require-admin.ts";
import { endOtherSessionsOf, endSessionsOf } from "../sessions/sessions.ts";
import { sessionOpened } from "../sessions/sign-in.ts";
import { giveBack } from "../sessions/throttle.ts";
import { countSignInTry, countUnread, unconfirmedTry } from "../sessions/tries.ts";

const wirePasskey = ({ id, name, addedAt, lastUsedAt }: PasskeyRow) => ({
  id,
  name,
  addedAt: addedAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

/** An admin's passkeys, the second step of sign-in, and signing (PASS-1 to PASS-4). */
export function passkeyCalls(router: Router): void {
  const { deps } = router;
  const { db, clock } = deps;

  adminCall(router, listPasskeys, { beforePasskey: true }, async ({ admin }) => {
    const found = await passkeysOf(db, admin.id);
    return { success: true, data: { passkeys: found.map(wirePasskey) } };
  });

  adminCall(router, registerOptions, { beforePasskey: true }, async ({ admin, c }) => {
    return { success: true, data: { options: await askForNew(db, requireParty(deps, c), admin, clock()) } };
  });

  adminCall(router, registerPasskey, { beforePasskey: true, created: true }, async ({ body, admin, note, c }) => {
    note({ target: admin.email, asked: { name: body.name } });
    const isStill = (tx: Db) => requireStill(tx, deps.demoAccounts, admin);
    const kept = await keepNew(db, requireParty(deps, c), admin.id, isStill, body.name, body.credential, clock());
    note({ after: { passkey: kept.id, name: kept.name } });
    return { success: true, message: `Added the passkey ${kept.name}`, data: wirePasskey(kept) };
  });

  adminCall(router, removePasskey, {}, async ({ params: { id = "" }, admin, note }) => {
    note({ target: admin.email });
    const taken = await takeAway(db, admin.id, id, deps.requirePasskey);
    if (taken === undefined) throw new Refusal(404, "You have no such passkey");
    const { gone, wasLast } = taken;
    note({ before: { passkey: gone.id, name: gone.name }, after: null, isLastPasskey: wasLast });
    // From now on the PIN alone opens the account, and whoever did this may have stolen the session.
    if (wasLast) await endOtherSessionsOf(db, admin.id, admin.sessionId, clock());
    return { success: true, message: `Removed the passkey ${gone.name}` };
  });

  adminCall(router, signOptions, {}, async ({ body, admin, c }) => {
    return { success: true, data: { options: await askForSignature(db, requireParty(deps, c), admin.id, body.digest, clock()) } };
  });

  openCall(
    router,
    signInWithPasskey,
    async ({ body, address, note, c }) => {
      note({ asked: { passkey: body.credential.id } });
      const party = requireParty(deps, c);
      const ticket = await ticketNamed(db, body.ticket, clock());
      const [admin] = await db.select().from(admins).where(eq(admins.id, ticket.adminId));
      if (admin === undefined || !admin.active || (admin.demo && !deps.demoAccounts)) throw ticketOver();
      note({ actor: { id: null, email: admin.email, role: null }, subject: admin.email });
      const tried = { email: admin.email, address, admin };
      const limits = await countSignInTry(deps, c, tried);
      const used = await useTicket(db, party, ticket, body.credential, clock());
      note({ actor: actorOf(admin), target: admin.email, after: { passkey: used.id, name: used.name } });
      await giveBack(db, [...limits, ...unconfirmedTry(deps, c, tried)]);
      await forgetRightPins(db, admin.email);
      return sessionOpened(deps, c, admin, seenFrom(c), used.id);
    },
    { first: (c) => countUnread(deps, c) },
  );

  mutationCall(router, resetPasskeys, { needs: "canManageAdmins" }, async ({ tx, body, admin, now, note }) => {
    if (admin.role !== "super_admin") throw new Refusal(403, "Only a super_admin can reset an admin's passkeys.");
    const of = await findAdmin(tx, body.email);
    if (of === undefined) throw new Refusal(404, "There is no such admin", { field: "email" });
    note({ target: of.email });
    if (of.id === admin.id) throw new Refusal(403, "Nobody resets their own passkeys. Ask another super_admin.");
    const had = await takeAllAway(tx, of.id);
    if (had === 0) throw new Refusal(409, `${of.email} has no passkey`, { field: "email" });
    // Someone who has the lost passkey may be signed in with it.
    await endSessionsOf(tx, of.id, now);
    note({ before: { passkeys: had }, after: { passkeys: 0 } });
    return { success: true, message: `${of.email} has no passkey any more, and was signed out everywhere` };
  });
}
