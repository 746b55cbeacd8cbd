import { belongs, type Coverage } from "../store/coverage.ts";
import { type Database, readState, type TransactionRow, type UserRow, writeState } from "../store/database.ts";
import { newId } from "../store/new-id.ts";

/** An investigation: a named set of pinned rows and notes. Lives in the session's database and is deleted with it. */
export interface Case {
  readonly id: string;
  readonly name: string;
  readonly note: string;
  /** Epoch ms. */
  readonly madeAt: number;
}

/** A row that can be pinned, as cached. */
export type Pinned = { readonly is: "transaction"; readonly row: TransactionRow } | { readonly is: "user"; readonly row: UserRow };

/** Origin of a cached row: a followed list, or an answer to a search. */
export type RowSource = "list" | "asked";

/** A row as it was when pinned, with the admin's note. */
export type Pin = Pinned & {
  readonly caseId: string;
  /** The row's id. */
  readonly id: string;
  readonly source: RowSource;
  /** Epoch ms; the pins' sort order. */
  readonly pinnedAt: number;
  readonly note: string;
};

/** A case with the number of its pins. */
export type CountedCase = Case & { readonly pins: number };

export const pinsAtMost = 500;

export type PinOutcome =
  | { readonly is: "pinned"; readonly to: Case; readonly isNew: boolean; readonly added: number }
  /** More than a case can hold: nothing was pinned. */
  | { readonly is: "full" };

const tablesOf = (db: Database) => [db.cases, db.pins, db.state] as const;

async function counted(db: Database, one: Case): Promise<CountedCase> {
  return { ...one, pins: await db.pins.where("caseId").equals(one.id).count() };
}

/** All cases, latest first. Rejects with the database's error, like everything here. */
export async function readCases(db: Database): Promise<readonly CountedCase[]> {
  const cases = await db.cases.toArray();
  return Promise.all(cases.sort((a, b) => b.madeAt - a.madeAt).map((one) => counted(db, one)));
}

/** The open case, which receives new pins; undefined if none is open. */
export async function readOpenCase(db: Database): Promise<CountedCase | undefined> {
  const id = await readState(db, "openCase");
  const one = id === undefined ? undefined : await db.cases.get(id);
  return one && counted(db, one);
}

/** A case with its pins in the order of pinning; undefined if it doesn't exist. */
export async function readCase(db: Database, id: string): Promise<{ readonly case: Case; readonly pins: readonly Pin[] } | undefined> {
  const [one, pins] = await Promise.all([db.cases.get(id), db.pins.where("caseId").equals(id).toArray()]);
  return one && { case: one, pins: pins.sort((a, b) => a.pinnedAt - b.pinnedAt) };
}

/** Origin of a transaction, by the list's coverage. */
export const sourceOf = (coverage: Coverage, row: TransactionRow): RowSource =>
  coverage.some((run) => belongs(run, row)) ? "list" : "asked";

async function begin(db: Database, name: string, now: number): Promise<Case> {
  const made: Case = { id: newId(), name, note: "", madeAt: now };
  await db.cases.add(made);
  await writeState(db, "openCase", made.id);
  return made;
}

/** Creates and opens a case. */
export const beginCase = (db: Database, name: string, now = Date.now()): Promise<Case> =>
  db.transaction("rw", tablesOf(db), () => begin(db, name, now));

/** Makes this the open case; undefined: none. */
export async function openCase(db: Database, id: string | undefined): Promise<void> {
  if (id === undefined) await db.state.delete("openCase");
  else await writeState(db, "openCase", id);
}

/** False if the case no longer exists, e.g. deleted in another tab. */
export const changeCase = async (db: Database, id: string, change: Partial<Pick<Case, "name" | "note">>): Promise<boolean> =>
  (await db.cases.update(id, change)) > 0 || (await db.cases.get(id)) !== undefined;

export const deleteCase = (db: Database, id: string): Promise<void> =>
  db.transaction("rw", tablesOf(db), async () => {
    await Promise.all([db.cases.delete(id), db.pins.where("caseId").equals(id).delete()]);
    if ((await readState(db, "openCase")) === id) await db.state.delete("openCase");
  });

/** Pins rows in their current state to the open case, or to a new one with this name. Rows already pinned stay as they are. */
export async function pinRows(db: Database, rows: readonly Pinned[], newName: string, now = Date.now()): Promise<PinOutcome> {
  return db.transaction("rw", tablesOf(db), async (): Promise<PinOutcome> => {
    const coverage = (await readState(db, "coverage")) ?? [];
    const open = await readOpenCase(db);
    const known = open ? (await readCase(db, open.id))?.pins : undefined;
    const isKnown = new Set(known?.map(({ is, id }) => `${is} ${id}`));
    const fresh = [...new Map(rows.map((one) => [`${one.is} ${one.row.id}`, one])).entries()].filter(([key]) => !isKnown.has(key));
    if (isKnown.size + fresh.length > pinsAtMost) return { is: "full" };
    const to = open ?? (await begin(db, newName, now));
    // Strictly increasing, even if the clock was put back.
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

/** False if the pin no longer exists. */
export const notePin = async (db: Database, pin: PinKey, note: string): Promise<boolean> =>
  (await db.pins.update(keyOf(pin), { note })) > 0 || (await db.pins.get(keyOf(pin))) !== undefined;

/** Removes a pin and returns its last state. */
export const removePin = (db: Database, pin: PinKey): Promise<Pin | undefined> =>
  db.transaction("rw", db.pins, async () => {
    const last = await db.pins.get(keyOf(pin));
    await db.pins.delete(keyOf(pin));
    return last;
  });

/** Restores a removed pin, unless it was pinned anew meanwhile. */
export const putPinBack = (db: Database, pin: Pin): Promise<"back" | "no case" | "full"> =>
  db.transaction("rw", db.cases, db.pins, async () => {
    if (!(await db.cases.get(pin.caseId))) return "no case";
    if (await db.pins.get(keyOf(pin))) return "back";
    if ((await db.pins.where("caseId").equals(pin.caseId).count()) >= pinsAtMost) return "full";
    await db.pins.add(pin);
    return "back";
  });
