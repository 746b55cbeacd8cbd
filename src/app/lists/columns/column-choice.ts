import type { ColumnChoice } from "../../../db/desk/columns.ts";

/** A column of a table; widths in px. */
export interface Column<Name extends string> {
  readonly name: Name;
  /** Default share of the width, used when shares are chosen but not for this column. */
  readonly width: number;
  /** Hidden by default. */
  readonly isExtra?: true;
}

/** Minimum column width when dragging, in px. */
export const narrowest = 56;

const usualOf = <Name extends string>(columns: readonly Column<Name>[]): ColumnChoice => ({
  order: [],
  hidden: columns.filter(({ isExtra }) => isExtra).map(({ name }) => name),
  widths: {},
});

const isSameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set([...a, ...b]).size === new Set(a).size && a.length === b.length;

/** All columns in the chosen order; columns missing from the choice keep their default place. */
export function orderOf<Name extends string>(columns: readonly Column<Name>[], choice = usualOf(columns)): readonly Name[] {
  const names = columns.map(({ name }) => name);
  const order = choice.order.flatMap((wanted) => names.find((name) => name === wanted) ?? []);
  for (const [place, name] of names.entries()) if (!order.includes(name)) order.splice(place, 0, name);
  return [...new Set(order)];
}

/** The visible columns, in order; never empty. */
export function shownOf<Name extends string>(columns: readonly Column<Name>[], choice = usualOf(columns)): readonly Name[] {
  const order = orderOf(columns, choice);
  const shown = order.filter((name) => !choice.hidden.includes(name));
  return shown.length > 0 ? shown : order.slice(0, 1);
}

/** A column's share of the width. */
export const widthOf = <Name extends string>({ name, width }: Column<Name>, { widths }: ColumnChoice): number => {
  const chosen = widths[name];
  return chosen !== undefined && Number.isFinite(chosen) && chosen >= narrowest ? chosen : width;
};

export const hasWidths = (choice: ColumnChoice | undefined): choice is ColumnChoice =>
  choice !== undefined && Object.keys(choice.widths).length > 0;

/** Strips defaults from a choice; undefined if nothing else is left. */
function tidy<Name extends string>(columns: readonly Column<Name>[], choice: ColumnChoice): ColumnChoice | undefined {
  const names = columns.map(({ name }) => name);
  const order = orderOf(columns, choice);
  const isUsual =
    order.every((name, place) => name === names[place]) && isSameSet(choice.hidden, usualOf(columns).hidden) && !hasWidths(choice);
  return isUsual ? undefined : { ...choice, order };
}

/** Moves a column to an index, 0-based. */
export function moved<Name extends string>(
  columns: readonly Column<Name>[],
  choice = usualOf(columns),
  name: Name,
  to: number,
): ColumnChoice | undefined {
  const others = orderOf(columns, choice).filter((one) => one !== name);
  return tidy(columns, { ...choice, order: [...others.slice(0, to), name, ...others.slice(to)] });
}

/** Shows or hides a column; the last visible one stays. */
export function withShown<Name extends string>(
  columns: readonly Column<Name>[],
  choice = usualOf(columns),
  name: Name,
  isShown: boolean,
): ColumnChoice | undefined {
  const hidden = choice.hidden.filter((one) => one !== name && columns.some((column) => column.name === one));
  const next = { ...choice, hidden: isShown ? hidden : [...hidden, name] };
  return next.hidden.length === columns.length ? tidy(columns, choice) : tidy(columns, next);
}

/**
 * Moves the border between two columns by this many px: one gains what the other loses, and both keep the minimum.
 * `measured`: current widths of the visible columns, in px.
 */
export function withBorderMoved<Name extends string>(
  columns: readonly Column<Name>[],
  choice = usualOf(columns),
  measured: Readonly<Record<string, number>>,
  [before, after]: readonly [Name, Name],
  by: number,
): ColumnChoice | undefined {
  const left = measured[before] ?? narrowest;
  const right = measured[after] ?? narrowest;
  const step = Math.max(Math.min(by, right - narrowest), narrowest - left);
  return tidy(columns, {
    ...choice,
    widths: { ...choice.widths, ...measured, [before]: Math.round(left + step), [after]: Math.round(right - step) },
  });
}
