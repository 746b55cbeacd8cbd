import * as v from "valibot";
import { decimal } from "../../../contract/decimal.ts";
import type { FileAmount } from "../../../db/money/bulk/file-row.ts";
import { amountOf, type DecimalMark, decimalMarks } from "../audit/reconcile/statement.ts";

/** A cell of a column of figures. `isNumber`: a number of JSON, which is read in one way only. */
export interface FigureCell {
  readonly text: string;
  readonly isNumber: boolean;
}

/** What each mark separates in the cells that can be read in one way only. */
interface Roles {
  readonly decimals: Set<DecimalMark>;
  readonly groups: Set<DecimalMark>;
}

/** A figure and nothing else: no sign, no currency, no exponent. */
const figure = /^[\d.,'’ ]+$/u;

/** What a cell says under each mark; undefined where it says nothing under it. */
const readings = (text: string): Readonly<Record<DecimalMark, string | undefined>> => ({
  ".": amountOf(text, "."),
  ",": amountOf(text, ","),
});

function rolesIn(cells: readonly FigureCell[]): Roles {
  const roles: Roles = { decimals: new Set(), groups: new Set() };
  for (const { text, isNumber } of cells) {
    if (isNumber || !figure.test(text)) continue;
    const read = readings(text);
    const own = decimalMarks.filter((mark) => read[mark] !== undefined);
    if (own.length !== 1) continue;
    for (const mark of decimalMarks) if (text.includes(mark)) (mark === own[0] ? roles.decimals : roles.groups).add(mark);
  }
  return roles;
}

function readFigure({ text, isNumber }: FigureCell, roles: Roles, chosen: DecimalMark | ""): FileAmount {
  if (text === "") return { is: "missing" };
  if (isNumber) {
    const { success, output } = v.safeParse(decimal, text);
    return success ? { is: "read", amount: output } : { is: "not a number" };
  }
  if (!figure.test(text)) return { is: "not a number" };
  const read = readings(text);
  const as = (amount: string | undefined): FileAmount => (amount === undefined ? { is: "not a number" } : { is: "read", amount });
  if (chosen !== "") return as(read[chosen]);
  if (read["."] === read[","] || read["."] === undefined || read[","] === undefined) return as(read["."] ?? read[","]);
  const mark = decimalMarks.find((one) => text.includes(one)) ?? ".";
  const [isDecimal, isGroup] = [roles.decimals.has(mark), roles.groups.has(mark)];
  if (isDecimal === isGroup) return { is: "two ways" };
  const other = mark === "." ? "," : ".";
  return as(isDecimal ? read[mark] : read[other]);
}

/**
 * The exact figures of a column. "1,234" is two figures: which one is meant is told by the admin's choice, or by what the
 * comma separates in the column's other cells; else it is read in neither way (BULK-1).
 */
export function readFigures(cells: readonly FigureCell[], chosen: DecimalMark | ""): FileAmount[] {
  const roles = rolesIn(cells);
  return cells.map((cell) => readFigure(cell, roles, chosen));
}
