import { createHash, randomUUID } from "node:crypto";
import { listAdmins } from "../../src/contract/admins.ts";
import { readAdminSettings } from "../../src/contract/admin-settings.ts";
import { closeAttempt } from "../../src/contract/attempts.ts";
import { chainBeginning, firstBreak } from "../../src/contract/audit-chain.ts";
import { auditChain, auditCounts, auditLogs } from "../../src/contract/audit.ts";
import { nameOf } from "../../src/contract/call.ts";
import { deleteGiftCardRate } from "../../src/contract/gift-cards.ts";
import {
  listPasskeys,
  registerOptions,
  registerPasskey,
  removePasskey,
  resetPasskeys,
  signInWithPasskey,
  signOptions,
} from "../../src/contract/passkeys.ts";
import { listSessions } from "../../src/contract/sessions.ts";
import { dayAt } from "../../src/contract/zones.ts";
import { type Conformance, endsSession, refusedToAdmin } from "../conformance.ts";
import { inText } from "./in-text.ts";
import { noCredential } from "./no-credential.ts";
import { shortPage } from "./short-page.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** A day of a zone is asked for where it isn't that of UTC: "Close the day" takes the log of it as whole (CLOSE-2). */
async function checkDays(conformance: Conformance, path: string, newest: number): Promise<void> {
  const utc = dayAt(newest, "UTC");
  const elsewhere = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].find((zone) => dayAt(newest, zone) !== utc) ?? "UTC";
  for (const zone of ["UTC", elsewhere]) {
    const day = dayAt(newest, zone);
    const days = { dateFrom: day, dateTo: day, ...(zone === "UTC" ? {} : { timeZone: zone }) };
    const found = await conformance.check(auditLogs, { path, query: { ...days, page: 1, limit: 50 } });
    if (found === undefined) return;
    const field = `data for ${inText(days)}`;
    const strangers = found.entries.filter(({ at }) => dayAt(Date.parse(at), zone) !== day).length;
    if (strangers > 0) conformance.note(nameOf(auditLogs), [{ field, expected: "only entries of that day", got: `${strangers} others` }]);
    if (found.entries.length === 0) conformance.note(nameOf(auditLogs), [{ field, expected: "the newest entry", got: "none" }]);
  }
}

async function checkAudit(conformance: Conformance, path: string): Promise<void> {
  const limit = 50;
  const logs = await conformance.check(auditLogs, { path, query: { page: 1, limit } });
  const at = logs?.entries.findIndex((entry, index, all) => index > 0 && entry.seq >= (all[index - 1]?.seq ?? 0)) ?? -1;
  if (at >= 0)
    conformance.note(nameOf(auditLogs), [{ field: `data[${at}].seq`, expected: "the newest entries first", got: "another order" }]);
  if (logs !== undefined) conformance.note(nameOf(auditLogs), shortPage("data", limit, logs.entries.length, logs.total));
  const newest = logs?.entries[0];
  if (newest !== undefined) await checkDays(conformance, path, Date.parse(newest.at));
  await conformance.check(auditCounts, { path: `${path}/counters` });
  const chain = await conformance.check(auditChain, { path: `${path}/chain`, query: { from: 1, limit: 200 } });
  const broken = chain === undefined ? undefined : firstBreak(chainBeginning, chain.entries, sha256);
  if (broken !== undefined)
    conformance.note(nameOf(auditChain), [
      { field: `data.entries[] ${broken.seq}`, expected: "an entry that fits into the chain", got: broken.fault },
    ]);
}

/**
 * Asks twice about an unused key, which only closes it, and sends one call under it that could do nothing, either (KEY-1). Where
 * something on the way drops the key, what was done would be called never, and be done again.
 */
async function checkAttempts(conformance: Conformance, path: string): Promise<void> {
  const name = nameOf(closeAttempt);
  const key = randomUUID();
  const sending = { path: `${path}/{key}/close`, params: { key }, body: {} };
  let isClosed = true;
  for (const field of ["data.state", "data.state when asked again"]) {
    const end = await conformance.check(closeAttempt, sending);
    isClosed &&= end?.state === "never";
    if (end !== undefined && end.state !== "never")
      conformance.note(name, [{ field, expected: "never, of a key that was not used", got: end.state }]);
  }
  const { token, config } = conformance;
  const header = config.idempotencyHeader;
  if (!isClosed || header === undefined) return;
  const asked = await conformance.ask(deleteGiftCardRate, { params: { id: "nothing" }, headers: { [header]: key }, token });
  if (asked === undefined) return;
  const { status, message } = asked;
  if (status === 401 || (status === 403 && !endsSession(asked)))
    conformance.pass(nameOf(deleteGiftCardRate), refusedToAdmin(status, message));
  else if (status !== 409)
    conformance.note(name, [
      {
        field: `status of ${nameOf(deleteGiftCardRate)} under the closed key`,
        expected: `409; if not, what is in front of the host may drop ${header}`,
        got: String(status),
      },
    ]);
}

/** Lists the passkeys; an invalid ticket must get a 401 (PASS-2), and what adds, removes or uses none is refused. */
async function checkPasskeys(conformance: Conformance, path: string): Promise<void> {
  await conformance.check(listPasskeys, { path });
  const asked = await conformance.ask(signInWithPasskey, {
    path: `${path}/signin`,
    body: { ticket: randomUUID(), credential: noCredential },
  });
  const field = "status for a ticket that never was one";
  if (asked !== undefined)
    conformance.note(nameOf(signInWithPasskey), asked.status === 401 ? [] : [{ field, expected: "401", got: String(asked.status) }]);
  await conformance.refuses(registerPasskey, "a passkey of nothing", { path: `${path}/register`, body: {} });
  await conformance.refuses(removePasskey, "a passkey that isn't there", { path: `${path}/{id}`, params: { id: "nothing" } });
  await conformance.refuses(signOptions, "a digest of nothing", { path: `${path}/sign/options`, body: {} });
  conformance.pass(nameOf(resetPasskeys), { is: "not asked", why: "it takes somebody's passkeys away" });
  conformance.pass(nameOf(registerOptions), { is: "not asked", why: "it begins to add a passkey" });
}

/**
 * What config.json may offer: the admin's settings, sessions, passkeys and attempts, the admins, and the audit log (SET-1, KEY-1,
 * PASS-1, AUD-1, AUD-3).
 */
export async function checkAdminReads(conformance: Conformance): Promise<void> {
  const { settings, auditLog, admins, sessions, attempts, passkeys } = conformance.config;
  const without = (field: string) => ({ is: "not offered", why: `config.json has no ${field}` }) as const;
  if (settings === undefined) conformance.pass(nameOf(readAdminSettings), without("settings"));
  else await conformance.check(readAdminSettings, { path: settings });
  if (admins === undefined) conformance.pass(nameOf(listAdmins), without("admins"));
  else await conformance.check(listAdmins, { path: admins });
  if (sessions === undefined) conformance.pass(nameOf(listSessions), without("sessions"));
  else await conformance.check(listSessions, { path: sessions });
  if (attempts === undefined) conformance.pass(nameOf(closeAttempt), without("attempts"));
  else await checkAttempts(conformance, attempts);
  if (passkeys === undefined) for (const call of [listPasskeys, signInWithPasskey]) conformance.pass(nameOf(call), without("passkeys"));
  else await checkPasskeys(conformance, passkeys);
  if (auditLog === undefined) for (const call of [auditLogs, auditCounts, auditChain]) conformance.pass(nameOf(call), without("auditLog"));
  else await checkAudit(conformance, auditLog);
}
