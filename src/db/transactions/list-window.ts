import { belongs, type Coverage, type Piece, pieceOf, type Run } from "../store/coverage.ts";
import type { StateRecords, TransactionRow } from "../store/database.ts";
import { asOfFollowed, type Followed } from "../store/followed.ts";
import { compareKeys, type Key } from "../store/order.ts";

/** A cached row as a line of the list. */
export interface RowLine {
  readonly is: "row";
  readonly key: string;
  readonly row: TransactionRow;
}

/** One line of the list: a cached row, or the mark of a gap with the times (epoch ms) between which rows are missing. */
export type ListItem = RowLine | { readonly is: "gap"; readonly key: string; readonly from: number | undefined; readonly to: number };

/** A stretch of the list in one piece of one run, or a gap, with its place. */
type Section =
  | { readonly is: "piece"; readonly start: number; readonly run: Run; readonly piece: Piece }
  | { readonly is: "gap"; readonly start: number; readonly above: Run | undefined; readonly below: Run };

export interface ListWindow {
  /** How many lines the whole list has, gaps included. */
  readonly length: number;
  /** How many of them are rows. */
  readonly rows: number;
  /** The place of `items[0]`. */
  readonly start: number;
  readonly items: readonly (ListItem | undefined)[];
  /** Where each of the asked-for rows stands, or would stand had it not gone; undefined outside the list. */
  readonly places: readonly (number | undefined)[];
  /** The host has nothing older than the last row, as of its piece's time. */
  readonly atEnd: boolean;
  /** Nothing at all was ever fetched. */
  readonly never: boolean;
  readonly gaps: number;
  /** When the host last said that nothing is newer than the first row (device epoch ms); undefined: it never did. */
  readonly headAsOf: number | undefined;
  /** The newest gap; its `from` is the time (epoch ms) of the row above it, undefined above the whole list. */
  readonly firstGap: { readonly from: number | undefined } | undefined;
  /** The earliest time (epoch ms) as of which the lines of the window are whole. */
  readonly asOf: number | undefined;
}

function sectionsOf(coverage: Coverage): { sections: Section[]; length: number } {
  const sections: Section[] = [];
  let start = 0;
  for (const [index, run] of coverage.entries()) {
    const above = coverage[index - 1];
    if (above || run.headAsOf === undefined) {
      sections.push({ is: "gap", start, above, below: run });
      start += 1;
    }
    for (const piece of run.pieces) {
      sections.push({ is: "piece", start, run, piece });
      start += piece.rows;
    }
  }
  return { sections, length: start };
}

const lengthOf = (section: Section): number => (section.is === "gap" ? 1 : section.piece.rows);

const gapItem = (above: Run | undefined, below: Run): ListItem => ({
  is: "gap",
  key: `gap ${below.top.at} ${below.top.ids[0] ?? ""}`,
  from: above?.bottom.at,
  to: below.top.at,
});

/** Where a window's lines are read from, all in one transaction of the database. */
export interface WindowSource {
  readonly state: <K extends "coverage" | "synced" | "followed">(name: K) => PromiseLike<StateRecords[K] | undefined>;
  /** Cached rows with `from` ≥ at ≥ `to`, in no order. */
  readonly rowsBetween: (from: number, to: number) => PromiseLike<TransactionRow[]>;
}

/** What is known of a list for as long as nothing is written: how it lies, and the rows of its pieces that were read. */
export interface KnownList {
  readonly coverage: Coverage;
  readonly sections: readonly Section[];
  readonly length: number;
  readonly never: boolean;
  readonly followed: Followed | undefined;
  readonly lines: Map<Piece, readonly RowLine[]>;
}

/** Reads how the list lies. */
export async function readList(source: Pick<WindowSource, "state">): Promise<KnownList> {
  const [coverage = [], synced, followed] = await Promise.all([source.state("coverage"), source.state("synced"), source.state("followed")]);
  return { coverage, ...sectionsOf(coverage), never: synced === undefined, followed, lines: new Map() };
}

async function readPiece(source: WindowSource, { lines }: KnownList, run: Run, piece: Piece): Promise<void> {
  if (lines.has(piece)) return;
  const found = await source.rowsBetween(piece.from, piece.to);
  const own = found.filter((row) => belongs(run, row)).sort(compareKeys);
  lines.set(
    piece,
    own.map((row) => ({ is: "row", key: row.id, row })),
  );
}

/** The sections that hold the lines from `first` to `last`, and their neighbours as far as those have been read. */
function sectionsAround({ sections, lines }: KnownList, first: number, last: number): readonly Section[] {
  const isKnown = (section: Section | undefined): boolean => section?.is === "gap" || (section?.is === "piece" && lines.has(section.piece));
  let from = sections.findIndex((section) => section.start + lengthOf(section) > first);
  if (from < 0) return [];
  let end = from;
  while ((sections[end]?.start ?? Infinity) <= last) end += 1;
  while (isKnown(sections[from - 1])) from -= 1;
  while (isKnown(sections[end])) end += 1;
  return sections.slice(from, end);
}

/** Whether all of the lines from `first` to `last` that are rows have been read. */
export const isRead = (list: KnownList, first: number, last: number): boolean =>
  sectionsAround(list, first, last).every((section) => section.is === "gap" || list.lines.has(section.piece));

/**
 * Reads the lines from `first` to `last` of the list of all transactions. Nothing but what these lines need, and is
 * not known yet, is read, however much is cached.
 */
export async function windowOf(
  source: WindowSource,
  first: number,
  last: number,
  anchors: readonly (Key | undefined)[],
  known?: KnownList,
): Promise<ListWindow> {
  const list = known ?? (await readList(source));
  const { coverage, sections, length, never } = list;
  const shown = sectionsAround(list, first, last);
  const start = shown[0]?.start ?? 0;
  const items: (ListItem | undefined)[] = [];
  await Promise.all(shown.flatMap((section) => (section.is === "piece" ? [readPiece(source, list, section.run, section.piece)] : [])));
  for (const section of shown) {
    if (section.is === "gap") items.push(gapItem(section.above, section.below));
    else {
      const lines = list.lines.get(section.piece) ?? [];
      for (let offset = 0; offset < section.piece.rows; offset += 1) items.push(lines[offset]);
    }
  }
  const gap = sections.find((section) => section.is === "gap");
  const headAsOf = coverage[0]?.headAsOf;
  const pieces = shown.flatMap((section) => (section.is === "piece" ? [section.piece] : []));
  return {
    length,
    rows: length - sections.filter((section) => section.is === "gap").length,
    start,
    items,
    places: await Promise.all(anchors.map(async (anchor) => anchor && placeOf(source, list, anchor))),
    // A host without any transactions leaves no interval behind, and nothing to load more of either.
    atEnd: coverage.length === 0 ? !never : coverage.at(-1)?.endAsOf !== undefined,
    never,
    gaps: Math.max(0, coverage.length - 1),
    headAsOf: headAsOf === undefined ? undefined : asOfFollowed(list.followed, headAsOf),
    firstGap: gap && { from: gap.above?.bottom.at },
    asOf: pieces.length > 0 ? Math.min(...pieces.map((piece) => asOfFollowed(list.followed, piece.asOf))) : undefined,
  };
}

async function placeOf(source: WindowSource, list: KnownList, key: Key): Promise<number | undefined> {
  const { coverage, sections, lines } = list;
  const found = pieceOf(coverage, key);
  const section = sections.find((one) => one.is === "piece" && one.piece === found?.piece);
  if (!found || !section) return undefined;
  const known =
    lines.get(found.piece)?.map(({ row }) => row) ??
    (await source.rowsBetween(found.piece.from, key.at)).filter((row) => belongs(found.run, row));
  return section.start + known.filter((row) => compareKeys(row, key) < 0).length;
}
