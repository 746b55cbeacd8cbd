import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { slip } from "../../src/contract/approvals.ts";
import { auditEntry } from "../../src/contract/audit.ts";
import { count, flag, instant, maybe, successFlag, text } from "../../src/contract/scalars.ts";

const zone = process.env["TZ"];
afterAll(() => {
  process.env["TZ"] = zone;
});

test.each(["UTC", "Africa/Lagos", "America/New_York"])(
  "[SYNC-8] a device in %s reads the host's times alike: what names no zone is UTC",
  (deviceZone) => {
    process.env["TZ"] = deviceZone;
    const read = (text: string | number): string => v.parse(instant, text);
    for (const text of [
      "2026-03-01T10:00:00",
      "2026-03-01 10:00",
      "2026-03-01T10:00:00.000",
      "2026-03-01T11:00+01:00",
      "2026-03-01T05:00:00-05:00",
    ])
      expect(read(text)).toBe("2026-03-01T10:00:00.000Z");
    expect(read(Date.UTC(2026, 2, 1, 10))).toBe("2026-03-01T10:00:00.000Z");
    expect(read("2026-03-01")).toBe("2026-03-01T00:00:00.000Z");
    for (const text of [
      "2026-03-01 10:00:00 UTC",
      "2026-03-01 10:00:00+00",
      "2026-03-01T11:00:00.000000+0100",
      "Sun, 01 Mar 2026 10:00:00 GMT",
      String(Date.UTC(2026, 2, 1, 10)),
    ])
      expect(read(text)).toBe("2026-03-01T10:00:00.000Z");
    // PHP, Python, Go and Ruby count seconds.
    for (const seconds of [Date.UTC(2026, 2, 1, 10) / 1000, String(Date.UTC(2026, 2, 1, 10) / 1000), "1772359200.000"])
      expect(read(seconds)).toBe("2026-03-01T10:00:00.000Z");
    expect(read(1_772_359_200.5)).toBe("2026-03-01T10:00:00.500Z");
    expect(read(40)).toBe("1970-01-01T00:00:00.040Z");
    // Microseconds would be of the year 58133.
    expect(v.is(instant, Date.UTC(2026, 2, 1, 10) * 1000)).toBe(false);
    // Engines parse these differently, or as a day in the device's zone.
    for (const text of ["10:00", "01/03/2026", "2026-3-1", "March 1, 2026", "1 March", "2026-13-01", "", "null", "2026", "20260301"])
      expect(v.is(instant, text), text).toBe(false);
  },
);

test("[SYNC-8, APPR-7, AUD-3] a time in a digested text has to name its zone: every device would read another one", () => {
  for (const text of ["2026-03-01T10:00:00.000Z", "2026-03-01T10:00Z", "2026-03-01T11:00:00.123456+01:00"])
    for (const at of [auditEntry.entries.at, slip.entries.madeAt, slip.entries.expiresAt]) expect(v.is(at, text), text).toBe(true);
  for (const text of [
    "2026-03-01T10:00:00",
    "2026-03-01 10:00:00",
    "2026-03-01",
    "03/01/2026",
    "2026-13-01T10:00:00Z",
    "2026-03-01 10:00:00+00",
  ])
    for (const at of [auditEntry.entries.at, slip.entries.madeAt, slip.entries.expiresAt]) expect(v.is(at, text), text).toBe(false);
});

test("[SYNC-8] what a host may leave out may be null or blank, too; what is there must be right", () => {
  for (const nothing of [undefined, null, "", "  "]) {
    expect(v.parse(maybe(instant), nothing) ?? undefined).toBeUndefined();
    expect(v.parse(count, nothing)).toBeUndefined();
    expect(v.parse(flag, nothing)).toBeUndefined();
    expect(v.parse(text, nothing)).toBeUndefined();
  }
  expect(v.parse(v.object({ at: maybe(instant) }), {})).toEqual({});
  expect(v.is(maybe(instant), "yesterday")).toBe(false);
  expect(v.parse(count, " 7 ")).toBe(7);
  // Hosts that don't count say -1.
  expect(v.parse(count, -1)).toBeUndefined();
  expect([" ada ", 0, false].map((one) => v.parse(text, one))).toEqual([" ada ", "0", "false"]);
  expect([" TRUE", "yes", 1, "no", 0].map((one) => v.parse(flag, one))).toEqual([true, true, true, false, false]);
});

test("[SYNC-8, USER-1] a flag's word that is neither yes nor no isn't taken for no; of a success it is", () => {
  for (const word of ["verified", "2026-01-01T10:00:00Z", "active", 2]) {
    expect(v.parse(flag, word)).toBeUndefined();
    expect(v.parse(successFlag, word)).toBe(false);
  }
});
