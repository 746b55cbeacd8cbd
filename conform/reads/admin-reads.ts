import { createHash } from "node:crypto";
import { listAdmins } from "../../src/contract/admins.ts";
import { readAdminSettings } from "../../src/contract/admin-settings.ts";
import { chainBeginning, firstBreak } from "../../src/contract/audit-chain.ts";
import { auditChain, auditCounts, auditLogs } from "../../src/contract/audit.ts";
import { nameOf } from "../../src/contract/call.ts";
import { listSessions } from "../../src/contract/sessions.ts";
import type { Conformance } from "../conformance.ts";

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

async function checkAudit(conformance: Conformance, path: string): Promise<void> {
  const limit = 50;
  const logs = await conformance.check(auditLogs, { path, query: { page: 1, limit } });
  const at = logs?.entries.findIndex((entry, index, all) => index > 0 && entry.seq >= (all[index - 1]?.seq ?? 0)) ?? -1;
  if (at >= 0)
    conformance.note(nameOf(auditLogs), [{ field: `data[${at}].seq`, expected: "the newest entries first", got: "another order" }]);
  await conformance.check(auditCounts, { path: `${path}/counters` });
  const chain = await conformance.check(auditChain, { path: `${path}/chain`, query: { from: 1, limit: 200 } });
  const broken = chain === undefined ? undefined : firstBreak(chainBeginning, chain.entries, sha256);
  if (broken !== undefined)
    conformance.note(nameOf(auditChain), [
      { field: `data.entries[] ${broken.seq}`, expected: "an entry that fits into the chain", got: broken.fault },
    ]);
}

/** What a host offers by its config.json: the admin's settings and sessions, the admins, and the audit log (SET-1, AUD-1, AUD-3). */
export async function checkAdminReads(conformance: Conformance): Promise<void> {
  const { settings, auditLog, admins, sessions } = conformance.config;
  const without = (field: string) => ({ is: "not offered", why: `config.json has no ${field}` }) as const;
  if (settings === undefined) conformance.pass(nameOf(readAdminSettings), without("settings"));
  else await conformance.check(readAdminSettings, { path: settings });
  if (admins === undefined) conformance.pass(nameOf(listAdmins), without("admins"));
  else await conformance.check(listAdmins, { path: admins });
  if (sessions === undefined) conformance.pass(nameOf(listSessions), without("sessions"));
  else await conformance.check(listSessions, { path: sessions });
  if (auditLog === undefined) for (const call of [auditLogs, auditCounts, auditChain]) conformance.pass(nameOf(call), without("auditLog"));
  else await checkAudit(conformance, auditLog);
}
