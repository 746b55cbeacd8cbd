import { cleanup, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useNow } from "../../src/app/format/use-now.ts";

test("[FIND-9] a screen that shows ages is rendered once, though the clock goes on between two reads", () => {
  const start = Date.now() + 3_600_000;
  let reads = 0;
  vi.spyOn(Date, "now").mockImplementation(() => start + (reads += 1));
  const warned = vi.spyOn(console, "error").mockReturnValue();
  expect(renderHook(useNow).result.current).toBeGreaterThan(start);
  expect(warned).not.toHaveBeenCalled();
});

test("[FIND-9] a clock that was put back is followed at once", () => {
  cleanup();
  const back = Date.now() - 3_600_000;
  vi.spyOn(Date, "now").mockReturnValue(back);
  expect(renderHook(useNow).result.current).toBe(back);
});
