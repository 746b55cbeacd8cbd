import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../src/db/store/new-id.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("[FUND-6] an attempt has an id of its own, also where the browser makes none, as by plain http", () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(newId()).toMatch(uuid);
  const own = globalThis.crypto;
  vi.stubGlobal("crypto", { getRandomValues: own.getRandomValues.bind(own) });
  expect(newId()).toMatch(uuid);
  expect(newId()).not.toBe(newId());
});

test("[KEY-1] an id tells when it was made", () => {
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2026-11-20T12:00:00.123Z"));
  expect(Number.parseInt(newId().replaceAll("-", "").slice(0, 12), 16)).toBe(Date.parse("2026-11-20T12:00:00.123Z"));
});
