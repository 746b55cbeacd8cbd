import { Dexie, type ObservabilitySet, RangeSet, rangesOverlap } from "dexie";
import { type Database, readState } from "../store/database.ts";
import { isRead, type KnownList, type ListWindow, readList, windowOf } from "./list-window.ts";
import type { Key } from "../store/order.ts";
import { rowsWithin } from "../store/sheets.ts";

/** Pieces kept in memory beyond those of the last read. */
const keptPieces = 8;

/**
 * Reads lines of the list of all transactions and keeps them until `forget`, so scrolling reads each row once. Users of `readOn`
 * must call `forget` on every write (`followWrites`).
 */
export class TransactionList {
  readonly #db: Database;
  #known: KnownList | undefined;
  #forgets = 0;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Rereads lines `first` to `last` and the anchors' places. Rejects with the database's error. */
  read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    this.#known = undefined;
    return this.#read(first, last, anchors);
  }

  /** Reads unknown lines from `first` to `last`, from the same state of the cache. */
  readOn(first: number, last: number): Promise<ListWindow> {
    const known = this.#known;
    return known && isRead(known, first, last) ? windowOf(sourceOf(this.#db), first, last, [], known) : this.#read(first, last, []);
  }

  #read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    const [known, forgets] = [this.#known, this.#forgets];
    return this.#db.transaction("r", this.#db.sheets, this.#db.state, async () => {
      const source = sourceOf(this.#db);
      const list = known ?? (await readList(source));
      const window = await windowOf(source, first, last, anchors, list);
      forgetFarthest(list, first, last);
      // Don't restore what was invalidated meanwhile.
      if (this.#known === known && this.#forgets === forgets) this.#known = list;
      return window;
    });
  }

  /** Invalidates what was read. */
  forget(): void {
    this.#forgets += 1;
    this.#known = undefined;
  }
}

const sourceOf = (db: Database) => ({
  state: <K extends "coverage" | "synced" | "followed">(name: K) => readState(db, name),
  rowsBetween: (from: number, to: number) => rowsWithin(db.sheets, { from, to }),
});

function forgetFarthest({ sections, lines }: KnownList, first: number, last: number): void {
  const away = (start: number, length: number): number => Math.max(0, start - last, first - start - length);
  const near = sections
    .flatMap((section) => (section.is === "piece" && lines.has(section.piece) ? [section] : []))
    .sort((a, b) => away(a.start, a.piece.rows) - away(b.start, b.piece.rows));
  for (const { start, piece } of near.slice(keptPieces)) if (away(start, piece.rows) > 0) lines.delete(piece);
}

/** Reads lines `first` to `last` of the list of all transactions in one database transaction. */
export const readWindow = (db: Database, first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> =>
  new TransactionList(db).read(first, last, anchors);

const coverageKey = new RangeSet("coverage");

/** Calls back after every write, in any tab, to the cached transactions or their coverage. */
export function followWrites(db: Database, onWrite: () => void): () => void {
  const rows = `idb://${db.name}/${db.sheets.name}/`;
  const states = `idb://${db.name}/${db.state.name}/`;
  const hear = (written: ObservabilitySet): void => {
    const state = written[states];
    if ("all" in written || rows in written || `${rows}:dels` in written || (state && rangesOverlap(state, coverageKey))) onWrite();
  };
  Dexie.on.storagemutated.subscribe(hear);
  return () => Dexie.on.storagemutated.unsubscribe(hear);
}
