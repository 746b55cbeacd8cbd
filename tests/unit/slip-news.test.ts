import { expect, test } from "vitest";
import { seenOf, slipNews } from "../../src/app/frame/background/slip-news.ts";

/** Each snapshot has a count of its own, unless `countedAt` says otherwise. */
const open = (toDecide: number | undefined, newest: number, own: readonly string[] = [], countedAt = (counts += 1)) => ({
  toDecide,
  countedAt,
  newest,
  own,
});
let counts = 0;
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

test("[APPR-4, LIVE-4] a slip that comes before the count that includes it is told of once, with that count", () => {
  for (const known of [0, 1]) {
    const before = open(known, 50, ["a"], 1);
    const row = open(known, 100, [], 1);
    expect(slipNews(before, row)).toEqual({ toDecide: undefined, gone: ["a"] });
    const kept = seenOf(before, row);
    const counted = open(known + 1, 100, [], 2);
    expect(slipNews(kept, counted)).toEqual({ toDecide: known + 1, gone: [] });
    expect(slipNews(seenOf(kept, counted), open(known + 1, 100, [], 3))).toEqual(nothing);
  }
});

test("[APPR-4] a slip that may be decided only once its maker has signed is told of then", () => {
  expect(slipNews(open(0, 100), open(1, 100))).toEqual({ toDecide: 1, gone: [] });
});
