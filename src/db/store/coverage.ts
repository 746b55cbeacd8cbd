import type { Key } from "./order.ts";

/** A cached row's place, and as of when (device time, epoch ms) the host was last seen to have it. */
export interface Sighting extends Key {
  readonly seenAt: number;
}

/**
 * The rows at one end of a run that share its outermost time. Hosts order ties as they like, so of that
 * time only these ids are known to belong; more may lie beyond the page's edge.
 */
export interface Edge {
  readonly at: number;
  readonly ids: readonly string[];
}

/** A stretch of a run, cut between two different times: `from` ≥ `to`, both inclusive. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** How many cached rows it holds. */
  readonly rows: number;
  /** Device time (epoch ms) as of which no row of the host is missing in it. */
  readonly asOf: number;
}

/**
 * A run of rows with nothing missing between them. Between its edges' times every row of the host is in
 * the cache, as of each piece's time; at an edge's own time, the edge's ids are.
 */
export interface Run {
  readonly top: Edge;
  readonly bottom: Edge;
  /** Device time (epoch ms) as of which nothing on the host is newer. Only the topmost run has one. */
  readonly headAsOf: number | undefined;
  /** Device time (epoch ms) as of which nothing on the host is older. Only the lowest run has one. */
  readonly endAsOf: number | undefined;
  readonly pieces: readonly Piece[];
}

/** The runs of a feed, newest first; between two of them lies a gap. */
export type Coverage = readonly Run[];

/** What a fetched page proves: its rows stood next to each other on the host when it answered. */
export interface Proof {
  /** In the host's order, times never rising, no id twice. */
  readonly keys: readonly Key[];
  readonly openTop: boolean;
  readonly openBottom: boolean;
  /** Device time (epoch ms) at which the page was asked for. */
  readonly asOf: number;
}

const maxPieceRows = 256;
/** Neighbouring pieces become one when the difference of their ages is at most this part of the younger's age. */
const sameAge = 0.25;
const maxPieces = 2048;

const edgeAt = (at: number, keys: readonly Key[]): Edge => ({ at, ids: keys.filter((key) => key.at === at).map((key) => key.id) });

/** The run that a proof makes by itself; undefined for a page without rows. */
export function runOf(proof: Proof): Run | undefined {
  const first = proof.keys[0];
  const last = proof.keys.at(-1);
  if (!first || !last) return undefined;
  return {
    top: edgeAt(first.at, proof.keys),
    bottom: edgeAt(last.at, proof.keys),
    headAsOf: proof.openTop ? proof.asOf : undefined,
    endAsOf: proof.openBottom ? proof.asOf : undefined,
    pieces: [{ from: first.at, to: last.at, rows: proof.keys.length, asOf: proof.asOf }],
  };
}

/** Whether a cached row belongs to a run, rather than lying loose in a gap. */
export function belongs(run: Run, key: Key): boolean {
  if (key.at > run.top.at || key.at < run.bottom.at) return false;
  if (key.at === run.top.at) return run.top.ids.includes(key.id) || (key.at === run.bottom.at && run.bottom.ids.includes(key.id));
  return key.at === run.bottom.at ? run.bottom.ids.includes(key.id) : true;
}

/**
 * Whether the host, answering with this proof, would have sent a cached row if it still had it.
 * A row that was seen after the answer was asked for may simply be newer than the answer.
 */
export function decides(proof: Proof, { at, seenAt }: Sighting): boolean {
  if (seenAt > proof.asOf) return false;
  const first = proof.keys[0];
  const last = proof.keys.at(-1);
  if (!first || !last) return proof.openTop && proof.openBottom;
  const belowTop = proof.openTop || at < first.at;
  const aboveBottom = proof.openBottom || at > last.at;
  return belowTop && aboveBottom;
}

const sharesRow = (a: Edge, b: Edge): boolean => a.at === b.at && a.ids.some((id) => b.ids.includes(id));

/** Two runs join when their times overlap, or when they share a row at a time where one of them ends. */
export function touches(a: Run, b: Run): boolean {
  if (a.top.at > b.bottom.at && a.bottom.at < b.top.at) return true;
  return [a.top, a.bottom].some((edge) => sharesRow(edge, b.top) || sharesRow(edge, b.bottom));
}

const union = (a: readonly string[], b: readonly string[]): readonly string[] => [...new Set([...a, ...b])];

function outerEdge(a: Edge, b: Edge, further: (x: number, y: number) => boolean): Edge {
  if (a.at === b.at) return { at: a.at, ids: union(a.ids, b.ids) };
  return further(a.at, b.at) ? a : b;
}

/**
 * Joins small neighbours of about one age, as of the earlier time. What was just verified has no age yet
 * and stays apart, so that verifying it shows.
 */
function coalesce(pieces: readonly Piece[], tolerance: number): Piece[] {
  const now = Math.max(...pieces.map((piece) => piece.asOf));
  const merged: Piece[] = [];
  for (const piece of pieces) {
    const above = merged.at(-1);
    const youngest = above ? now - Math.max(above.asOf, piece.asOf) : 0;
    if (above && above.rows + piece.rows <= maxPieceRows && Math.abs(above.asOf - piece.asOf) <= tolerance * youngest) {
      merged[merged.length - 1] = { from: above.from, to: piece.to, rows: above.rows + piece.rows, asOf: Math.min(above.asOf, piece.asOf) };
    } else merged.push(piece);
  }
  return merged;
}

/** The times that a proof speaks for: from its first row's to its last row's, or further where it is open. */
export function spanOf(proof: Proof): { from: number; to: number } {
  return {
    from: proof.openTop ? Number.POSITIVE_INFINITY : (proof.keys[0]?.at ?? Number.NEGATIVE_INFINITY),
    to: proof.openBottom ? Number.NEGATIVE_INFINITY : (proof.keys.at(-1)?.at ?? Number.POSITIVE_INFINITY),
  };
}

/**
 * The stretch above a page that lands inside one piece, and the run that it belongs to: another one may
 * begin or end at the same time. How many rows it holds follows from nothing that the coverage knows, so
 * whoever applies the proof counts them.
 */
export function stretchToCount(coverage: Coverage, proof: Proof): { run: Run; from: number; to: number } | undefined {
  const { from, to } = spanOf(proof);
  for (const run of coverage) {
    const piece = run.pieces.find((one) => one.from > from && one.to < to);
    if (piece) return { run, from: piece.from, to: from + 1 };
  }
  return undefined;
}

/** What is left of a run's pieces outside [to, from], with the rows inside taken off. */
function piecesOutside(run: Run, from: number, to: number, before: readonly Sighting[], rowsAbove: number): Piece[] {
  const own = before.filter((key) => belongs(run, key));
  return run.pieces.flatMap((piece) => {
    if (piece.to > from || piece.from < to) return [piece];
    const left = piece.rows - own.filter(isWithin(piece)).length;
    const above = piece.from > from ? { ...piece, to: from + 1 } : undefined;
    const below = piece.to < to ? { ...piece, from: to - 1 } : undefined;
    if (above && below)
      return [
        { ...above, rows: rowsAbove },
        { ...below, rows: left - rowsAbove },
      ];
    if (above) return [{ ...above, rows: left }];
    return below ? [{ ...below, rows: left }] : [];
  });
}

/** Whether a head or last page leaves nothing of a run that it doesn't join: the host no longer has such rows. */
function isBeyond(run: Run, own: Run): boolean {
  return (own.headAsOf !== undefined && run.bottom.at >= own.top.at) || (own.endAsOf !== undefined && run.top.at <= own.bottom.at);
}

const holdsTime = (run: Run, at: number): boolean => at <= run.top.at && at >= run.bottom.at;

/**
 * A page's piece. The page may have cut through the rows of its outermost times, so where a joined run
 * knows those times they stay as old as they were. `beside`: rows there, or newer than the answer, that
 * the page doesn't hold.
 */
function piecesInside(piece: Piece, proof: Proof, beside: readonly Sighting[], runs: readonly Run[]): Piece[] {
  const count = (keys: readonly Key[], from: number, to: number): number => keys.filter(isWithin({ from, to })).length;
  const rows = (from: number, to: number): number => count(proof.keys, from, to) + count(beside, from, to);
  const cut = (at: number): boolean => !decides(proof, { at, id: "", seenAt: proof.asOf }) && runs.some((run) => holdsTime(run, at));
  const edge = (at: number): Piece => {
    const known = runs.flatMap((run) => run.pieces.filter((one) => at <= one.from && at >= one.to).map((one) => one.asOf));
    // A row that lay loose in the gap is as old as it was last seen, until a page that could hold it decides.
    const seen = beside.filter((row) => row.at === at).map((row) => row.seenAt);
    return { from: at, to: at, rows: rows(at, at), asOf: Math.min(piece.asOf, ...known, ...seen) };
  };
  const [top, bottom] = [cut(piece.from), cut(piece.to) && piece.to < piece.from];
  const from = top ? piece.from - 1 : piece.from;
  const to = bottom ? piece.to + 1 : piece.to;
  const inner = from >= to ? [{ from, to, rows: rows(from, to), asOf: piece.asOf }] : [];
  return [...(top ? [edge(piece.from)] : []), ...inner, ...(bottom ? [edge(piece.to)] : [])];
}

function join(runs: readonly Run[], own: Run, proof: Proof, before: readonly Sighting[], rowsAbove: number): Run {
  const { from, to } = spanOf(proof);
  const known = before.filter((key) => runs.some((run) => belongs(run, key)));
  const withKnown = (edge: Edge): Edge => ({ at: edge.at, ids: union(edge.ids, edgeAt(edge.at, known).ids) });
  let { top, bottom } = own;
  for (const run of runs) {
    if (own.headAsOf === undefined) top = outerEdge(top, run.top, (x, y) => x > y);
    if (own.endAsOf === undefined) bottom = outerEdge(bottom, run.bottom, (x, y) => x < y);
  }
  const headAsOf = own.headAsOf ?? runs.find((run) => run.top.at === top.at)?.headAsOf;
  const endAsOf = own.endAsOf ?? runs.find((run) => run.bottom.at === bottom.at)?.endAsOf;
  const edges: Run = { top: withKnown(top), bottom: withKnown(bottom), headAsOf, endAsOf, pieces: [] };
  const ids = new Set(proof.keys.map((key) => key.id));
  // At the page's outermost times the run may hold rows that the page did not reach: those times keep their age.
  const beside = before.filter((key) => !ids.has(key.id) && !decides(proof, key) && belongs(edges, key));
  const outside = runs.flatMap((run) => piecesOutside(run, from, to, before, rowsAbove));
  const inside = own.pieces.flatMap((piece) => piecesInside(piece, proof, beside, runs));
  return { ...edges, pieces: [...outside, ...inside].sort((x, y) => y.from - x.from) };
}

/**
 * The coverage after a page was applied.
 * `before`: the cached rows within `spanOf(proof)` before it was, whether they belong to a run or not.
 * Rows of that span for which `decides` is true and which the page doesn't hold must leave the cache in
 * the same transaction. `rowsAbove`: how many cached rows `stretchToCount` holds, where it names one.
 */
export function applyProof(coverage: Coverage, proof: Proof, before: readonly Sighting[], rowsAbove = 0): Coverage {
  const own = runOf(proof);
  if (!own) return proof.openTop && proof.openBottom ? [] : coverage;
  const joined = coverage.filter((run) => touches(run, own));
  const others = coverage.filter((run) => !joined.includes(run) && !isBeyond(run, own));
  const merged = join(joined, own, proof, before, rowsAbove);
  // A run of one single time that the joined ones now enclose has been counted with the page's own edge.
  const apart = others.filter((run) => !touches(run, merged));
  const runs = [...apart, merged].sort((a, b) => b.top.at - a.top.at || b.bottom.at - a.bottom.at);
  return runs.map((run, index) => ({
    ...run,
    headAsOf: index === 0 ? run.headAsOf : undefined,
    endAsOf: index === runs.length - 1 ? run.endAsOf : undefined,
    pieces: settle(run.pieces),
  }));
}

function settle(pieces: readonly Piece[]): Piece[] {
  const merged = coalesce(pieces, sameAge);
  return merged.length > maxPieces ? coalesce(merged, Number.POSITIVE_INFINITY) : merged;
}

/** How many rows some runs hold. */
export const coveredRows = (runs: Coverage): number => runs.flatMap(({ pieces }) => pieces).reduce((sum, { rows }) => sum + rows, 0);

/** The piece that holds a row, if any does. */
export function pieceOf(coverage: Coverage, key: Key): { run: Run; piece: Piece; index: number } | undefined {
  for (const run of coverage) {
    if (!belongs(run, key)) continue;
    const index = run.pieces.findIndex((one) => isWithin(one)(key));
    const piece = run.pieces[index];
    if (piece) return { run, piece, index };
  }
  return undefined;
}

/** The coverage after `change` rows at that place were cached (1) or removed (-1) outside any page. */
export function countRow(coverage: Coverage, key: Key, change: 1 | -1): Coverage {
  const found = pieceOf(coverage, key);
  if (!found) return coverage;
  const pieces = found.run.pieces.map((piece, i) => (i === found.index ? { ...piece, rows: piece.rows + change } : piece));
  return coverage.map((run) => (run === found.run ? { ...run, pieces } : run));
}

/** A row at one end of a run, whose stretch up to there is known as of `asOf`. */
function widen(run: Run, key: Key, end: "top" | "bottom", asOf: number): Run {
  const edge = run[end];
  if (edge.at === key.at) {
    const withRow = (one: Edge): Edge => (one.at === key.at ? { at: one.at, ids: [...one.ids, key.id] } : one);
    const [grown] = countRow([{ ...run, top: withRow(run.top), bottom: withRow(run.bottom) }], key, 1);
    return grown ?? run;
  }
  const beside = end === "top" ? run.pieces[0] : run.pieces.at(-1);
  const isSame = beside?.asOf === asOf && beside.rows < maxPieceRows;
  const piece: Piece =
    end === "top"
      ? { from: key.at, to: isSame ? beside.to : edge.at + 1, rows: (isSame ? beside.rows : 0) + 1, asOf }
      : { from: isSame ? beside.from : edge.at - 1, to: key.at, rows: (isSame ? beside.rows : 0) + 1, asOf };
  const others = !isSame ? run.pieces : end === "top" ? run.pieces.slice(1) : run.pieces.slice(0, -1);
  return { ...run, [end]: { at: key.at, ids: [key.id] }, pieces: end === "top" ? [piece, ...others] : [...others, piece] };
}

/**
 * The coverage after a row was cached that no run held. Inside a run it counts; above the newest and below the oldest
 * one it joins where the host was asked at `since` or later (device epoch ms) whether there is anything, since every row
 * that came there since then is told; elsewhere it lies loose.
 */
export function addRow(coverage: Coverage, key: Key, since: number): Coverage {
  if (pieceOf(coverage, key)) return countRow(coverage, key, 1);
  const isTold = (asOf: number | undefined): asOf is number => asOf !== undefined && asOf >= since;
  // At a time at which a run both begins and ends, a row may stand on either side of it.
  const isBeyond = (run: Run, end: "top" | "bottom", other: Edge, otherAsOf: number | undefined): boolean =>
    key.at !== run[end].at || other.at !== key.at || isTold(otherAsOf);
  const [first] = coverage;
  const last = coverage.at(-1);
  if (first && isTold(first.headAsOf) && key.at >= first.top.at && isBeyond(first, "top", first.bottom, first.endAsOf))
    return [widen(first, key, "top", first.headAsOf), ...coverage.slice(1)];
  if (last && isTold(last.endAsOf) && key.at <= last.bottom.at && isBeyond(last, "bottom", last.top, last.headAsOf))
    return [...coverage.slice(0, -1), widen(last, key, "bottom", last.endAsOf)];
  return coverage;
}

/**
 * The coverage after the stream told a row that lies loose at the very time at which a run ends: it may stand on either
 * side of that end, so the piece there is no longer kept up since `since` (device epoch ms) until it is fetched again.
 */
export function ageEnds(coverage: Coverage, { at, seenAt }: Sighting, since: number): Coverage {
  const aged = (piece: Piece): Piece =>
    at <= piece.from && at >= piece.to && piece.asOf < seenAt ? { ...piece, asOf: Math.min(piece.asOf, since - 1) } : piece;
  return coverage.map((run) => (run.top.at === at || run.bottom.at === at ? { ...run, pieces: run.pieces.map(aged) } : run));
}

/** A stretch of time (epoch ms), `from` ≥ `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Whether a row's time is in a stretch. */
export const isWithin =
  ({ from, to }: Stretch) =>
  ({ at }: Key) =>
    at <= from && at >= to;

/** The stretches of time of which a coverage doesn't say that every row is there, newest first. */
export function uncovered(coverage: Coverage): Stretch[] {
  const ends = [Number.POSITIVE_INFINITY, ...coverage.map((run) => run.bottom.at)];
  const starts = [...coverage.map((run) => run.top.at), Number.NEGATIVE_INFINITY];
  const isOpen = (index: number): boolean =>
    index === 0 ? coverage[0]?.headAsOf === undefined : index < coverage.length || coverage.at(-1)?.endAsOf === undefined;
  return ends.map((from, index) => ({ from, to: starts[index] ?? from })).filter((_, index) => isOpen(index));
}
