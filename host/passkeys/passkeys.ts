import { randomBytes } from "node:crypto";
import { and, asc, eq, gt, isNull, lt } from "drizzle-orm";
import * as v from "valibot";
import { problemsOfSignature } from "../../scripts/receipt-problems.mjs";
import { type SignedCredential, signedCredential } from "../../src/contract/passkeys.ts";
import type { KeptSignature, ToVerify } from "../approvals/signing.ts";
import type { Db } from "../db/connection.ts";
import { passkeyChallenges, passkeySignRequests, passkeys } from "../db/schema.ts";
import { Refusal, badField } from "../http/refusal.ts";
import { log } from "../operation/log.ts";
import { type AdminRow, holdAdmin, holdUnchanged } from "../sessions/admins.ts";
import { hashOf } from "../sessions/sessions.ts";
import { type PasskeyRow, checkSigned, creationOptionsFor, readNew, requestOptionsFor } from "./credentials.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Lifetime of a sign-in ticket and of a signature request, in ms; both are single use. */
const ticketLifeMs = 2 * 60_000;
/** ms; creating a passkey may take scanning a code with a phone. */
const registeringMs = 5 * 60_000;
/** Maximum passkeys per admin. */
const mostPasskeys = 20;

/** An admin's passkeys, oldest first. */
export const passkeysOf = (db: Db, adminId: string): Promise<PasskeyRow[]> =>
  db.select().from(passkeys).where(eq(passkeys.adminId, adminId)).orderBy(asc(passkeys.addedAt), asc(passkeys.id));

export async function hasPasskey(db: Db, adminId: string): Promise<boolean> {
  const found = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.adminId, adminId)).limit(1);
  return found.length > 0;
}

const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

function requireRoom(known: readonly PasskeyRow[]): void {
  if (known.length >= mostPasskeys) throw new Refusal(409, `You have ${mostPasskeys} passkeys already. Remove one first.`);
}

/** Creation options for a new passkey; throws 409 if the admin has too many. */
export async function askForNew(db: Db, party: RelyingParty, person: Person, now: Date): Promise<object> {
  const known = await passkeysOf(db, person.id);
  requireRoom(known);
  const options = await creationOptionsFor(party, person, known);
  await db.insert(passkeyChallenges).values({
    challenge: options.challenge,
    adminId: person.id,
    kind: "register",
    createdAt: now,
    expiresAt: after(now, registeringMs),
  });
  return options;
}

const notAccepted = new Refusal(403, "The passkey was not accepted.", { field: "credential" });

/** The check's result; if it throws, throws the refusal instead and logs the reason. */
async function accepted<T>(check: Promise<T>, refusal: Refusal): Promise<T> {
  try {
    return await check;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // May quote what the page sent.
    log("info", "passkey refused", { reason: reason.replaceAll(/\s+/g, " ").slice(0, 200) });
    throw refusal;
  }
}

/**
 * Stores a new passkey. Throws 403 if it is invalid, 409 if it is already known, its challenge isn't, or the admin has too many.
 * `requireStill` throws if the session has ended; called with the admin locked, which a reset of their passkeys waits for.
 */
export async function keepNew(
  db: Db,
  party: RelyingParty,
  adminId: string,
  requireStill: (tx: Db) => Promise<unknown>,
  name: string,
  credential: Parameters<typeof readNew>[1],
  now: Date,
): Promise<PasskeyRow> {
  const { passkey, challenge } = await accepted(readNew(party, credential), notAccepted);
  return db.transaction(async (tx) => {
    await holdAdmin(tx, adminId);
    await requireStill(tx);
    requireRoom(await passkeysOf(tx, adminId));
    const taken = await tx
      .update(passkeyChallenges)
      .set({ usedAt: now })
      .where(
        and(
          eq(passkeyChallenges.challenge, challenge),
          eq(passkeyChallenges.adminId, adminId),
          eq(passkeyChallenges.kind, "register"),
          isNull(passkeyChallenges.usedAt),
          gt(passkeyChallenges.expiresAt, now),
        ),
      )
      .returning();
    if (taken.length === 0) throw new Refusal(409, "The time to add the passkey has run out. Add it once more.");
    const [kept] = await tx
      .insert(passkeys)
      .values({ ...passkey, adminId, name, addedAt: now })
      .onConflictDoNothing()
      .returning();
    if (kept === undefined) throw new Refusal(409, "This passkey was added before.");
    return kept;
  });
}

/** Removes one of an admin's passkeys; undefined if it isn't theirs. `keepsOne`: refuse to remove the last (409). */
export function takeAway(
  db: Db,
  adminId: string,
  id: string,
  keepsOne: boolean,
): Promise<{ readonly gone: PasskeyRow; readonly wasLast: boolean } | undefined> {
  return db.transaction(async (tx) => {
    // Lock all of them: two concurrent removals must not each rely on the other's passkey.
    const own = await tx.select().from(passkeys).where(eq(passkeys.adminId, adminId)).orderBy(asc(passkeys.id)).for("update");
    const gone = own.find((row) => row.id === id);
    if (gone === undefined) return undefined;
    const wasLast = own.length === 1;
    if (keepsOne && wasLast)
      throw new Refusal(409, "This host asks every admin for a passkey, and this is your last one. Add another one first.");
    await tx.delete(passkeys).where(eq(passkeys.id, id));
    return { gone, wasLast };
  });
}

/** Removes an admin's passkeys and open challenges; returns how many passkeys there were. */
export async function takeAllAway(tx: Db, adminId: string): Promise<number> {
  await holdAdmin(tx, adminId);
  const gone = await tx.delete(passkeys).where(eq(passkeys.adminId, adminId)).returning({ id: passkeys.id });
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.adminId, adminId));
  await tx.delete(passkeySignRequests).where(eq(passkeySignRequests.adminId, adminId));
  return gone.length;
}

/** Starts the second step of sign-in, after a correct PIN: a ticket and the browser's request options. Throws 401 if the PIN has changed. */
export async function askForSecondStep(
  db: Db,
  party: RelyingParty,
  admin: AdminRow,
  now: Date,
): Promise<{ ticket: string; options: object }> {
  const options = await requestOptionsFor(party, await passkeysOf(db, admin.id));
  const ticket = randomBytes(32).toString("base64url");
  await db.transaction(async (tx) => {
    await holdUnchanged(tx, admin);
    await tx.insert(passkeyChallenges).values({
      challenge: options.challenge,
      adminId: admin.id,
      kind: "signin",
      ticketHash: hashOf(ticket),
      createdAt: now,
      expiresAt: after(now, ticketLifeMs),
    });
  });
  return { ticket, options };
}

export type TicketRow = typeof passkeyChallenges.$inferSelect;

const usable = (ticketHash: string, now: Date) =>
  and(
    eq(passkeyChallenges.ticketHash, ticketHash),
    eq(passkeyChallenges.kind, "signin"),
    isNull(passkeyChallenges.usedAt),
    gt(passkeyChallenges.expiresAt, now),
  );

/** For a ticket that is used, expired or unknown. */
export const ticketOver = (): Refusal => new Refusal(401, "The time to confirm has run out. Sign in with your PIN once more.");

/** An unused, unexpired ticket; throws 401 otherwise. */
export async function ticketNamed(db: Db, ticket: string, now: Date): Promise<TicketRow> {
  const [row] = await db
    .select()
    .from(passkeyChallenges)
    .where(usable(hashOf(ticket), now));
  if (row === undefined) throw ticketOver();
  return row;
}

/** The admin's passkey that a credential names; throws the refusal if it isn't theirs. */
async function ownPasskey(db: Db, adminId: string, id: string, refusal: Refusal): Promise<PasskeyRow> {
  const [row] = await db
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.id, id), eq(passkeys.adminId, adminId)));
  if (row === undefined) throw refusal;
  return row;
}

/** Stores a passkey's use; throws the refusal if a concurrent use has reached this counter. */
async function noteUse(tx: Db, row: PasskeyRow, counter: number, now: Date, refusal: Refusal): Promise<void> {
  const isAhead = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter);
  const used = await tx
    .update(passkeys)
    .set({ counter, lastUsedAt: now })
    .where(and(eq(passkeys.id, row.id), isAhead))
    .returning({ id: passkeys.id });
  if (used.length === 0) throw refusal;
}

/** Consumes a ticket with a signed credential, and returns the passkey. A refused credential (403) doesn't consume the ticket. */
export async function useTicket(
  db: Db,
  party: RelyingParty,
  ticket: TicketRow,
  credential: SignedCredential,
  now: Date,
): Promise<PasskeyRow> {
  const row = await ownPasskey(db, ticket.adminId, credential.id, notAccepted);
  const { counter } = await accepted(checkSigned(party, row, credential, ticket.challenge), notAccepted);
  await db.transaction(async (tx) => {
    const used = await tx
      .update(passkeyChallenges)
      .set({ usedAt: now })
      .where(usable(ticket.ticketHash ?? "", now))
      .returning();
    if (used.length === 0) throw ticketOver();
    await noteUse(tx, row, counter, now, notAccepted);
  });
  return row;
}

const challengeOf = (digest: string): Buffer => Buffer.from(digest, "hex");

/** Request options for an admin's signature of a digest; throws 409 if they have no passkey. */
export async function askForSignature(db: Db, party: RelyingParty, adminId: string, digest: string, now: Date): Promise<object> {
  const known = await passkeysOf(db, adminId);
  if (known.length === 0) throw new Refusal(409, "Signing needs a passkey. Add one in Settings.", { passkey: "missing" });
  const expiresAt = after(now, ticketLifeMs);
  await db
    .insert(passkeySignRequests)
    .values({ adminId, digest, expiresAt })
    .onConflictDoUpdate({ target: [passkeySignRequests.adminId, passkeySignRequests.digest], set: { expiresAt } });
  return requestOptionsFor(party, known, challengeOf(digest));
}

/** Verifies a signature of a digest; returns what is kept of it, which must hold for a receipt's reader too, and its counter. */
async function checkKept(party: RelyingParty, row: PasskeyRow, credential: SignedCredential, digest: string) {
  const { counter, origin } = await checkSigned(party, row, credential, challengeOf(digest).toString("base64url"));
  const { authenticatorData, clientDataJSON, signature } = credential.response;
  const kept = { credentialId: row.id, publicKey: row.spki, rpId: party.id, origin, authenticatorData, clientDataJSON, signature };
  const [problem] = problemsOfSignature(kept, digest);
  if (problem !== undefined) throw new Error(`In a receipt the signer${problem}.`);
  return { counter, kept };
}

/**
 * Accepts an admin's signature of a digest, in the transaction it is for (PASS-4, APPR-10), and uses up its request and counter,
 * which the transaction must keep whatever comes of it. Throws 400 if the signature isn't theirs or isn't of this digest; returns a
 * 409 if it wasn't requested in the last two minutes.
 */
export async function acceptSignature(
  party: RelyingParty,
  { tx, adminId, digest, signature, now }: ToVerify,
): Promise<KeptSignature | Refusal> {
  const asked = await tx
    .delete(passkeySignRequests)
    .where(and(eq(passkeySignRequests.adminId, adminId), eq(passkeySignRequests.digest, digest), gt(passkeySignRequests.expiresAt, now)))
    .returning();
  const parsed = v.safeParse(signedCredential, signature);
  if (!parsed.success) throw badField("signature", "is no signature of a passkey");
  const notAccepted = badField("signature", "is not accepted: sign with a passkey of your own");
  const row = await ownPasskey(tx, adminId, parsed.output.id, notAccepted);
  const { counter, kept } = await accepted(checkKept(party, row, parsed.output, digest), notAccepted);
  await noteUse(tx, row, counter, now, notAccepted);
  return asked.length > 0 ? kept : new Refusal(409, "The time to sign has run out. Sign once more.", { field: "signature" });
}

/** Deletes expired challenges and signature requests. */
export async function sweepPasskeys(db: Db, now: Date): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now));
  await db.delete(passkeySignRequests).where(lt(passkeySignRequests.expiresAt, now));
}
