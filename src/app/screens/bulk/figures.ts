import * as v from "valibot";
import { decimal } from "../../../contract/decimal.ts";
import type { FileAmount } from "../../../db/money/bulk/file-row.ts";
import { amountOf, type DecimalMark, decimalMarks } from "../../csv/figures.ts";

/** A cell of an amount column. `isNumber`: a JSON number, which is unambiguous. */
export interface FigureCell {
  readonly text: string;
  readonly isNumber: boolean;
}

/** Roles of each mark in the unambiguous cells. */
interface Roles {
  readonly decimals: Set<DecimalMark>;
  readonly groups: Set<DecimalMark>;
}

/** A bare figure: no sign, currency or exponent. */
const figure = /^[\d.,'’ ]+$/u;

/** A cell's value under each decimal mark; undefined where invalid. */
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
 * Exact figures of a column. "1,234" is ambiguous: resolved by the admin's choice, or by the comma's role in the
 * column's other cells; otherwise it stays unread (BULK-1).
 */
export function readFigures(cells: readonly FigureCell[], chosen: DecimalMark | ""): FileAmount[] {
  const roles = rolesIn(cells);
  return cells.map((cell) => readFigure(cell, roles, chosen));
}
