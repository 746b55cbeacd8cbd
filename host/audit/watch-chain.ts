import { setImmediate as turn } from "node:timers/promises";
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

/** Chain status: the last entry that fits, and the first that doesn't. */
interface ChainState {
  readonly head: ChainHead;
  readonly broken: ChainBreak | undefined;
}

/**
 * Verifies the whole log, including entries appended meanwhile. `seen`: an earlier head; a truncated end or rewritten entries count
 * as a break too.
 */
export async function checkChain(db: Db, seen?: ChainHead): Promise<ChainState> {
  const [head] = await db.select().from(auditHead);
  let last: ChainHead = chainBeginning;
  for (;;) {
    // The embedded database answers without a turn of the event loop.
    await turn();
    const rows = await db.select(entryColumns).from(auditLog).where(gt(auditLog.seq, last.seq)).orderBy(asc(auditLog.seq)).limit(batchRows);
    const entries = rows.map((row) => ({ ...wireEntry(row), seq: row.seq, previous: row.previous, hash: row.hash }));
    const found = firstBreak(last, entries, digest, seen);
    if (found !== undefined) return { head: { seq: last.seq, hash: last.hash }, broken: found };
    last = entries.at(-1) ?? last;
    if (entries.length < batchRows) break;
  }
  const known = Math.max(head?.seq ?? 0, seen?.seq ?? 0);
  return { head: { seq: last.seq, hash: last.hash }, broken: last.seq < known ? { seq: last.seq + 1, fault: "missing" } : undefined };
}

/** Verifies the log and records a break in it, once per place and kind. Returns the status. */
export async function reportBreak(db: Db, now: Date, seen?: ChainHead): Promise<ChainState> {
  const state = await checkChain(db, seen);
  const found = state.broken;
  if (found === undefined) return state;
  const target = `#${found.seq}`;
  await db.transaction(async (tx) => {
    // Locks the head, so that of several hosts that find a break at once only one records it.
    await tx.select().from(auditHead).for("update");
    const said = and(eq(auditLog.action, "brokenChain"), eq(auditLog.target, target), eq(auditLog.message, found.fault));
    const [known] = await tx.select({ seq: auditLog.seq }).from(auditLog).where(said).limit(1);
    if (known === undefined)
      await writeEntry(tx, { action: "brokenChain", actor: nobody, address: "host", target }, { status: 200, message: found.fault }, now);
  });
  return state;
}

/**
 * Verifies the log at start and hourly until the signal aborts, and writes its head to the process log, so that an off-site copy of
 * that log reveals truncation here (docs/audit.md).
 */
export function watchChain(db: Db, clock: () => Date, signal: AbortSignal): void {
  let seen: ChainHead | undefined;
  const check = async (now: Date): Promise<void> => {
    const { head, broken } = await reportBreak(db, now, seen);
    if (broken !== undefined) log("error", "the audit log doesn't fit together", { entry: broken.seq, fault: broken.fault });
    // Truncation is reported once; later checks compare with the current head.
    seen = head;
    log("info", "audit head", { entry: head.seq, hash: head.hash });
  };
  check(clock()).catch((error: unknown) => {
    if (!signal.aborted) log("error", "checking the audit log", toldError(error));
  });
  inTurns({ name: "checking the audit log", everyMs, db, clock, signal }, check);
}
