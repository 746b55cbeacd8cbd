import { belongs, type Coverage, type Piece, pieceOf, type Run, type Stretch } from "../store/coverage.ts";
import type { StateRecords, TransactionRow } from "../store/database.ts";
import { asOfFollowed, behindOf, type Followed } from "../store/followed.ts";
import { compareKeys, type Key } from "../store/order.ts";

/** A cached row as a list line. */
export interface RowLine {
  readonly is: "row";
  readonly key: string;
  readonly row: TransactionRow;
}

/** A list line: a cached row, or a gap marker with the times (epoch ms) around the missing rows. */
export type ListItem = RowLine | { readonly is: "gap"; readonly key: string; readonly from: number | undefined; readonly to: number };

/** A piece of a run, or a gap, with its index in the list. */
type Section =
  | { readonly is: "piece"; readonly start: number; readonly run: Run; readonly piece: Piece }
  | { readonly is: "gap"; readonly start: number; readonly above: Run | undefined; readonly below: Run };

export interface ListWindow {
  /** Number of lines in the whole list, gaps included. */
  readonly length: number;
  /** Number of those that are rows. */
  readonly rows: number;
  /** Index of `items[0]`. */
  readonly start: number;
  readonly items: readonly (ListItem | undefined)[];
  /** Index of each requested row, or where it would be if it hadn't been removed; undefined outside the list. */
  readonly places: readonly (number | undefined)[];
  /** The host has nothing older than the last row, as of its piece's time. */
  readonly atEnd: boolean;
  /** At the end: the host has put away what is older than this (host epoch ms); undefined: nothing, or unknown. */
  readonly pastEnds: number | undefined;
  /** Nothing was ever fetched. */
  readonly never: boolean;
  readonly gaps: number;
  /** When nothing on the host was newer than the first row (device epoch ms); undefined: unknown. */
  readonly headAsOf: number | undefined;
  /** The newest gap; `from`: time (epoch ms) of the row above it, undefined at the top of the list. */
  readonly firstGap: { readonly from: number | undefined } | undefined;
  /** When the window's lines were last all complete (epoch ms). */
  readonly asOf: number | undefined;
  /** The change stream doesn't keep that up. */
  readonly isUntold?: boolean;
  /** Whether the list, as far as it is loaded, lacks a row; undefined: its absence proves nothing. */
  readonly lacks?: ((row: Key) => boolean) | undefined;
  /** Whether the change stream, while it lives, doesn't keep up all rows of a stretch. */
  readonly isBehind?: (stretch: Stretch) => boolean;
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

/** Where a window is read from, within one database transaction. */
export interface WindowSource {
  readonly state: <K extends "coverage" | "synced" | "followed">(name: K) => PromiseLike<StateRecords[K] | undefined>;
  /** Cached rows with `from` ≥ at ≥ `to`, unordered. */
  readonly rowsBetween: (from: number, to: number) => PromiseLike<TransactionRow[]>;
}

/** A list's layout and the rows read so far; valid until something is written. */
export interface KnownList {
  readonly coverage: Coverage;
  readonly sections: readonly Section[];
  readonly length: number;
  readonly never: boolean;
  readonly followed: Followed | undefined;
  readonly lines: Map<Piece, readonly RowLine[]>;
}

/** Reads the list's layout. */
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

/** Sections with lines `first` to `last`, extended by adjacent ones already read. */
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

/** Whether all rows among lines `first` to `last` have been read. */
export const isRead = (list: KnownList, first: number, last: number): boolean =>
  sectionsAround(list, first, last).every((section) => section.is === "gap" || list.lines.has(section.piece));

/**
 * Reads lines `first` to `last` of the list of all transactions. Reads only what these lines need and isn't known yet, however much
 * is cached.
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
    // A host without transactions leaves no run, and nothing more to load.
    atEnd: coverage.length === 0 ? !never : coverage.at(-1)?.endAsOf !== undefined,
    pastEnds: coverage.at(-1)?.pastEnds,
    never,
    gaps: Math.max(0, coverage.length - 1),
    headAsOf: headAsOf === undefined ? undefined : asOfFollowed(list.followed, headAsOf),
    firstGap: gap && { from: gap.above?.bottom.at },
    asOf: pieces.length > 0 ? Math.min(...pieces.map((piece) => asOfFollowed(list.followed, piece.asOf))) : undefined,
    isBehind: behindOf(list.followed?.since, coverage),
  };
}

async function placeOf(source: WindowSource, list: KnownList, key: Key): Promise<number | undefined> {
  const { coverage, sections, lines } = list;
  const [head] = coverage;
  // A row above a complete head was removed from the top.
  const isAbove = head?.headAsOf !== undefined && key.at >= head.top.at;
  const found = pieceOf(coverage, key) ?? (isAbove && head.pieces[0] ? { run: head, piece: head.pieces[0] } : undefined);
  const section = sections.find((one) => one.is === "piece" && one.piece === found?.piece);
  if (!found || !section) return undefined;
  const known =
    lines.get(found.piece)?.map(({ row }) => row) ??
    (await source.rowsBetween(found.piece.from, key.at)).filter((row) => belongs(found.run, row));
  return section.start + known.filter((row) => compareKeys(row, key) < 0).length;
}
