import { beforeEach, describe, expect, test } from "vitest";
import type { Coverage, Piece, Run } from "../../src/db/store/coverage.ts";
import { type Database, writeState } from "../../src/db/store/database.ts";
import { missingWithin, piecesWithin, readWithin } from "../../src/db/transactions/missing-within.ts";
import { emptyCache } from "../support/played-host.ts";

const piece = (from: number, to: number, asOf: number): Piece => ({ from, to, rows: 1, asOf });
const run = (pieces: readonly Piece[], ends: Partial<Pick<Run, "headAsOf" | "endAsOf" | "pastEnds">> = {}): Run => ({
  top: { at: pieces[0]?.from ?? 0, ids: [] },
  bottom: { at: pieces.at(-1)?.to ?? 0, ids: [] },
  headAsOf: undefined,
  endAsOf: undefined,
  pieces,
  ...ends,
});

describe("[SYNC-2] the pieces that speak for a stretch", () => {
  const pieces = [piece(90, 80, 1), piece(70, 60, 2), piece(50, 40, 3)];
  const within = (from: number, to: number): readonly number[] => piecesWithin(run(pieces), { from, to }).map(({ asOf }) => asOf);

  test("are those that it overlaps, their ends included", () => {
    expect(within(75, 45)).toEqual([2, 3]);
    expect(within(80, 70)).toEqual([1, 2]);
  });

  test("between two pieces, both", () => {
    expect(within(78, 72)).toEqual([1, 2]);
  });

  test("beyond them all, none", () => {
    expect([within(99, 95), within(39, 10)]).toEqual([[], []]);
  });
});

describe("[SYNC-2] what is missing within a stretch", () => {
  const stretch = { from: 75, to: 45 };

  test("is all of it where nothing is cached", () => {
    expect(missingWithin([], stretch, 0)).toEqual({ gaps: [stretch], asOf: undefined });
  });

  test("is nothing within one run, which is as old as its oldest piece there", () => {
    const covered: Coverage = [run([piece(90, 80, 9), piece(70, 60, 7), piece(50, 40, 8), piece(30, 20, 1)])];
    expect(missingWithin(covered, stretch, 0)).toEqual({ gaps: [], asOf: 7 });
  });

  test("is the space between two runs, cut to the stretch", () => {
    const covered: Coverage = [run([piece(90, 70, 9)]), run([piece(50, 40, 8)])];
    expect(missingWithin(covered, stretch, 0)).toEqual({ gaps: [{ from: 70, to: 50 }], asOf: 8 });
    expect(missingWithin(covered, { from: 60, to: 55 }, 0).gaps).toEqual([{ from: 60, to: 55 }]);
    expect(missingWithin(covered, { from: 70, to: 69 }, 0).gaps).toEqual([{ from: 70, to: 69 }]);
  });

  test("may be at the very time at which what is cached ends, or at which two runs meet", () => {
    expect(missingWithin([run([piece(90, 45, 9)])], stretch, 0).gaps).toEqual([{ from: 45, to: 45 }]);
    expect(missingWithin([run([piece(90, 45, 9)], { endAsOf: 9 })], stretch, 0).gaps).toEqual([]);
    expect(missingWithin([run([piece(90, 44, 9)])], stretch, 0).gaps).toEqual([]);
    expect(missingWithin([run([piece(90, 60, 9)]), run([piece(60, 40, 8)])], stretch, 0).gaps).toEqual([{ from: 60, to: 60 }]);
  });

  test("is what came after the head was fetched", () => {
    const covered: Coverage = [run([piece(60, 40, 65)], { headAsOf: 65 })];
    expect(missingWithin(covered, stretch, 0)).toEqual({ gaps: [{ from: 75, to: 65 }], asOf: 65 });
    expect(missingWithin([run([piece(60, 40, 75)], { headAsOf: 75 })], stretch, 0).gaps).toEqual([]);
  });

  test("is measured from the head by the host's clock, and said to be as old as the device knows", () => {
    const covered: Coverage = [run([piece(60, 40, 65)], { headAsOf: 65 })];
    expect(missingWithin(covered, stretch, 20)).toEqual({ gaps: [], asOf: 65 });
    expect(missingWithin(covered, stretch, -5)).toEqual({ gaps: [{ from: 75, to: 60 }], asOf: 65 });
    expect(missingWithin(covered, { from: 80, to: 70 }, 20)).toEqual({ gaps: [], asOf: 65 });
  });

  test("is what the host has put away", () => {
    const covered: Coverage = [run([piece(90, 60, 9)], { headAsOf: 99, endAsOf: 9, pastEnds: 58 })];
    expect(missingWithin(covered, stretch, 0).gaps).toEqual([{ from: 57, to: 45, putAway: true }]);
  });

  test("is nothing above the newest row or below the oldest, which the head and the end speak for", () => {
    const covered: Coverage = [run([piece(60, 50, 20)], { headAsOf: 80, endAsOf: 10 })];
    expect(missingWithin(covered, { from: 79, to: 70 }, 0)).toEqual({ gaps: [], asOf: 80 });
    expect(missingWithin(covered, { from: 40, to: 30 }, 0)).toEqual({ gaps: [], asOf: 10 });
    expect(missingWithin(covered, { from: 70, to: 40 }, 0)).toEqual({ gaps: [], asOf: 10 });
  });
});

describe("[SYNC-2] a stretch that is read in steps", () => {
  let db: Database;
  beforeEach(async () => {
    db = await emptyCache();
  });
  const stretch = { from: 75, to: 45 };
  const whole = (asOf: number): Coverage => [run([piece(90, 40, asOf)])];

  test("is missing what was missing before or after, and as old as the older of both", async () => {
    await writeState(db, "coverage", whole(5));
    const read = await readWithin(db, stretch, 0, async () => {
      await writeState(db, "coverage", whole(8));
      return "rows";
    });
    expect(read).toEqual({ value: "rows", gaps: [], asOf: 5 });
  });

  test("names a gap that opened or closed meanwhile", async () => {
    const change = (to: Coverage) => async (): Promise<void> => writeState(db, "coverage", to);
    await writeState(db, "coverage", whole(5));
    expect((await readWithin(db, stretch, 0, change([]))).gaps).toEqual([stretch]);
    expect(await readWithin(db, stretch, 0, change(whole(5)))).toMatchObject({ gaps: [stretch], asOf: undefined });
  });

  test("passes the database's error on", async () => {
    await expect(readWithin(db, stretch, 0, () => Promise.reject(new Error("closed")))).rejects.toThrow("closed");
  });
});
