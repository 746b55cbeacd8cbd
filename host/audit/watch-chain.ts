import { and, asc, eq, gt } from "drizzle-orm";
import { type ChainBreak, type ChainHead, chainBeginning, firstBreak } from "../../src/contract/audit-chain.ts";
import type { Db } from "../db/connection.ts";
import { auditHead, auditLog } from "../db/schema.ts";
import { nobody } from "./draft.ts";
import { digest, wireEntry, writeEntry } from "./write-entry.ts";
import { entryColumns } from "../queries/audit.ts";
import { log, toldError } from "../operation/log.ts";
import { inTurns } from "../turns.ts";

const batchRows = 500;
const everyMs = 3600 * 1000;

/** Walks the whole log; the first entry that doesn't fit, or undefined. Entries that come meanwhile are part of it. */
export async function checkChain(db: Db): Promise<ChainBreak | undefined> {
  const [head] = await db.select().from(auditHead);
  let last: ChainHead = chainBeginning;
  for (;;) {
    const rows = await db.select(entryColumns).from(auditLog).where(gt(auditLog.seq, last.seq)).orderBy(asc(auditLog.seq)).limit(batchRows);
    const entries = rows.map((row) => ({ ...wireEntry(row), seq: row.seq, previous: row.previous, hash: row.hash }));
    const found = firstBreak(last, entries, digest);
    if (found !== undefined) return found;
    last = entries.at(-1) ?? last;
    if (entries.length < batchRows) break;
  }
  return head !== undefined && last.seq < head.seq ? { seq: last.seq + 1, fault: "missing" } : undefined;
}

/** Checks the log and writes a break into it, once for each place and kind. Returns the break. */
export async function reportBreak(db: Db, now: Date): Promise<ChainBreak | undefined> {
  const found = await checkChain(db);
  if (found === undefined) return undefined;
  const target = `#${found.seq}`;
  await db.transaction(async (tx) => {
    // Held from here on, so that of several hosts that find it at once one says it.
    await tx.select().from(auditHead).for("update");
    const said = and(eq(auditLog.action, "brokenChain"), eq(auditLog.target, target), eq(auditLog.message, found.fault));
    const [known] = await tx.select({ seq: auditLog.seq }).from(auditLog).where(said).limit(1);
    if (known === undefined)
      await writeEntry(tx, { action: "brokenChain", actor: nobody, address: "host", target }, { status: 200, message: found.fault }, now);
  });
  return found;
}

/** Checks the log at the start and once an hour, until the signal aborts. */
export function watchChain(db: Db, clock: () => Date, signal: AbortSignal): void {
  const check = async (now: Date): Promise<void> => {
    const found = await reportBreak(db, now);
    if (found !== undefined) log("error", "the audit log doesn't fit together", { entry: found.seq, fault: found.fault });
  };
  check(clock()).catch((error: unknown) => {
    if (!signal.aborted) log("error", "checking the audit log", toldError(error));
  });
  inTurns({ name: "checking the audit log", everyMs, db, clock, signal }, check);
}
