import type { Key } from "./order.ts";

/** A cached row's key and when the host was last seen to have it (device epoch ms). */
export interface Sighting extends Key {
  readonly seenAt: number;
}

/**
 * The rows at one end of a run with its outermost time. Hosts order ties arbitrarily, so only these ids are known to belong; more
 * rows of that time may lie beyond the page's edge.
 */
export interface Edge {
  readonly at: number;
  readonly ids: readonly string[];
}

/** A stretch of a run, cut between two different times: `from` ≥ `to`, both inclusive. */
export interface Piece {
  readonly from: number;
  readonly to: number;
  /** Number of cached rows in it. */
  readonly rows: number;
  /** When no row of the host was missing in it (device epoch ms). */
  readonly asOf: number;
}

/**
 * A run of rows without gaps. Strictly between its edges' times, every row of the host is cached, as of each piece's time; at an
 * edge's own time, the edge's ids are.
 */
export interface Run {
  readonly top: Edge;
  readonly bottom: Edge;
  /** When nothing on the host was newer (device epoch ms). Only the topmost run has one. */
  readonly headAsOf: number | undefined;
  /** When nothing on the host was older (device epoch ms). Only the lowest run has one. */
  readonly endAsOf: number | undefined;
  /** With `endAsOf`: the host has put away what is older than this (host epoch ms). */
  readonly pastEnds?: number | undefined;
  readonly pieces: readonly Piece[];
}

/** The runs of a feed, newest first, separated by gaps. */
export type Coverage = readonly Run[];

/** What a fetched page proves: its rows were adjacent on the host when it answered. */
export interface Proof {
  /** In the host's order: times non-increasing, ids unique. */
  readonly keys: readonly Key[];
  readonly openTop: boolean;
  readonly openBottom: boolean;
  /** Of a last page: the host has put away what is older than this (host epoch ms). */
  readonly pastEnds?: number | undefined;
  /** When the page was requested (device epoch ms). */
  readonly asOf: number;
}

const maxPieceRows = 256;
/** Adjacent pieces merge if their ages differ by at most this fraction of the younger one's. */
const sameAge = 0.25;
const maxPieces = 2048;

const edgeAt = (at: number, keys: readonly Key[]): Edge => ({ at, ids: keys.filter((key) => key.at === at).map((key) => key.id) });

/** The run formed by a proof alone; undefined for a page without rows. */
export function runOf(proof: Proof): Run | undefined {
  const first = proof.keys[0];
  const last = proof.keys.at(-1);
  if (!first || !last) return undefined;
  return {
    top: edgeAt(first.at, proof.keys),
    bottom: edgeAt(last.at, proof.keys),
    headAsOf: proof.openTop ? proof.asOf : undefined,
    endAsOf: proof.openBottom ? proof.asOf : undefined,
    pastEnds: proof.openBottom ? proof.pastEnds : undefined,
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
 * Whether the host's answer would have included a cached row if it still existed. A row seen after the request may simply be newer.
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

/** Ids of the cached rows that the host's answer would have included if they still existed, and lacks. */
export function lackedBy(proof: Proof, rows: readonly Sighting[]): string[] {
  const ids = new Set(proof.keys.map((key) => key.id));
  return rows.filter((row) => decides(proof, row) && !ids.has(row.id)).map((row) => row.id);
}

const sharesRow = (a: Edge, b: Edge): boolean => a.at === b.at && a.ids.some((id) => b.ids.includes(id));

/** Runs join when their times overlap, or when they share a row at an end time of either. */
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
 * Merges small adjacent pieces of similar age, keeping the earlier time. A piece just verified has age zero and stays separate, so
 * its refresh shows.
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

/** The time span a proof covers: from its first row to its last, or unbounded where it is open. */
export function spanOf(proof: Proof): { from: number; to: number } {
  return {
    from: proof.openTop ? Number.POSITIVE_INFINITY : (proof.keys[0]?.at ?? Number.NEGATIVE_INFINITY),
    to: proof.openBottom ? Number.NEGATIVE_INFINITY : (proof.keys.at(-1)?.at ?? Number.POSITIVE_INFINITY),
  };
}

/**
 * The part of a piece above a page that lands inside it, and its run (another run may begin or end at the same time). The coverage
 * can't tell how many rows it holds, so the caller counts them.
 */
export function stretchToCount(coverage: Coverage, proof: Proof): { run: Run; from: number; to: number } | undefined {
  const { from, to } = spanOf(proof);
  for (const run of coverage) {
    const piece = run.pieces.find((one) => one.from > from && one.to < to);
    if (piece) return { run, from: piece.from, to: from + 1 };
  }
  return undefined;
}

/** A run's pieces outside [to, from], minus the rows inside. */
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

/** Whether a head or last page rules out a run that it doesn't join: the host no longer has those rows. */
function isBeyond(run: Run, own: Run): boolean {
  return (own.headAsOf !== undefined && run.bottom.at >= own.top.at) || (own.endAsOf !== undefined && run.top.at <= own.bottom.at);
}

const holdsTime = (run: Run, at: number): boolean => at <= run.top.at && at >= run.bottom.at;

/**
 * A page's piece. The page may have cut through rows of its outermost times, so if a joined run knows those times, they keep their
 * age. `beside`: rows there, or newer than the answer, that the page lacks.
 */
function piecesInside(piece: Piece, proof: Proof, beside: readonly Sighting[], runs: readonly Run[]): Piece[] {
  const count = (keys: readonly Key[], from: number, to: number): number => keys.filter(isWithin({ from, to })).length;
  const rows = (from: number, to: number): number => count(proof.keys, from, to) + count(beside, from, to);
  const cut = (at: number): boolean => !decides(proof, { at, id: "", seenAt: proof.asOf }) && runs.some((run) => holdsTime(run, at));
  const edge = (at: number): Piece => {
    const known = runs.flatMap((run) => run.pieces.filter((one) => at <= one.from && at >= one.to).map((one) => one.asOf));
    // A row that was loose in the gap keeps its age until a page that could include it decides.
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
  const { endAsOf, pastEnds } = own.endAsOf === undefined ? (runs.find((run) => run.bottom.at === bottom.at) ?? own) : own;
  const edges: Run = { top: withKnown(top), bottom: withKnown(bottom), headAsOf, endAsOf, pastEnds, pieces: [] };
  const ids = new Set(proof.keys.map((key) => key.id));
  // At the page's outermost times, the run may have rows beyond the page; those times keep their age.
  const beside = before.filter((key) => !ids.has(key.id) && !decides(proof, key) && belongs(edges, key));
  const outside = runs.flatMap((run) => piecesOutside(run, from, to, before, rowsAbove));
  const inside = own.pieces.flatMap((piece) => piecesInside(piece, proof, beside, runs));
  return { ...edges, pieces: [...outside, ...inside].sort((x, y) => y.from - x.from) };
}

/**
 * The coverage after applying a page. `before`: all cached rows within `spanOf(proof)` before the page, in runs or not. Rows of
 * that span for which `decides` is true and which the page lacks must be removed in the same transaction. `rowsAbove`: number of
 * cached rows in `stretchToCount`, if it returns one.
 */
export function applyProof(coverage: Coverage, proof: Proof, before: readonly Sighting[], rowsAbove: number): Coverage {
  const own = runOf(proof);
  if (!own) return proof.openTop && proof.openBottom ? [] : coverage;
  const joined = coverage.filter((run) => touches(run, own));
  const others = coverage.filter((run) => !joined.includes(run) && !isBeyond(run, own));
  const merged = join(joined, own, proof, before, rowsAbove);
  // A single-time run now enclosed by the joined ones was already counted at the page's edge.
  const apart = others.filter((run) => !touches(run, merged));
  const runs = [...apart, merged].sort((a, b) => b.top.at - a.top.at || b.bottom.at - a.bottom.at);
  return runs.map((run, index) => ({
    ...run,
    headAsOf: index === 0 ? run.headAsOf : undefined,
    endAsOf: index === runs.length - 1 ? run.endAsOf : undefined,
    pastEnds: index === runs.length - 1 ? run.pastEnds : undefined,
    pieces: settle(run.pieces),
  }));
}

function settle(pieces: readonly Piece[]): Piece[] {
  const merged = coalesce(pieces, sameAge);
  return merged.length > maxPieces ? coalesce(merged, Number.POSITIVE_INFINITY) : merged;
}

/** Number of rows in runs. */
export const coveredRows = (runs: Coverage): number => runs.flatMap(({ pieces }) => pieces).reduce((sum, { rows }) => sum + rows, 0);

/** The piece that contains a row, if any. */
export function pieceOf(coverage: Coverage, key: Key): { run: Run; piece: Piece; index: number } | undefined {
  for (const run of coverage) {
    if (!belongs(run, key)) continue;
    const index = run.pieces.findIndex((one) => isWithin(one)(key));
    const piece = run.pieces[index];
    if (piece) return { run, piece, index };
  }
  return undefined;
}

/** The coverage after a row at that place was cached (1) or removed (-1) outside any page. */
export function countRow(coverage: Coverage, key: Key, change: 1 | -1): Coverage {
  const found = pieceOf(coverage, key);
  if (!found) return coverage;
  const pieces = found.run.pieces.map((piece, i) => (i === found.index ? { ...piece, rows: piece.rows + change } : piece));
  return coverage.map((run) => (run === found.run ? { ...run, pieces } : run));
}

/** Extends one end of a run to a row, with that stretch known as of `asOf`. */
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
 * The coverage after caching a row outside any run. Inside a run it is counted. Above the newest or below the oldest run it joins,
 * if the host was asked for that end at or after `since` (device epoch ms): the stream reports every later row there. Otherwise it
 * stays loose.
 */
export function addRow(coverage: Coverage, key: Key, since: number): Coverage {
  if (pieceOf(coverage, key)) return countRow(coverage, key, 1);
  const isTold = (asOf: number | undefined): asOf is number => asOf !== undefined && asOf >= since;
  // At a time where a run both begins and ends, a row may be on either side.
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
 * The coverage after the stream reported a loose row at a run's end time: it may be on either side of that end, so the piece there
 * no longer counts as kept up since `since` (device epoch ms) until it is refetched.
 */
export function ageEnds(coverage: Coverage, { at, seenAt }: Sighting, since: number): Coverage {
  const aged = (piece: Piece): Piece =>
    at <= piece.from && at >= piece.to && piece.asOf < seenAt ? { ...piece, asOf: Math.min(piece.asOf, since - 1) } : piece;
  return coverage.map((run) => (run.top.at === at || run.bottom.at === at ? { ...run, pieces: run.pieces.map(aged) } : run));
}

/** A stretch of time (epoch ms); `from` ≥ `to`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Whether a row's time is within a stretch. */
export const isWithin =
  ({ from, to }: Stretch) =>
  ({ at }: Key) =>
    at <= from && at >= to;

/** Stretches of time not fully covered, newest first. */
export function uncovered(coverage: Coverage): Stretch[] {
  const ends = [Number.POSITIVE_INFINITY, ...coverage.map((run) => run.bottom.at)];
  const starts = [...coverage.map((run) => run.top.at), Number.NEGATIVE_INFINITY];
  const isOpen = (index: number): boolean =>
    index === 0 ? coverage[0]?.headAsOf === undefined : index < coverage.length || coverage.at(-1)?.endAsOf === undefined;
  return ends.map((from, index) => ({ from, to: starts[index] ?? from })).filter((_, index) => isOpen(index));
}

/** A stretch whose rows aren't all cached; `putAway`: since the host no longer lists them. */
export interface Lack extends Stretch {
  readonly putAway?: true;
}

/** What the cache lacks, newest first: stretches not fully covered, and what the host has put away. */
export function lacking(coverage: Coverage): Lack[] {
  const pastEnds = coverage.at(-1)?.pastEnds;
  const past: Lack[] = pastEnds === undefined ? [] : [{ from: pastEnds - 1, to: Number.NEGATIVE_INFINITY, putAway: true }];
  return [...uncovered(coverage), ...past];
}
