import { sql } from "drizzle-orm";
import { digest } from "../../host/audit/write-entry.ts";
import type { Db } from "../../host/db/connection.ts";
import { auditHead, auditLog } from "../../host/db/schema.ts";
import { hashedForm } from "../../src/contract/audit-chain.ts";

/** Appends valid entries to the audit log until it has `count`, a minute apart. */
export async function fillLog(db: Db, count: number): Promise<void> {
  const [head] = await db.select().from(auditHead);
  if (head === undefined) throw new Error("the log has no head");
  let { seq, hash } = head;
  const begin = Date.now() - count * 60_000;
  await db.transaction(async (tx) => {
    while (seq < count) {
      const batch = [];
      while (seq < count && batch.length < 500) {
        seq += 1;
        const at = new Date(begin + seq * 60_000);
        const row = {
          seq,
          at,
          actorId: "64a000000000000000000001",
          actor: seq % 3 === 0 ? "ada.admin@example.com" : "bea.admin@example.com",
          role: "admin",
          action: "setOnrampRate" as const,
          target: "onramp",
          asked: { rate: String(1000 + seq) },
          before: { value: String(999 + seq), active: true, description: "" },
          after: { value: String(1000 + seq), active: true, description: "" },
          outcome: "done" as const,
          status: 200,
          message: `Onramp rate updated, change ${seq}`,
          address: "192.0.2.7",
          alert: null,
          previous: hash,
        };
        hash = digest(hashedForm({ ...row, at: at.toISOString() }));
        batch.push({ ...row, hash });
      }
      await tx.insert(auditLog).values(batch);
    }
  });
}

/** Tampers with the log as someone with database access could, with its triggers disabled. */
export async function tamper(db: Db, statement: string): Promise<void> {
  const triggers = async (turned: "enable" | "disable"): Promise<void> => {
    for (const table of ["audit_log", "audit_head"]) await db.execute(sql.raw(`alter table ${table} ${turned} trigger all`));
  };
  await triggers("disable");
  await db.execute(sql.raw(statement));
  await triggers("enable");
}
