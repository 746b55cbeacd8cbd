import * as fc from "fast-check";
import { expect, test, vi } from "vitest";
import { predicateOf } from "../../src/db/transactions/transaction-predicate.ts";
import { userPredicate } from "../../src/db/people/users-query.ts";
import { endOfDay, hostDays, momentsOf, offsetAt, startOfDay } from "../../src/contract/zones.ts";

const ny = "America/New_York";
const la = "America/Los_Angeles";
const iso = (at: number): string => new Date(at).toISOString();
const hours = (day: string, zone: string): number => (endOfDay(day, zone) - startOfDay(day, zone)) / 3_600_000;

test.each([
  ["2026-01-15", "UTC", "2026-01-15T00:00:00.000Z"],
  ["2026-01-15", ny, "2026-01-15T05:00:00.000Z"],
  ["2026-07-15", ny, "2026-07-15T04:00:00.000Z"],
  ["2026-01-15", la, "2026-01-15T08:00:00.000Z"],
  ["2026-07-15", la, "2026-07-15T07:00:00.000Z"],
  // The day of a clock change begins with the previous day's offset.
  ["2026-03-08", ny, "2026-03-08T05:00:00.000Z"],
  ["2026-03-09", ny, "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", la, "2026-11-01T07:00:00.000Z"],
  ["2026-11-02", la, "2026-11-02T08:00:00.000Z"],
  ["2024-03-31", "Africa/Lagos", "2024-03-30T23:00:00.000Z"],
])("[SET-1] %s begins in %s at %s", (day, zone, begins) => {
  expect(iso(startOfDay(day, zone))).toBe(begins);
});

test("[SET-1] a day has 23 hours where the clocks go forward, and 25 where they go back", () => {
  expect([hours("2026-03-08", ny), hours("2026-03-09", ny), hours("2026-11-01", ny), hours("2026-11-01", "UTC")]).toEqual([23, 24, 25, 24]);
  expect([hours("2026-03-08", la), hours("2026-11-01", la)]).toEqual([23, 25]);
});

test("[DASH-7] a host that counts in UTC is asked for every day that the zone's days touch", () => {
  const days = { dateFrom: "2026-11-20", dateTo: "2026-11-20" };
  expect(hostDays(days, "UTC")).toEqual(days);
  expect(hostDays(days, ny)).toEqual({ dateFrom: "2026-11-20", dateTo: "2026-11-21" });
  expect(hostDays({ ...days, currency: "BTC" }, la)).toEqual({ dateFrom: "2026-11-20", dateTo: "2026-11-21", currency: "BTC" });
  expect(hostDays({ dateFrom: "2026-11-20" }, "Africa/Lagos")).toEqual({ dateFrom: "2026-11-19" });
  expect(hostDays({}, ny)).toEqual({});
});

test("[DASH-7] nothing inside the zone's days is missed by what the host is asked for", () => {
  const day = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2027, 0, 1) }).map((at) => iso(at).slice(0, 10));
  fc.assert(
    fc.property(day, day, fc.constantFrom(ny, la, "UTC"), fc.double({ min: 0, max: 1, noNaN: true }), (a, b, zone, share) => {
      const [dateFrom, dateTo] = a < b ? [a, b] : [b, a];
      const { from, before } = momentsOf({ dateFrom, dateTo }, zone);
      const at = Math.min(before - 1, Math.floor(from + share * (before - from)));
      const asked = momentsOf(hostDays({ dateFrom, dateTo }, zone));
      expect(at >= asked.from && at < asked.before).toBe(true);
    }),
    { seed: 7, numRuns: 500 },
  );
});

test("[DASH-10] cached transactions and users are filtered by days of the chosen zone", () => {
  const row = (at: string) => ({
    id: at,
    at: Date.parse(at),
    text: "",
    type: "",
    status: "",
    currency: "",
    amount: undefined,
    magnitude: Number.NaN,
    userId: undefined,
    username: "",
    bank: "",
    reference: undefined,
    seenAt: 0,
    account: undefined,
    parties: [],
  });
  const day = { dateFrom: "2026-11-20", dateTo: "2026-11-20" };
  const moments = ["2026-11-20T04:59:59.999Z", "2026-11-20T05:00:00Z", "2026-11-21T04:59:59Z", "2026-11-21T05:00:00Z"];
  const inEst = predicateOf(day, () => undefined, ny);
  expect(moments.map((at) => inEst(row(at)))).toEqual([false, true, true, false]);
  const inUtc = predicateOf(day, () => undefined);
  expect(moments.map((at) => inUtc(row(at)))).toEqual([true, true, false, false]);
  const user = (createdAt: string) => ({
    id: createdAt,
    createdAt,
    username: undefined,
    name: undefined,
    email: undefined,
    phonenumber: undefined,
    kycLevel: undefined,
    kycStatus: undefined,
    emailVerified: undefined,
    bvnVerified: undefined,
    chatbotVerified: undefined,
  });
  const users = userPredicate({ ...day, timeZone: ny });
  expect(moments.map((at) => users(user(at)))).toEqual([false, true, true, false]);
});

test("[HOST-1] a zone in another spelling takes no further clock", () => {
  const { DateTimeFormat } = Intl;
  const made = vi.spyOn(Intl, "DateTimeFormat").mockImplementation(function (...asked) {
    return new DateTimeFormat(...asked);
  });
  expect(offsetAt(0, "Africa/Maputo")).toBe(7_200_000);
  expect(offsetAt(0, "aFRICA/mAPUTO")).toBe(7_200_000);
  expect(made).toHaveBeenCalledTimes(1);
  made.mockRestore();
});
