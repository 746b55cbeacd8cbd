import { asc } from "drizzle-orm";
import { wireEntry } from "../../../host/audit/write-entry.ts";
import type { Db } from "../../../host/db/connection.ts";
import { auditLog } from "../../../host/db/schema.ts";
import { entryColumns } from "../../../host/queries/audit.ts";
import type { AuditEntry } from "../../../src/contract/audit.ts";

/** The whole log from the database, oldest first. */
export async function wholeLog(db: Db): Promise<AuditEntry[]> {
  const rows = await db.select(entryColumns).from(auditLog).orderBy(asc(auditLog.seq));
  return rows.map((row) => wireEntry(row) as AuditEntry);
}
