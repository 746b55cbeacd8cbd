import { asc, sql } from "drizzle-orm";
import { wireEntry } from "../../../host/audit/write-entry.ts";
import type { Db } from "../../../host/db/connection.ts";
import { auditLog } from "../../../host/db/schema.ts";
import { entryColumns } from "../../../host/queries/audit.ts";
import type { AuditEntry } from "../../../src/contract/audit.ts";

/** The whole log, oldest first, past the calls. */
export async function wholeLog(db: Db): Promise<AuditEntry[]> {
  const rows = await db.select(entryColumns).from(auditLog).orderBy(asc(auditLog.seq));
  return rows.map((row) => wireEntry(row) as AuditEntry);
}

/** Changes the log as somebody with the database's password could, past its triggers. */
export async function tamper(db: Db, statement: string): Promise<void> {
  const triggers = async (turned: "enable" | "disable"): Promise<void> => {
    for (const table of ["audit_log", "audit_head"]) await db.execute(sql.raw(`alter table ${table} ${turned} trigger all`));
  };
  await triggers("disable");
  await db.execute(sql.raw(statement));
  await triggers("enable");
}
