import { expect } from "vitest";
import type { Coverage } from "../../src/db/store/coverage.ts";
import { belongs, lacking, pieceOf } from "../../src/db/store/coverage.ts";
import type { Key } from "../../src/db/store/order.ts";
import type { ListWindow } from "../../src/db/transactions/list-window.ts";
import type { SimHost, SimRow } from "./sim-host.ts";

interface Shown {
  readonly id: string;
  readonly at: number;
  readonly status: string | undefined;
}

type Line = Shown | "gap";

export function linesOf(window: ListWindow): Line[] {
  return Array.from({ length: window.length }, (_, index) => {
    const item = window.items[index - window.start];
    expect(item, `line ${index} of ${window.length} can be read`).toBeDefined();
    if (!item || item.is === "gap") return "gap";
    return { id: item.row.id, at: item.row.at, status: item.row.status };
  });
}

const stillThere = (row: SimRow): boolean => row.diedAt === undefined;

/** Positions in the list derive from each piece's row count, so counts must be exact. */
export function checkCounts(coverage: Coverage, rows: readonly Key[]): void {
  for (const run of coverage) {
    for (const { from, to, rows: said } of run.pieces) {
      const held = rows.filter((row) => row.at <= from && row.at >= to && belongs(run, row));
      expect(held.length, `rows from ${from} to ${to}`).toBe(said);
    }
  }
}

/** Invariants of the list after every step. */
export function checkList(host: SimHost, coverage: Coverage, window: ListWindow): void {
  const lines = linesOf(window);
  const shown = lines.filter((line) => line !== "gap");
  const ids = shown.map((row) => row.id);
  expect(new Set(ids).size, "no id twice").toBe(ids.length);
  for (const row of shown) expect(host.sent.has(`${row.id} ${row.status}`), `${row.id} ${row.status} was sent by the host`).toBe(true);
  const known = new Set(ids);
  const asOfRow = (row: Shown): number => pieceOf(coverage, row)?.piece.asOf ?? Number.NaN;
  for (const row of shown) {
    const asOf = asOfRow(row);
    expect(host.hadSince(row.id, row.status, asOf), `${row.id} was ${row.status} as of ${asOf} or later`).toBe(true);
    expect(host.rows.find(({ id }) => id === row.id)?.diedAt ?? Infinity, `${row.id} was there as of ${asOf} or later`).toBeGreaterThan(
      asOf,
    );
  }
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1];
    if (line === "gap" || next === "gap" || !next) continue;
    // An empty stretch between the two has an age of its own.
    const between = coverage.flatMap(({ pieces }) => pieces).filter((piece) => piece.from < line.at && piece.to > next.at);
    const asOf = Math.min(asOfRow(line), asOfRow(next), ...between.map((piece) => piece.asOf));
    const then = host.listAt(asOf);
    const [above, below] = [then.findIndex((row) => row.id === line.id), then.findIndex((row) => row.id === next.id)];
    const passed =
      above >= 0 && below >= 0
        ? then.slice(Math.min(above, below) + 1, Math.max(above, below))
        : then.filter((row) => row.at < line.at && row.at > next.at);
    const missing = passed.filter((row) => stillThere(row) && !known.has(row.id)).map((row) => row.id);
    expect(missing, `nothing is missing between ${line.id} and ${next.id} as of ${asOf}`).toEqual([]);
  }
  const last = shown.at(-1);
  const endAsOf = coverage.at(-1)?.endAsOf;
  if (window.atEnd && endAsOf !== undefined && last) {
    const older = host.listAt(endAsOf).filter((row) => stillThere(row) && row.at < last.at && !known.has(row.id));
    expect(
      older.map((row) => row.id),
      "nothing older where the list says that it ends",
    ).toEqual([]);
  }
  // What the host had put away is never passed off as covered, unless it was read before.
  const pastEnds = coverage.at(-1)?.pastEnds;
  if (pastEnds !== undefined) {
    expect(window.atEnd && endAsOf !== undefined, "the past ends at the list's end").toBe(true);
    expect(lacking(coverage).at(-1), "what was put away is lacking").toEqual({ from: pastEnds - 1, to: -Infinity, putAway: true });
  }
  const first = lines[0];
  const headAsOf = coverage[0]?.headAsOf;
  if (headAsOf !== undefined && first && first !== "gap") {
    const newer = host.listAt(headAsOf).filter((row) => stillThere(row) && row.at > first.at && !known.has(row.id));
    expect(
      newer.map((row) => row.id),
      "nothing newer where the list says that it begins",
    ).toEqual([]);
  }
}

/** Up to this many rows of the same time, a window of the simulated host's small pages can always order them. */
const tiesDecided = 2;

/**
 * After quiescence and a refresh of everything in view: what claims to be fresh equals the host's list, and everything is fresh,
 * unless more rows share one time than a call may request.
 */
export function checkEqual(host: SimHost, coverage: Coverage, window: ListWindow, since: number): void {
  const list = host.list();
  const shown = linesOf(window).filter((line) => line !== "gap");
  const inTop = shown.filter((row) => coverage[0] && pieceOf([coverage[0]], row));
  const words = (rows: readonly { id: string; status: string | undefined }[]): string[] =>
    rows.map((row) => `${row.id} ${row.status}`).toSorted();
  const [run] = coverage;
  if (!run) {
    expect(list.length, "an empty list for an empty host").toBe(0);
    return;
  }
  const ids = new Map([...list, ...inTop].map((row) => [row.id, row]));
  const most = Math.max(0, ...groupsOf([...ids.values()]).map((group) => group.length));
  for (const piece of run.pieces) {
    const here = (row: { at: number }): boolean => row.at <= piece.from && row.at >= piece.to && row.at > run.bottom.at;
    if (piece.asOf < since) expect(most, `the stretch ${piece.from} to ${piece.to} could have been refreshed`).toBeGreaterThan(tiesDecided);
    else expect(words(inTop.filter(here)), `what is fresh from ${piece.from} to ${piece.to}`).toEqual(words(list.filter(here)));
  }
}

function groupsOf(rows: readonly { at: number }[]): { at: number }[][] {
  const groups = new Map<number, { at: number }[]>();
  for (const row of rows) groups.set(row.at, [...(groups.get(row.at) ?? []), row]);
  return [...groups.values()];
}
