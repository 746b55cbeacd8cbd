import { createHash } from "node:crypto";
import { hashedForm } from "../../src/contract/audit-chain.ts";
import type { AuditAlert } from "../../src/contract/audit.ts";
import type { Db } from "../db/connection.ts";
import { auditHead, auditLog } from "../db/schema.ts";
import { alertOf, outcomeOf } from "./alerts.ts";
import type { Draft, Ending } from "./draft.ts";
import { plain, plainWord } from "./plain.ts";

/** SHA-256 of a text, hex. */
export const digest = (text: string): string => createHash("sha256").update(text).digest("hex");

export type EntryRow = Omit<typeof auditLog.$inferSelect, "search">;

/** An entry on the wire, and the form that is hashed. */
export const wireEntry = ({ at, ...row }: EntryRow): Record<string, unknown> => ({ ...row, at: at.toISOString() });

/**
 * Appends an entry to the audit log, in the transaction of the change it records. Call it last: it locks the head until the
 * transaction ends, so the chain can't fork. `alert`: an alert already determined; if omitted, the rules are applied.
 */
export async function writeEntry(tx: Db, draft: Draft, ending: Ending, now: Date, alert?: AuditAlert): Promise<void> {
  const outcome = outcomeOf(ending);
  const found = alert ?? (await alertOf(tx, draft, outcome));
  const [head] = await tx.select().from(auditHead).for("update");
  if (head === undefined) throw new Error("The audit log has no head.");
  const isDone = outcome === "done";
  const { actor, action, address, target, asked, before, after } = draft;
  const row = {
    seq: head.seq + 1,
    at: now,
    actorId: actor.id,
    actor: plainWord(actor.email),
    role: actor.role,
    action,
    target: plainWord(target),
    asked: plain(asked),
    // A refused request changed nothing.
    before: isDone ? plain(before) : null,
    after: isDone ? plain(after) : null,
    outcome,
    status: ending.status,
    message: plainWord(ending.message),
    address: plainWord(address) ?? "",
    alert: found,
    previous: head.hash,
  };
  await tx.insert(auditLog).values({ ...row, hash: digest(hashedForm({ ...row, at: now.toISOString() })) });
}
