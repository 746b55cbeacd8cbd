import { and, asc, eq, gte, inArray, sql } from "drizzle-orm";
import { canonical } from "../../src/contract/audit-chain.ts";
import type { AuditAction } from "../../src/contract/actions.ts";
import { digest, wireEntry } from "../audit/write-entry.ts";
import type { Db } from "../db/connection.ts";
import { auditLog, slips } from "../db/schema.ts";
import { Refusal } from "../http/refusal.ts";
import { entryColumns } from "../queries/audit.ts";
import { conflict, slipById } from "./slips.ts";

/** Maximum log hashes in a receipt, unless its slip's own entries span more. Ending before the log's head is fine, as every entry was the head once. */
const mostHashes = 10_000;
const actions: readonly AuditAction[] = ["makeSlip", "signSlip", "approveSlip"];

const earliest = (...times: readonly (Date | null)[]): Date => new Date(Math.min(...times.flatMap((at) => at?.getTime() ?? [])));

/**
 * Proof of an executed slip that can be checked without this host (docs/receipts.md): its text, its signatures, its log entries,
 * and the hashes of the log from the first of these entries on: up to the log's head, at most `mostHashes`, but at least to the
 * last of these entries. Throws 404 if there is no such slip, 409 if it wasn't executed.
 */
export async function receiptOf(db: Db, id: string): Promise<object> {
  const [row] = await db.select().from(slips).where(eq(slips.id, id));
  if (row === undefined) throw new Refusal(404, "There is no such slip");
  const slip = await slipById(db, id);
  if (row.state !== "executed") throw await conflict(db, id, "Only an executed slip has a receipt");
  const own = await db
    .select(entryColumns)
    .from(auditLog)
    .where(
      and(
        inArray(auditLog.action, [...actions]),
        // A clock that ran ahead at first was put right since.
        gte(auditLog.at, earliest(row.madeAt, row.makerSignedAt, row.decidedAt)),
        eq(auditLog.outcome, "done"),
        eq(sql`${auditLog.after} ->> 'slip'`, id),
      ),
    )
    .orderBy(asc(auditLog.seq));
  const from = own[0]?.seq ?? 1;
  const chain = await db
    .select({ seq: auditLog.seq, hash: auditLog.hash })
    .from(auditLog)
    .where(gte(auditLog.seq, from))
    .orderBy(asc(auditLog.seq))
    .limit(Math.max(mostHashes, (own.at(-1)?.seq ?? from) - from + 1));
  const last = chain.at(-1);
  if (last === undefined) throw new Error("A slip was executed without an entry in the log.");
  const parts = {
    slip,
    signatures: { maker: row.makerSignature, checker: row.checkerSignature },
    audit: { entries: own.map(wireEntry), from, hashes: chain.map(({ hash }) => hash), head: last },
  };
  const seals = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, digest(canonical(part))]));
  return { v: 1, ...parts, seals };
}
