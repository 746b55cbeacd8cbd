import { type Transaction, transaction } from "../../src/contract/transactions.ts";
import type { FetchedPage } from "../../src/sync/transactions/page-proof.ts";
import * as v from "valibot";

/** A row's history on the simulated host. Times are ticks of the simulation's clock. */
export interface SimRow {
  readonly id: string;
  readonly at: number;
  /** Order among rows of the same time; arbitrary, but stable. */
  readonly tie: number;
  status: string;
  /** Its statuses and the ticks since when, oldest first. */
  readonly statuses: { readonly since: number; readonly status: string }[];
  bornAt: number;
  diedAt: number | undefined;
}

/** Draws whole numbers; seeded, so that a history can be replayed. */
export type Draw = (below: number) => number;

type Told = Pick<FetchedPage, "rows" | "hasNextPage" | "pastEnds">;

export type Lie = "lost" | "empty" | "empty with more" | "shorter" | "longer" | "repeated" | "doubled row" | "unordered";

/** A host whose list changes during paging, and which sometimes answers nonsense. */
export class SimHost {
  readonly rows: SimRow[] = [];
  readonly sent = new Set<string>();
  readonly #draw: Draw;
  #clock = 1_000_000;
  #serial = 0;
  #lied = false;
  /** From which time on it has rows, once it put older ones away. */
  pastEnds: number | undefined;
  lies: readonly Lie[] = [];
  /** Rows per page, whatever the request's limit. */
  fixedSize: number | undefined;
  /** How it reports that there is more: truly, if its page is full, or never. */
  says: "truly" | "when full" | "never" = "truly";
  /** One in this many rows shares another's time. */
  tieEvery = 8;
  /** Runs on the host between a request and its answer. */
  meanwhile: () => void = () => {};

  constructor(draw: Draw) {
    this.#draw = draw;
  }

  now(): number {
    this.#clock += 1;
    return this.#clock;
  }

  /** The list at a tick, newest first, with the host's order of ties. */
  listAt(tick: number): SimRow[] {
    return this.rows
      .filter((row) => row.bornAt <= tick && (row.diedAt === undefined || row.diedAt > tick))
      .sort((a, b) => b.at - a.at || a.tie - b.tie);
  }

  list(): SimRow[] {
    return this.listAt(this.#clock);
  }

  #add(at: number): void {
    this.#serial += 1;
    const bornAt = this.now();
    const statuses = [{ since: bornAt, status: "PENDING" }];
    this.rows.push({ id: `t${this.#serial}`, at, tie: this.#draw(1000), status: "PENDING", statuses, bornAt, diedAt: undefined });
  }

  insertAtHead(): void {
    const newest = this.list()[0]?.at ?? 500;
    this.#add(newest + (this.#draw(this.tieEvery) === 0 ? 0 : 1 + this.#draw(3)));
  }

  /** A backdated row that turns up late. */
  insertBelow(): void {
    const list = this.list();
    const beside = list[this.#draw(Math.max(1, list.length))];
    if (beside) this.#add(beside.at + (this.#draw(this.tieEvery) === 0 ? 0 : 1));
  }

  change(): void {
    const list = this.list();
    const row = list[this.#draw(Math.max(1, list.length))];
    if (!row) return;
    row.status = ["COMPLETED", "FAILED", "PROCESSING"][this.#draw(3)] ?? "FAILED";
    row.statuses.push({ since: this.now(), status: row.status });
  }

  /** Whether a row had a status at the tick or later; true for ids that the host made up. */
  hadSince(id: string, status: string | undefined, tick: number): boolean {
    const row = this.rows.find((one) => one.id === id);
    if (!row) return true;
    const until = (index: number): number => row.statuses[index + 1]?.since ?? Number.POSITIVE_INFINITY;
    return row.statuses.some((one, index) => one.status === status && until(index) > tick);
  }

  remove(): void {
    const list = this.list();
    const row = list[this.#draw(Math.max(1, list.length))];
    if (row) row.diedAt = this.now();
  }

  /** Restores an older backup: the newest rows vanish, and others replace them. */
  restore(): void {
    const gone = this.#draw(8);
    const tick = this.now();
    for (const row of this.list().slice(0, gone)) row.diedAt = tick;
    for (let row = this.#draw(4); row > 0; row -= 1) this.insertAtHead();
  }

  /** Detaches the oldest rows, as of an old month. */
  putAway(): void {
    const list = this.list();
    const oldest = list[this.#draw(Math.max(1, list.length))];
    if (!oldest) return;
    const tick = this.now();
    this.pastEnds = oldest.at;
    for (const row of list) if (row.at < oldest.at) row.diedAt = tick;
  }

  #page(page: number, asked: number): Told {
    const list = this.list();
    const limit = this.fixedSize ?? asked;
    const rows = list.slice((page - 1) * limit, page * limit).map((row) => toTransaction(row));
    const hasNextPage = { truly: list.length > page * limit, "when full": rows.length === limit, never: undefined };
    const isLast = list.length <= page * limit;
    const pastEnds = isLast && this.pastEnds !== undefined ? new Date(this.pastEnds).toISOString() : undefined;
    return { rows, hasNextPage: hasNextPage[this.says], pastEnds };
  }

  /** One answer. Never lies twice in a row: a single odd page must do no harm. */
  async answer(page: number, limit: number): Promise<FetchedPage | undefined> {
    const asOf = this.now();
    await Promise.resolve();
    this.meanwhile();
    const lie = this.#lied ? undefined : this.lies[this.#draw(this.lies.length * 6)];
    this.#lied = lie !== undefined && lie !== "lost";
    const honest = this.#page(page, limit);
    const told = this.#tell(lie, honest, limit);
    this.meanwhile();
    if (!told) return undefined;
    for (const row of told.rows) this.sent.add(`${row.id} ${row.status}`);
    return { page, limit, ...told, asOf };
  }

  /** Some rows, as a search finds them; its answer may arrive much later. */
  find(): { readonly rows: readonly Transaction[]; readonly asOf: number } {
    const asOf = this.now();
    const rows = this.listAt(asOf).filter(() => this.#draw(3) === 0);
    for (const row of rows) this.sent.add(`${row.id} ${row.status}`);
    return { rows: rows.map((row) => toTransaction(row)), asOf };
  }

  #tell(lie: Lie | undefined, { rows, hasNextPage, pastEnds }: Told, limit: number): Told | undefined {
    const at = this.#draw(Math.max(1, rows.length));
    switch (lie) {
      case undefined:
        return { rows, hasNextPage, pastEnds };
      case "lost":
        return undefined;
      case "empty":
        return { rows: [], hasNextPage: false };
      case "empty with more":
        return { rows: [], hasNextPage: true };
      case "shorter":
        return rows.length > 0 ? { rows: rows.toSpliced(at, 1), hasNextPage: true } : undefined;
      case "longer":
        return rows.length === limit
          ? {
              rows: rows.toSpliced(
                at,
                0,
                toTransaction({ id: "foreign", at: Date.parse(rows[at]?.createdAt ?? ""), tie: 0, status: "FOREIGN" }),
              ),
              hasNextPage,
            }
          : undefined;
      case "repeated":
        return this.#page(1, limit);
      case "doubled row":
        return { rows: rows.flatMap((row, index) => (index === at ? [row, row] : [row])), hasNextPage };
      case "unordered":
        return { rows: rows.toReversed(), hasNextPage };
    }
  }
}

const toTransaction = (row: Pick<SimRow, "id" | "at" | "tie" | "status">): Transaction =>
  v.parse(transaction, { id: row.id, createdAt: row.at, status: row.status, type: "SWAP", amount: 1 });
