import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fold } from "../../src/app/screens/transactions/chart/fold.ts";
import { timeFormats } from "../../src/app/format/times.ts";
import { dayAt, endOfDay, startOfDay } from "../../src/contract/zones.ts";
import { predicateOf, searchable } from "../../src/db/transactions/transaction-predicate.ts";
import { tallyHours } from "../../src/db/transactions/transaction-tally.ts";
import { toRow } from "../../src/db/transactions/transactions.ts";

const zones = [...Intl.supportedValuesOf("timeZone"), "UTC"];
const days = new Map<string, Intl.DateTimeFormat>();

/** A moment's day by the engine's calendar. */
function dayOf(at: number, timeZone: string): string {
  const format = days.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
  days.set(timeZone, format);
  return format.format(at);
}

const runs = Number(process.env["ZONE_RUNS"] ?? 300);
const zone = fc.constantFrom(...zones);
// From the 1980s on, all offsets are multiples of 15 minutes.
const moment = fc.integer({ min: Date.UTC(1985, 0, 1), max: Date.UTC(2037, 0, 1) });

test("[DASH-7, FIND-9] in any zone a day begins with its first moment, daylight saving included", () => {
  fc.assert(
    fc.property(moment, zone, (at, timeZone) => {
      const day = dayOf(at, timeZone);
      const start = startOfDay(day, timeZone);
      expect([dayOf(start, timeZone), dayOf(start - 1, timeZone) < day]).toEqual([day, true]);
      const end = endOfDay(day, timeZone);
      expect([dayOf(end - 1, timeZone), dayOf(end, timeZone) > day]).toEqual([day, true]);
      expect(dayAt(at, timeZone)).toBe(day);
    }),
    { seed: 9, numRuns: runs },
  );
});

test.each([
  ["Africa/Lagos", "0001-01-01"],
  ["America/New_York", "0000-12-31"],
])("[FIND-9] a time that stands for none (0001-01-01) stays in its year in %s", (zoneName, day) => {
  expect(dayAt(Date.parse("0001-01-01T00:00:00Z"), zoneName)).toBe(day);
});

test.each([
  // Daylight saving begins at midnight, which is skipped.
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00.000Z"],
  ["Africa/Cairo", "2026-04-24", "2026-04-23T22:00:00.000Z"],
  // It ends at midnight, which comes twice.
  ["America/Havana", "2026-11-01", "2026-11-01T04:00:00.000Z"],
  ["Asia/Kolkata", "2026-05-01", "2026-04-30T18:30:00.000Z"],
  // The day before was skipped.
  ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00:00.000Z"],
])("[FIND-9] in %s %s begins at %s", (timeZone, day, begins) => {
  expect(new Date(startOfDay(day, timeZone)).toISOString()).toBe(begins);
});

test("[DASH-10, FIND-9] a filter's days let through what is of those days in any zone, and nothing else", () => {
  fc.assert(
    fc.property(moment, fc.integer({ min: -3, max: 3 }), fc.integer({ min: 0, max: 86_399_999 }), zone, (at, offset, ms, timeZone) => {
      const day = dayOf(at, timeZone);
      const near = at + offset * 86_400_000 + ms;
      const row = searchable(toRow({ id: "a", createdAt: new Date(near).toISOString() }, near));
      const isLet = predicateOf({ dateFrom: day, dateTo: day }, () => undefined, timeZone)(row);
      expect(isLet).toBe(dayOf(near, timeZone) === day);
    }),
    { seed: 10, numRuns: runs },
  );
});

test("[SET-1, FIND-9] in any zone a moment reads as the browser writes it", () => {
  const written = (timeZone: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", ...options });
  fc.assert(
    fc.property(moment, zone, (at, timeZone) => {
      const own = timeFormats("en-US", timeZone);
      const clock = { hour: "2-digit", minute: "2-digit" } as const;
      const day = { month: "short", day: "numeric" } as const;
      expect([own.clock(at), own.date(at), own.minute(at, at), own.minute(at, at + 3 * 86_400_000), own.minute(at, at + 3e10)]).toEqual([
        written(timeZone, { ...clock, second: "2-digit" }).format(at),
        written(timeZone, { dateStyle: "medium" }).format(at),
        written(timeZone, clock).format(at),
        written(timeZone, { ...clock, ...day }).format(at),
        `${written(timeZone, { dateStyle: "medium" }).format(at)}, ${written(timeZone, clock).format(at)}`,
      ]);
    }),
    { seed: 11, numRuns: runs },
  );
});

test("[DASH-13, FIND-9] the chart counts a transaction on its day where the clocks are half an hour off", () => {
  const timeZone = "Asia/Kolkata";
  const moments = ["2026-05-01T18:29:59Z", "2026-05-01T18:30:00Z", "2026-05-03T01:00:00Z"].map((text) => Date.parse(text));
  const rows = moments.map((at, id) => searchable(toRow({ id: `${id}`, createdAt: new Date(at).toISOString() }, at)));
  const counted = fold(tallyHours(rows, timeZone), undefined, "day", timeZone, []);
  expect(counted.map(({ local, total }) => [new Date(local).toISOString().slice(0, 10), total])).toEqual([
    ["2026-05-01", 1],
    ["2026-05-02", 1],
    ["2026-05-03", 1],
  ]);
});
