import "../support/indexeddb.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  beginCase,
  changeCase,
  deleteCase,
  notePin,
  openCase,
  type Pinned,
  pinRows,
  pinsAtMost,
  putPinBack,
  readCase,
  readCases,
  readOpenCase,
  removePin,
} from "../../src/db/desk/cases.ts";
import { dossierText } from "../../src/app/screens/cases/dossier-file.ts";
import { cases } from "../../src/app/words/en/cases.ts";
import { addWords, translateIn } from "../../src/app/words/i18n.ts";
import type { AuditEntry } from "../../src/contract/audit.ts";
import { writeAttempt } from "../../src/db/money/journal.ts";
import { unknownFunding } from "../support/attempts.ts";
import { Database, readState, type TransactionRow, type UserRow, writeState } from "../../src/db/store/database.ts";
import { readDossier } from "../../src/db/desk/dossier.ts";
import { forgetAnswers } from "../../src/db/store/forget-answers.ts";
import { runOf } from "../../src/db/store/coverage.ts";
import { clearTables } from "../../src/db/store/open.ts";
import { sheetsOf } from "../../src/db/store/sheets.ts";

let db: Database;
let serial = 0;
beforeEach(() => {
  serial += 1;
  db = new Database(`cases-${serial}`);
});
afterEach(() => db.delete());

const rowOf = (n: number, more: Partial<TransactionRow> = {}): TransactionRow => ({
  id: `tx-${n}`,
  at: n * 1000,
  seenAt: 50_000,
  createdAt: new Date(n * 1000).toISOString(),
  status: "PENDING",
  ...more,
});
const pinned = (...rows: readonly TransactionRow[]): Pinned[] => rows.map((row) => ({ is: "transaction", row }));
const ada: UserRow = { id: "u-1", email: "ada@example.com", username: "ada", seenAt: 40_000 };

test("[FIND-7] the first pin begins a case, what follows joins it in order, and nothing is pinned twice", async () => {
  const first = await pinRows(db, pinned(rowOf(1)), "Case of today", 1000);
  expect(first).toMatchObject({ is: "pinned", isNew: true, added: 1, to: { name: "Case of today" } });
  const next = await pinRows(db, [{ is: "user", row: ada }, ...pinned(rowOf(3), rowOf(1), rowOf(3))], "another", 900);
  expect(next).toMatchObject({ is: "pinned", isNew: false, added: 2 });
  const [one] = await readCases(db);
  expect(one).toMatchObject({ name: "Case of today", pins: 3 });
  expect((await readCase(db, one?.id ?? ""))?.pins.map(({ id }) => id)).toEqual(["tx-1", "u-1", "tx-3"]);
});

test("[FIND-7] there may be several cases, of which one is open at a time; what is deleted takes its pins along", async () => {
  const a = await beginCase(db, "A", 1);
  const b = await beginCase(db, "B", 2);
  expect((await readOpenCase(db))?.name).toBe("B");
  await openCase(db, a.id);
  await pinRows(db, pinned(rowOf(1)), "never");
  expect(await readOpenCase(db)).toMatchObject({ name: "A", pins: 1 });
  await deleteCase(db, a.id);
  expect([await readOpenCase(db), await db.pins.count(), (await readCases(db)).map(({ name }) => name)]).toEqual([undefined, 0, ["B"]]);
  expect(await changeCase(db, a.id, { name: "gone" })).toBe(false);
  expect(await changeCase(db, b.id, { name: "B" })).toBe(true);
});

test("[FIND-7] a case takes no more than it may, and nothing of what is too much", async () => {
  const many = Array.from({ length: pinsAtMost + 1 }, (_, n) => rowOf(n));
  expect(await pinRows(db, pinned(...many), "Too much")).toEqual({ is: "full" });
  expect([await db.cases.count(), await db.pins.count()]).toEqual([0, 0]);
});

test("[FIND-7] a removed pin comes back to its place with its note, unless its case is gone", async () => {
  await pinRows(db, pinned(rowOf(1), rowOf(2), rowOf(3)), "Case");
  const id = (await readOpenCase(db))?.id ?? "";
  const second = { caseId: id, is: "transaction", id: "tx-2" } as const;
  expect(await notePin(db, second, "late")).toBe(true);
  const removed = await removePin(db, second);
  expect(await notePin(db, second, "too late")).toBe(false);
  expect(removed && (await putPinBack(db, removed))).toBe("back");
  expect((await readCase(db, id))?.pins.map((pin) => [pin.id, pin.note])).toEqual([
    ["tx-1", ""],
    ["tx-2", "late"],
    ["tx-3", ""],
  ]);
  await deleteCase(db, id);
  expect(removed && (await putPinBack(db, removed))).toBe("no case");
});

test("[FIND-7] a removed pin that comes back leaves one that was made anew as it is, and a full case as it is", async () => {
  const many = Array.from({ length: pinsAtMost }, (_, n) => rowOf(n));
  await pinRows(db, pinned(...many), "Case");
  const id = (await readOpenCase(db))?.id ?? "";
  const key = { caseId: id, is: "transaction", id: "tx-2" } as const;
  const removed = await removePin(db, key);
  if (!removed) throw new Error("nothing was removed");
  await pinRows(db, pinned(rowOf(2)), "Case");
  await notePin(db, key, "anew");
  expect(await putPinBack(db, removed)).toBe("back");
  expect((await readCase(db, id))?.pins.at(-1)).toMatchObject({ id: "tx-2", note: "anew" });
  await removePin(db, key);
  await pinRows(db, pinned(rowOf(pinsAtMost)), "Case");
  expect(await putPinBack(db, removed)).toBe("full");
  expect(await db.pins.count()).toBe(pinsAtMost);
});

test("[FIND-7] a dossier has the row as it was pinned beside the row as it is, and says which list or search it came by", async () => {
  const run = runOf({ keys: [{ at: 9000, id: "tx-9" }], openTop: true, openBottom: false, asOf: 50_000 });
  await writeState(db, "coverage", run ? [run] : []);
  await pinRows(db, [...pinned(rowOf(9), rowOf(2), rowOf(1)), { is: "user", row: ada }], "Case");
  const id = (await readOpenCase(db))?.id ?? "";
  await db.sheets.bulkAdd(sheetsOf([rowOf(9, { status: "SUCCESSFUL", seenAt: 60_000 }), rowOf(2)], Number.POSITIVE_INFINITY));
  await db.users.put({ ...ada, username: "ada2" });
  const lines = (await readDossier(db, id, true))?.pins.map(({ pin, now, source }) => [pin.id, now?.seenAt, source]);
  expect(lines).toEqual([
    ["tx-9", 60_000, "list"],
    ["tx-2", 50_000, "asked"],
    ["tx-1", undefined, "asked"],
    ["u-1", 40_000, "list"],
  ]);
});

test("[FIND-7] a dossier leaves out none of what the device knows of a user", async () => {
  await pinRows(db, [{ is: "user", row: ada }], "Case");
  const id = (await readOpenCase(db))?.id ?? "";
  const many = Array.from({ length: 60 }, (_, n) => n);
  for (const n of many) await writeAttempt(db, unknownFunding(`a-${n}`, n, `a-${n}`));
  await db.audit.bulkPut(many.map((seq) => ({ seq, target: "Ada@example.com" }) as AuditEntry));
  const [pin] = (await readDossier(db, id, true))?.pins ?? [];
  expect([pin?.attempts.length, pin?.entries.length]).toEqual([60, 60]);
});

test("[FIND-7] a dossier has what was done for a user by phone number alone, and for the email that the user has now", async () => {
  const bob: UserRow = { id: "u-2", phonenumber: "+234 801 234 5678", seenAt: 40_000 };
  await pinRows(
    db,
    [ada, bob].map((row) => ({ is: "user", row })),
    "Case",
  );
  const id = (await readOpenCase(db))?.id ?? "";
  await db.users.bulkPut([{ ...ada, email: "new@example.com" }, bob]);
  const sent = (name: string, at: number, more: object) => writeAttempt(db, { ...unknownFunding(name, at, name), ...more });
  await sent("new", 1, { target: "New@example.com" });
  await sent("old", 2, {});
  await sent("generated", 3, { target: "", details: { phonenumber: "2348012345678" } });
  await sent("nobody's", 4, { target: "" });
  await db.audit.bulkPut([ada.email, "new@example.com", null].map((target, seq) => ({ seq, target }) as AuditEntry));
  const dossier = await readDossier(db, id, true);
  expect(dossier?.pins.map(({ attempts, entries }) => [attempts.map((one) => one.id), entries.map(({ seq }) => seq)])).toEqual([
    [
      ["old", "new"],
      [1, 0],
    ],
    [["generated"], []],
  ]);
});

test("[FIND-7] a dossier reads the journal and the log once each, however many pins it has", async () => {
  const reads: string[] = [];
  db.use({
    stack: "dbcore",
    name: "reads",
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name);
        const counted =
          <Request, Answer>(ask: (request: Request) => Answer) =>
          (request: Request): Answer => {
            reads.push(name);
            return ask(request);
          };
        return { ...table, query: counted((request) => table.query(request)), openCursor: counted((request) => table.openCursor(request)) };
      },
    }),
  });
  const referred = Array.from({ length: 20 }, (_, n) => rowOf(n, { reference: `REF-${n}` }));
  const users = Array.from({ length: 20 }, (_, n): Pinned => ({ is: "user", row: { ...ada, id: `u-${n}` } }));
  await pinRows(db, [...pinned(...referred), ...users], "Case");
  const done = { is: "done", at: 1, message: undefined, reference: "REF-7" } as const;
  await writeAttempt(db, { ...unknownFunding("a-1", 1, "a-1"), state: done });
  const id = (await readOpenCase(db))?.id ?? "";
  reads.length = 0;
  const dossier = await readDossier(db, id, true);
  expect(reads.filter((name) => name === "journal" || name === "audit").sort()).toEqual(["audit", "journal"]);
  expect(dossier?.pins.filter(({ attempts }) => attempts.length > 0).map(({ pin }) => pin.id)).toEqual([
    "tx-7",
    ...users.map(({ row }) => row.id),
  ]);
});

test("[FIND-7] cases outlive an answer that is forgotten, and go with the session's database", async () => {
  await pinRows(db, pinned(rowOf(1)), "Case");
  await forgetAnswers(db, Date.now());
  expect(await readOpenCase(db)).toMatchObject({ name: "Case", pins: 1 });
  await clearTables(db);
  expect([await db.cases.count(), await db.pins.count(), await readState(db, "openCase")]).toEqual([0, 0, undefined]);
});

test("[FIND-7] a copied dossier has no marks against formulas before its own lists", () => {
  addWords("en", { cases });
  const line = { key: "1", kind: "Sent from this device", what: "Fund user · 5 USDT", source: "This device's journal", at: 0 };
  const block = {
    ...line,
    pin: { is: "transaction", caseId: "c", id: "tx-1", source: "list", pinnedAt: 0, note: "=1+1", row: rowOf(1) },
    ids: "tx-1",
    called: "tx-1",
    href: "/",
    state: "same",
    changes: [],
    others: [line],
  } as const;
  const lines = dossierText(translateIn("en", "cases"), { title: "Dossier", prepared: "Now", note: "=2+2", blocks: [block] }).split("\n");
  expect(lines.filter((one) => one.startsWith("'"))).toEqual(["'=2+2"]);
  expect(lines).toContain("   • Fund user · 5 USDT");
});
