import * as v from "valibot";
import { afterAll, expect, test } from "vitest";
import { instant } from "../../src/contract/scalars.ts";

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
    expect(v.is(instant, "10:00")).toBe(false);
  },
);
