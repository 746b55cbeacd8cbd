import { belongs, type Coverage } from "../store/coverage.ts";
import { type Database, readState, type TransactionRow, type UserRow, writeState } from "../store/database.ts";
import { newId } from "../store/new-id.ts";

/** What an admin looks into: pinned rows and notes under a name. It is kept in the session's database, and goes with it. */
export interface Case {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  /** Epoch ms. */
  readonly madeAt: number;
}

/** A row that can be pinned, as the cache has it. */
export type Pinned = { readonly is: "transaction"; readonly row: TransactionRow } | { readonly is: "user"; readonly row: UserRow };

/** Where the device has a row from: one of the host's lists that it follows, or an answer to a search. */
export type RowSource = "list" | "asked";

/** A row as it was when it was pinned, with what the admin noted about it. */
export type Pin = Pinned & {
  readonly caseId: string;
  /** The row's id. */
  readonly id: string;
  readonly source: RowSource;
  /** Epoch ms; pins stand in this order. */
  readonly pinnedAt: number;
  readonly note: string;
};

/** A case, with how many rows are pinned to it. */
export type CountedCase = Case & { readonly pins: number };

export const pinsAtMost = 500;

export type PinOutcome =
  | { readonly is: "pinned"; readonly to: Case; readonly isNew: boolean; readonly added: number }
  /** More than a case takes: nothing was pinned. */
  | { readonly is: "full" };

const tablesOf = (db: Database) => [db.cases, db.pins, db.state] as const;

async function counted(db: Database, one: Case): Promise<CountedCase> {
  return { ...one, pins: await db.pins.where("caseId").equals(one.id).count() };
}

/** All cases, the latest first. Rejects with the database's error, as everything here does. */
export async function readCases(db: Database): Promise<readonly CountedCase[]> {
  const cases = await db.cases.toArray();
  return Promise.all(cases.sort((a, b) => b.madeAt - a.madeAt).map((one) => counted(db, one)));
}

/** The case that pins go to; undefined where none is open. */
export async function readOpenCase(db: Database): Promise<CountedCase | undefined> {
  const id = await readState(db, "openCase");
  const one = id === undefined ? undefined : await db.cases.get(id);
  return one && counted(db, one);
}

/** A case with its pins, in the order in which they were pinned; undefined where there is none. */
export async function readCase(db: Database, id: string): Promise<{ readonly case: Case; readonly pins: readonly Pin[] } | undefined> {
  const [one, pins] = await Promise.all([db.cases.get(id), db.pins.where("caseId").equals(id).toArray()]);
  return one && { case: one, pins: pins.sort((a, b) => a.pinnedAt - b.pinnedAt) };
}

/** Where the device has a transaction from, by what it knows of the host's list. */
export const sourceOf = (coverage: Coverage, row: TransactionRow): RowSource =>
  coverage.some((run) => belongs(run, row)) ? "list" : "asked";

async function begin(db: Database, name: string, now: number): Promise<Case> {
  const made: Case = { id: newId(), name, note: "", madeAt: now };
  await db.cases.add(made);
  await writeState(db, "openCase", made.id);
  return made;
}

/** Makes a case, and opens it. */
export const beginCase = (db: Database, name: string, now = Date.now()): Promise<Case> =>
  db.transaction("rw", tablesOf(db), () => begin(db, name, now));

/** Pins go to this case from now on; undefined: to none. */
export async function openCase(db: Database, id: string | undefined): Promise<void> {
  if (id === undefined) await db.state.delete("openCase");
  else await writeState(db, "openCase", id);
}

/** False where the case is there no longer, as after another tab has deleted it. */
export const changeCase = async (db: Database, id: string, change: Partial<Pick<Case, "name" | "note">>): Promise<boolean> =>
  (await db.cases.update(id, change)) > 0 || (await db.cases.get(id)) !== undefined;

export const deleteCase = (db: Database, id: string): Promise<void> =>
  db.transaction("rw", tablesOf(db), async () => {
    await Promise.all([db.cases.delete(id), db.pins.where("caseId").equals(id).delete()]);
    if ((await readState(db, "openCase")) === id) await db.state.delete("openCase");
  });

/** Pins rows to the open case, as they are now; where none is open, to a new one of this name. What is pinned already stays as it is. */
export async function pinRows(db: Database, rows: readonly Pinned[], newName: string, now = Date.now()): Promise<PinOutcome> {
  return db.transaction("rw", tablesOf(db), async (): Promise<PinOutcome> => {
    const coverage = (await readState(db, "coverage")) ?? [];
    const open = await readOpenCase(db);
    const known = open ? (await readCase(db, open.id))?.pins : undefined;
    const isKnown = new Set(known?.map(({ is, id }) => `${is} ${id}`));
    const fresh = [...new Map(rows.map((one) => [`${one.is} ${one.row.id}`, one])).entries()].filter(([key]) => !isKnown.has(key));
    if (isKnown.size + fresh.length > pinsAtMost) return { is: "full" };
    const to = open ?? (await begin(db, newName, now));
    // One after the other, also where a clock was put back.
    const from = Math.max(now, (known?.at(-1)?.pinnedAt ?? 0) + 1);
    await db.pins.bulkAdd(
      fresh.map(([, one], place): Pin => {
        const source = one.is === "transaction" ? sourceOf(coverage, one.row) : "list";
        return { ...one, caseId: to.id, id: one.row.id, source, pinnedAt: from + place, note: "" };
      }),
    );
    return { is: "pinned", to, isNew: open === undefined, added: fresh.length };
  });
}

type PinKey = Pick<Pin, "caseId" | "is" | "id">;

const keyOf = ({ caseId, is, id }: PinKey): [string, string, string] => [caseId, is, id];

/** False where the pin is there no longer. */
export const notePin = async (db: Database, pin: PinKey, note: string): Promise<boolean> =>
  (await db.pins.update(keyOf(pin), { note })) > 0 || (await db.pins.get(keyOf(pin))) !== undefined;

/** Takes a pin out of its case, and gives it as it was last. */
export const removePin = (db: Database, pin: PinKey): Promise<Pin | undefined> =>
  db.transaction("rw", db.pins, async () => {
    const last = await db.pins.get(keyOf(pin));
    await db.pins.delete(keyOf(pin));
    return last;
  });

/** Puts a removed pin back where it was; false where its case is there no longer. */
export const putPinBack = (db: Database, pin: Pin): Promise<boolean> =>
  db.transaction("rw", db.cases, db.pins, async () => {
    if (!(await db.cases.get(pin.caseId))) return false;
    await db.pins.put(pin);
    return true;
  });
