import { expect, test } from "vitest";
import { slipNews } from "../../src/app/frame/background/slip-news.ts";

const open = (toDecide: number | undefined, newest: number, own: readonly string[] = []) => ({ toDecide, newest, own });
const nothing = { toDecide: undefined, gone: [] };

test("[APPR-4] a slip that comes is told with the number to decide, also while another one is decided", () => {
  expect(slipNews(open(1, 100), open(2, 200))).toEqual({ toDecide: 2, gone: [] });
  expect(slipNews(open(2, 200), open(2, 300))).toEqual({ toDecide: 2, gone: [] });
  expect(slipNews(open(0, 0), open(1, 100))).toEqual({ toDecide: 1, gone: [] });
});

test("[APPR-4] nothing is told of what was there already, of one that was decided, or before the host first said it", () => {
  expect(slipNews(undefined, open(2, 200))).toEqual(nothing);
  expect(slipNews(open(undefined, 0), open(2, 200))).toEqual(nothing);
  expect(slipNews(open(2, 200), open(2, 200))).toEqual(nothing);
  expect(slipNews(open(2, 200), open(1, 100))).toEqual(nothing);
});

test("[APPR-4] an own slip that is open no longer is told of, once", () => {
  expect(slipNews(open(0, 0, ["a", "b"]), open(0, 0, ["b"]))).toEqual({ toDecide: undefined, gone: ["a"] });
  expect(slipNews(open(0, 0, ["b"]), open(0, 0, ["b"]))).toEqual(nothing);
});
