import Big from "big.js";
import * as v from "valibot";
import { canonical } from "../../contract/audit-chain.ts";
import { day } from "../../contract/scalars.ts";
import { sha256Hex } from "../../contract/sha256.ts";
import { isTimeZone } from "../../contract/zones.ts";
import { type Database, readState, writeState } from "../store/database.ts";
import type { ZonedDay } from "../transactions/day-totals.ts";

const text = v.string();
const many = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const sum = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/));
const instant = v.pipe(
  v.string(),
  v.check((at) => !Number.isNaN(Date.parse(at))),
);
const digest = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

const totalLine = v.object({
  type: text,
  status: text,
  currency: text,
  count: many,
  in: sum,
  out: sum,
  withoutAmount: many,
});

/** Money moved by admins, or requested to be: `checker` is the second admin, null if none was needed or none has decided. */
const moveLine = v.object({
  operation: text,
  admin: text,
  checker: v.nullable(text),
  /** Reason code; "" if none was given. */
  reason: text,
  currency: text,
  count: many,
  sum,
});
export type MoveLine = v.InferOutput<typeof moveLine>;

const unknownLine = v.object({
  /** The attempt's id. */
  id: text,
  at: instant,
  operation: text,
  by: text,
  target: text,
  amount: text,
  currency: text,
});
export type UnknownLine = v.InferOutput<typeof unknownLine>;

/** A closed day (CLOSE-2, docs/audit.md). Times are ISO 8601 UTC, sums unsigned decimal texts. */
const dailyClose = v.object({
  v: v.literal(1),
  kind: v.literal("daily close"),
  /** The host's address. */
  host: text,
  day,
  timeZone: v.pipe(text, v.check(isTimeZone)),
  /** The day's first moment, and the first one after it. */
  from: instant,
  before: instant,
  madeAt: instant,
  /** Email of the closing admin, else the name. */
  by: text,
  /** `asOf`: when the oldest part of the day was last seen. */
  transactions: v.object({ asOf: instant, lines: v.array(totalLine) }),
  /** `source` of direct moves: the host's log, or the closing device's journal. */
  moves: v.object({ source: v.picklist(["host", "device"]), lines: v.array(moveLine) }),
  /** Slips of the day and before that were still open; null if the host has none. */
  openSlips: v.nullable(v.array(moveLine)),
  /** This device's attempts up to the day's end with unknown outcome, or done with an amount that no one here knows. */
  unknown: v.array(unknownLine),
  /** The close it was compared with. */
  previous: v.nullable(v.object({ day, timeZone: text, digest })),
});
export type DailyClose = v.InferOutput<typeof dailyClose>;

/** The downloaded text, whose SHA-256 is the close's digest (RFC 8785). */
export const closeText = (close: DailyClose): string => canonical(close);

/** Parses a close; undefined if it is invalid or not in canonical form. */
export function parseClose(of: string): DailyClose | undefined {
  try {
    const parsed = v.safeParse(dailyClose, JSON.parse(of));
    return parsed.success && closeText(parsed.output) === of ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A close with the digest of its text. */
export interface DigestedClose {
  readonly close: DailyClose;
  readonly digest: string;
}

/** A single move. `amount`: unsigned decimal text. */
export interface Move extends Omit<MoveLine, "count" | "sum"> {
  readonly amount: string;
}

const moveKey = ({ operation, admin, checker, reason, currency }: Omit<MoveLine, "count" | "sum">): string =>
  JSON.stringify([operation, admin, checker, reason, currency]);

/** Sums moves by operation, admins, reason and currency, in this order. */
export function sumMoves(moves: readonly Move[]): MoveLine[] {
  const lines = new Map<string, MoveLine>();
  for (const { amount, ...move } of moves) {
    const key = moveKey(move);
    const { count, sum: before } = lines.get(key) ?? { count: 0, sum: "0" };
    lines.set(key, { ...move, count: count + 1, sum: new Big(before).plus(amount).toFixed() });
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

/** A line that differs between two closes; undefined where one lacks it. */
export interface Change<Line> {
  readonly before: Line | undefined;
  readonly after: Line | undefined;
}

function changesOf<Line>(before: readonly Line[], after: readonly Line[], keyOf: (line: Line) => string): Change<Line>[] {
  const [old, fresh] = [before, after].map((lines) => new Map(lines.map((line) => [keyOf(line), line])));
  const keys = [...new Set([...(old?.keys() ?? []), ...(fresh?.keys() ?? [])])].sort();
  return keys
    .map((key) => ({ before: old?.get(key), after: fresh?.get(key) }))
    .filter((change) => canonical(change.before) !== canonical(change.after));
}

/** Figures that two closes can't be compared by. */
export type Incomparable = "moves" | "openSlips" | "unknown";

export interface Changes {
  readonly transactions: readonly Change<DailyClose["transactions"]["lines"][number]>[];
  readonly moves: readonly Change<MoveLine>[];
  readonly openSlips: readonly Change<MoveLine>[];
  readonly unknown: readonly Change<UnknownLine>[];
  /** Left out of the comparison, though one of the closes has lines of it. */
  readonly skipped: readonly Incomparable[];
}

type Figures = Pick<DailyClose, "transactions" | "moves" | "openSlips" | "unknown">;

/**
 * Differences between two closes' figures. What the host didn't tell both of them is compared only if they are `ofOneJournal`:
 * a journal is one device's, since its sign-in.
 */
export function compareCloses(before: Figures, after: Figures, ofOneJournal: boolean): Changes {
  const { source } = before.moves;
  const comparable: Record<Incomparable, boolean> = {
    moves: source === after.moves.source && (source === "host" || ofOneJournal),
    openSlips: (before.openSlips === null) === (after.openSlips === null),
    unknown: ofOneJournal,
  };
  const linesOf = ({ moves, openSlips, unknown }: Figures) => ({ moves: moves.lines, openSlips: openSlips ?? [], unknown });
  const [old, fresh] = [linesOf(before), linesOf(after)];
  const moved = (of: "moves" | "openSlips") => (comparable[of] ? changesOf(old[of], fresh[of], moveKey) : []);
  return {
    transactions: changesOf(before.transactions.lines, after.transactions.lines, ({ type, currency, status }) =>
      JSON.stringify([type, currency, status]),
    ),
    moves: moved("moves"),
    openSlips: moved("openSlips"),
    // An attempt's time by the host's clock differs by each session's measure of that clock.
    unknown: (comparable.unknown ? changesOf(old.unknown, fresh.unknown, ({ id }) => id) : []).filter(
      (change) => canonical({ ...change.before, at: "" }) !== canonical({ ...change.after, at: "" }),
    ),
    skipped: (["moves", "openSlips", "unknown"] as const).filter((of) => !comparable[of] && old[of].length + fresh[of].length > 0),
  };
}

/** The close to compare a day with: the latest of the same day, else the latest of all. `closes`: latest first. */
export const closeBefore = (closes: readonly DigestedClose[], { day: of, timeZone }: ZonedDay): DigestedClose | undefined =>
  closes.find(({ close }) => close.day === of && close.timeZone === timeZone) ?? closes[0];

const keptAtMost = 60;

/** Closes made in this session's cache, latest first. Rejects with the database's error. */
export async function readCloses(db: Database): Promise<DigestedClose[]> {
  const kept = (await readState(db, "closes")) ?? [];
  return kept.flatMap(({ text: of, digest: its }) => {
    const close = parseClose(of);
    return close ? [{ close, digest: its }] : [];
  });
}

/** Stores a close in the session's cache. Rejects with the database's error. */
export async function keepClose(db: Database, close: DailyClose): Promise<DigestedClose> {
  const of = closeText(close);
  const kept = { text: of, digest: sha256Hex(of) };
  await db.transaction("rw", db.state, async () => {
    const before = (await readState(db, "closes")) ?? [];
    await writeState(db, "closes", [kept, ...before].slice(0, keptAtMost));
  });
  return { close, digest: kept.digest };
}
