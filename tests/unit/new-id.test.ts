import { afterEach, expect, test, vi } from "vitest";
import { newId } from "../../src/db/store/new-id.ts";

afterEach(() => vi.unstubAllGlobals());

test("[FUND-6] an attempt has an id of its own, also where the browser makes none, as by plain http", () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(newId()).toMatch(uuid);
  const own = globalThis.crypto;
  vi.stubGlobal("crypto", { getRandomValues: own.getRandomValues.bind(own) });
  expect(newId()).toMatch(uuid);
  expect(newId()).not.toBe(newId());
});
