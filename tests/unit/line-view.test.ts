import { expect, onTestFinished, test, vi } from "vitest";
import { LineSlots } from "../../src/app/ui/line-slots.ts";
import { LineView, tallest } from "../../src/app/ui/line-view.ts";

/** A scrolling area that clamps at its ends, as a browser does. */
function areaOf(lines: { count: number; height: number }, room: number) {
  let top = 0;
  return {
    clientHeight: room,
    scrollHeight: 36 + Math.min(lines.count * lines.height, tallest),
    get scrollTop() {
      return top;
    },
    set scrollTop(to: number) {
      top = Math.max(0, Math.min(to, this.scrollHeight - this.clientHeight));
    },
    contains: () => false,
  };
}

function viewOf(count: number, room = 600) {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.stubGlobal("document", { activeElement: null });
  vi.stubGlobal("getSelection", () => null);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const lines = { count, height: 40, before: 36 };
  const view = new LineView(lines);
  const area = areaOf(lines, room);
  view.attach(area as unknown as HTMLElement);
  const scrollTo = (top: number): void => {
    area.scrollTop = top;
    view.follow();
  };
  return { view, area, scrollTo };
}

test("[DASH-2, DASH-10] however fast it is scrolled, what is in sight is drawn, and what comes next is drawn ahead", () => {
  const { view, scrollTo } = viewOf(100_000);
  for (let at = 0; at < 2_000_000; at += 680) {
    const before = view.drawing.get();
    scrollTo(at);
    const { from, end } = view.sight;
    expect(view.drawing.get()).toMatchObject({
      from: expect.toSatisfy((first) => first <= from),
      end: expect.toSatisfy((last) => last >= end),
    });
    // At a steady pace it was drawn a step before it came into sight.
    if (at > 2 * 680) expect(before.end).toBeGreaterThanOrEqual(end);
  }
});

test("[DASH-10] in a list that is taller than a page can be, every line can be reached, by steps and by the bar", () => {
  const count = 1_000_000;
  const { view, area, scrollTo } = viewOf(count);
  expect(count * 40).toBeGreaterThan(tallest);
  scrollTo(area.scrollHeight);
  expect(view.sight.end).toBe(count);
  scrollTo(0);
  expect(view.sight.from).toBe(0);
  scrollTo((area.scrollHeight - area.clientHeight) / 2);
  expect(view.sight.from / count).toBeCloseTo(0.5, 2);

  // A step moves by as many lines, also after the scroll bar was corrected at rest.
  const { from } = view.sight;
  scrollTo(area.scrollTop + 400);
  expect(view.sight.from).toBe(from + 10);
  vi.runAllTimers();
  expect(view.sight.from).toBe(from + 10);

  // By steps alone to the very end, without skipping a line.
  view.moveTo((count - 500) * 40);
  for (let step = 0; step < 200 && view.sight.end < count; step += 1) {
    const { end } = view.sight;
    scrollTo(area.scrollTop + 400);
    expect(view.sight.from).toBeLessThanOrEqual(end);
    if (step % 7 === 0) vi.runAllTimers();
  }
  expect(view.sight.end).toBe(count);
});

test("[DASH-10] in such a list a fast scroll whose frames come late moves by as many lines as it scrolls; a drag by a pixel, and Home, leap", () => {
  const { view, area, scrollTo } = viewOf(1_000_000);
  view.moveTo(20_000_000);
  for (const step of [680, 680, 1360, 2720, 680]) {
    const { from } = view.sight;
    scrollTo(area.scrollTop + step);
    expect(view.sight.from).toBe(from + step / 40);
  }
  const farthest = area.scrollHeight - area.clientHeight;
  const bar = area.scrollTop / farthest + 1 / area.clientHeight;
  scrollTo(bar * farthest);
  expect(view.sight.from / 1_000_000).toBeCloseTo(bar, 4);
  view.moveTo(14_000);
  expect(area.scrollTop).toBeLessThan(farthest / area.clientHeight / 4);
  scrollTo(0);
  expect(view.sight.from).toBe(0);
});

test("[DASH-2] a line keeps its element, and only where nobody is inside does one go from line to line", () => {
  const slots = new LineSlots();
  const [a, b, c] = slots.take(["a", "b", "c"], false);
  const moved = slots.take(["b", "c", "d"], true);
  expect(moved).toEqual([b, c, a]);
  const held = slots.take(["c", "d", "e"], false);
  expect(held.slice(0, 2)).toEqual([c, a]);
  expect([a, b, c]).not.toContain(held[2]);
});

test("[DASH-2] a scroll that is faster than lines can be drawn ahead draws what is in sight alone, and more once it slows down or rests", () => {
  const { view, area, scrollTo } = viewOf(100_000);
  const drawnAround = (): number[] => {
    const { from, end } = view.sight;
    const drawn = view.drawing.get();
    return [from - drawn.from, drawn.end - end];
  };
  for (const step of [4000, -4000]) {
    scrollTo(1_600_000);
    for (let turn = 1; turn < 40; turn += 1) {
      // An early frame covers less of the way.
      scrollTo(area.scrollTop + (turn % 7 === 0 ? step / 10 : step));
      const [above, below] = drawnAround();
      expect(above).toBe(0);
      expect([0, 1]).toContain(below);
    }
  }
  for (let turn = 0; turn < 12; turn += 1) scrollTo(area.scrollTop + 400);
  expect(drawnAround()[1]).toBeGreaterThanOrEqual(10);
  scrollTo(area.scrollTop + 4000);
  vi.runAllTimers();
  expect(drawnAround()).toEqual([4, 4]);
  expect(view.drawing.get().moving).toBe(false);
});

test("[DASH-2] near the list's ends no line is drawn that isn't there", () => {
  const { view, area, scrollTo } = viewOf(1000);
  for (const to of [0, 12_000, 24_000, 36_000, area.scrollHeight, 20_000, 3000, 0]) {
    scrollTo(to);
    const { from, end } = view.drawing.get();
    expect(from).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(1000);
  }
});

test("[DASH-2] a list that was empty draws at once what it has room for, not what stood there in place of its lines", () => {
  const { view } = viewOf(0, 200);
  view.setLines({ count: 1000, height: 40, before: 36 });
  expect(view.drawing.get().end).toBeGreaterThanOrEqual(600 / 40);
});

test("[DASH-2] in a page whose stylesheet didn't come, which has room for the whole list, some dozens of lines are drawn", () => {
  const { view } = viewOf(10_000, 400_000);
  const { from, end } = view.drawing.get();
  expect([from, end > 15, end < 40]).toEqual([0, true, true]);
});
