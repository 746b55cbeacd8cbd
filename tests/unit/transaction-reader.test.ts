import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { transaction } from "../../src/contract/transactions.ts";
import type { ListItem, ListWindow } from "../../src/db/transactions/list-window.ts";
import type { Key } from "../../src/db/store/order.ts";
import { toRow } from "../../src/db/transactions/transactions.ts";
import type { DemandResult } from "../../src/sync/feeds/feed-worker.ts";
import { connect, type Host } from "../../src/sync/wire/host.ts";
import { Observable } from "../../src/sync/state/observable.ts";
import { TransactionReader } from "../../src/sync/transactions/transaction-reader.ts";
import type { Matching, TransactionSource } from "../../src/sync/transactions/transaction-source.ts";

/** A list of ids, newest first, a minute apart; the test ends its calls. */
class PlayedSource implements TransactionSource {
  readonly view = "head";
  readonly matching = new Observable<Matching>({ is: "host" });
  readonly version = new Observable(0);
  /** Each id's time; ids not in `ids` are gone. */
  readonly times = new Map<string, number>();
  ids: string[] = [];
  gapBelow: string | undefined;
  atEnd = false;
  breaks = false;
  /** Of the oldest rows, how many the stream doesn't keep up. */
  notKeptUp = 0;
  readonly reads: string[] = [];
  readonly calls: { readonly what: string; readonly end: (result: DemandResult) => void }[] = [];
  isOpen = false;
  #onChange: (() => void) | undefined;

  /** Adds rows at the top. */
  add(...ids: string[]): void {
    for (const id of ids.toReversed()) {
      this.times.set(id, 60_000 * (this.times.size + 1));
      this.ids.unshift(id);
    }
  }

  change(): void {
    this.#onChange?.();
  }

  #lines(): ListItem[] {
    return this.ids.flatMap((id): ListItem[] => {
      const at = this.times.get(id) ?? 0;
      const line: ListItem = { is: "row", key: id, row: toRow(v.parse(transaction, { id, createdAt: at }), 0) };
      return id === this.gapBelow ? [line, { is: "gap", key: "gap", from: at, to: at - 60_000 }] : [line];
    });
  }

  async #window(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    if (this.breaks) throw new Error("the cache is gone");
    const lines = this.#lines();
    const start = Math.max(0, first);
    const items = lines.slice(start, last + 1);
    const times = [...this.ids].map((id) => this.times.get(id) ?? 0);
    return {
      length: lines.length,
      rows: this.ids.length,
      start,
      items,
      places: anchors.map((anchor) => anchor && times.filter((at) => at > anchor.at).length),
      atEnd: this.atEnd,
      pastEnds: undefined,
      never: false,
      gaps: this.gapBelow === undefined ? 0 : 1,
      headAsOf: 1,
      firstGap: undefined,
      asOf: 1,
      isBehind: ({ to }) => this.ids.slice(this.ids.length - this.notKeptUp).some((id) => (this.times.get(id) ?? 0) >= to),
    };
  }

  read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    this.reads.push(`anew ${first}–${last}`);
    return this.#window(first, last, anchors);
  }

  readOn(first: number, last: number): Promise<ListWindow> {
    this.reads.push(`on ${first}–${last}`);
    return this.#window(first, last, []);
  }

  get isFollowed(): boolean {
    return this.#onChange !== undefined;
  }

  follow(onChange: () => void): () => void {
    this.#onChange = onChange;
    return () => {
      this.#onChange = undefined;
    };
  }

  missing = async () => [];
  open(): void {
    this.isOpen = true;
  }
  close(): void {
    this.isOpen = false;
  }

  #call(what: string): Promise<DemandResult> {
    return new Promise((end) => this.calls.push({ what, end }));
  }
  refreshHead = (maxAgeMs?: number) => this.#call(maxAgeMs ? `head within ${maxAgeMs}` : "head");
  refreshView = (view: object) => this.#call(`view ${JSON.stringify(view)}`);
  extend = () => this.#call("extend");
  closeGap = (above: number) => this.#call(`gap ${above}`);

  /** Ends the oldest open call, and checks which it is. */
  end(what: string, is: DemandResult["is"] = "done"): void {
    const call = this.calls.shift();
    expect(call?.what).toBe(what);
    call?.end({ is });
  }
}

let closed: AbortController;
let host: Host;
let source: PlayedSource;
let reader: TransactionReader;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  // Nothing here should ask the host itself.
  vi.stubGlobal("fetch", () => Promise.reject(new Error("asked the host")));
  closed = new AbortController();
  host = connect(v.parse(config, { host: "http://host" }), closed.signal);
  source = new PlayedSource();
  reader = new TransactionReader(host, source);
});
afterEach(() => {
  stop();
  closed.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

/** Starts with `rows` rows, r0 the newest; ends the first fetch. */
async function begin(rows: number): Promise<void> {
  source.add(...Array.from({ length: rows }, (_, at) => `r${at}`));
  stop = reader.start();
  await settle();
  source.end("head");
  await settle();
}

const idAt = (index: number): string | undefined => {
  const item = reader.itemAt(index);
  return item?.is === "row" ? item.row.id : item?.is;
};
const reading = () => reader.reading.get();

describe("the start of a reading", () => {
  test("[SYNC-1, DASH-6] while nothing is shown, a screenful is read before the rows beyond it", async () => {
    await begin(500);
    expect(source.reads.slice(0, 2)).toEqual(["anew 0–39", "on 0–200"]);
    source.change();
    await settle();
    expect(source.reads.at(-1)).toBe("anew 0–200");
  });

  test("[SYNC-1] what is cached is shown before the host has answered", async () => {
    source.add("r0", "r1");
    stop = reader.start();
    expect(reading().window).toBeUndefined();
    await settle();
    expect([idAt(0), idAt(1), idAt(2)]).toEqual(["r0", "r1", undefined]);
    expect(reading()).toMatchObject({ loading: "head", failed: false, broken: false });
    expect(source.isOpen).toBe(true);
    source.end("head");
    await settle();
    expect(reading().loading).toBe("no");
  });

  test("[SYNC-8] a fetch that fails or makes no sense says so until the next one goes well, and what is shown stays", async () => {
    source.add("r0");
    stop = reader.start();
    await settle();
    source.end("head", "odd");
    await settle();
    expect([reading().failed, reading().loading, idAt(0)]).toEqual([true, "no", "r0"]);
    reader.retry();
    await settle();
    source.end("extend");
    await settle();
    expect(reading().failed).toBe(false);
  });

  test("[SYNC-8] a cache that can't be read is broken, and whole again once it can", async () => {
    await begin(1);
    source.breaks = true;
    source.change();
    await settle();
    expect([reading().broken, idAt(0)]).toEqual([true, "r0"]);
    source.breaks = false;
    source.change();
    await settle();
    expect(reading().broken).toBe(false);
  });
});

describe("a reader's place", () => {
  test("[SYNC-1, DASH-2] rows that come above whoever has scrolled down move the list under him, and are counted", async () => {
    await begin(300);
    reader.show({ first: 20, last: 40, hold: true });
    source.add("n0", "n1", "n2");
    source.change();
    await settle();
    expect(reading().shift).toEqual({ serial: 1, by: 3 });
    expect(reading().newRows).toBe(3);
    // The list moves once; the rows in view are the same, at their new place.
    reader.show({ first: 23, last: 43, hold: true });
    source.change();
    await settle();
    expect(reading().shift).toEqual({ serial: 1, by: 3 });
    expect(idAt(23)).toBe("r20");
  });

  test("[SYNC-3, DASH-2] rows that go above him move the list the other way", async () => {
    await begin(300);
    reader.show({ first: 20, last: 40, hold: true });
    await settle();
    // This step needs no new read.
    reader.show({ first: 60, last: 80, hold: true });
    source.ids = source.ids.filter((id) => id !== "r3" && id !== "r30");
    source.change();
    await settle();
    expect(reading().shift).toEqual({ serial: 1, by: -2 });
  });

  test("[DASH-2] at the top rows come in place, and none of them is called new", async () => {
    await begin(300);
    reader.show({ first: 0, last: 20, hold: false });
    source.add("n0");
    source.change();
    await settle();
    expect(reading()).toMatchObject({ shift: { serial: 0, by: 0 }, newRows: 0 });
    expect(idAt(0)).toBe("n0");
  });

  test("[DASH-2] whoever comes back to the top has seen the new rows", async () => {
    await begin(300);
    reader.show({ first: 20, last: 40, hold: true });
    source.add("n0");
    source.change();
    await settle();
    expect(reading().newRows).toBe(1);
    reader.show({ first: 0, last: 20, hold: false });
    expect(reading().newRows).toBe(0);
  });
});

describe("what is read", () => {
  test("[DASH-1] a scroll reads ahead in steps, further in its own direction, and once for each step", async () => {
    await begin(2000);
    source.reads.length = 0;
    reader.show({ first: 1000, last: 1020, hold: true });
    await settle();
    // After a jump, the rows in view are read first.
    expect(source.reads).toEqual(["on 1000–1020", "on 900–1500"]);
    reader.show({ first: 1010, last: 1030, hold: true });
    await settle();
    expect(source.reads).toHaveLength(2);
    reader.show({ first: 990, last: 1010, hold: true });
    await settle();
    expect(source.reads.at(-1)).toBe("on 500–1200");
  });

  test("[SYNC-1] a write has everything read anew, and several at once are read together", async () => {
    await begin(10);
    source.reads.length = 0;
    source.change();
    source.change();
    source.change();
    await settle();
    // The second read is for what was written during the first.
    expect(source.reads).toEqual(["anew 0–200", "anew 0–200"]);
  });

  test("[SYNC-1] whoever stops reading hears nothing any more", async () => {
    await begin(10);
    stop();
    source.reads.length = 0;
    source.change();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(source.reads).toEqual([]);
    expect(source.calls).toEqual([]);
    expect([source.isOpen, source.isFollowed]).toEqual([false, false]);
  });
});

describe("what is fetched", () => {
  test("[DASH-6] the next page is loaded once, while no load is running, and not past the end", async () => {
    await begin(50);
    reader.loadMore();
    reader.loadMore();
    expect(reading().loading).toBe("more");
    source.end("extend");
    await settle();
    expect(source.calls).toEqual([]);
    source.atEnd = true;
    source.change();
    await settle();
    reader.loadMore();
    expect(source.calls).toEqual([]);
  });

  test("[DASH-6] a load is over only when what it brought is in the window", async () => {
    await begin(50);
    let loading: string | undefined;
    reader.loadMore();
    const unwatch = reader.reading.subscribe(() => {
      if (reading().window?.rows === 51) loading ??= reading().loading;
    });
    source.ids.push("older");
    source.times.set("older", 0);
    source.end("extend");
    await settle();
    unwatch();
    expect(loading).toBe("more");
    expect(reading().loading).toBe("no");
  });

  test("[SYNC-2] a gap is closed from the row above it; one above the whole list, from the head", async () => {
    await begin(3);
    source.gapBelow = "r1";
    source.change();
    await settle();
    const gap = reader.itemAt(2);
    if (gap?.is !== "gap") throw new Error("there is no gap");
    reader.closeGap(gap);
    expect(reading().loading).toBe("gap");
    source.end(`gap ${source.times.get("r1")}`);
    await settle();
    reader.closeGap({ ...gap, from: undefined });
    source.end("head");
    await settle();
  });

  test("[SYNC-2] a gap's button that is pressed during a load works once that is over", async () => {
    await begin(3);
    reader.loadMore();
    reader.closeGap({ is: "gap", key: "gap", from: 60_000, to: 0 });
    expect(reading().loading).toBe("gap");
    source.end("extend");
    await settle();
    expect(reading().loading).toBe("gap");
    source.end("gap 60000");
    await settle();
    expect(reading().loading).toBe("no");
  });

  test("[LIVE-4] what the stream tells during a load has the head fetched right after it", async () => {
    await begin(3);
    host.live.lastAt.set(Date.now());
    reader.loadMore();
    host.live.asked.set({ views: ["head"] });
    await settle();
    source.end("extend");
    await settle();
    source.end("head within 45000");
    await settle();
    expect(source.calls).toEqual([]);
  });

  test("[LIVE-4] what the stream tells during the first fetch has the head fetched once more", async () => {
    stop = reader.start();
    await settle();
    host.live.lastAt.set(Date.now());
    host.live.asked.set({ views: ["head"] });
    source.end("head");
    await settle();
    source.end("head within 45000");
    await settle();
    expect(source.calls).toEqual([]);
  });

  test("[SYNC-2, LIVE-3] a first fetch that failed is repeated a minute later, while the stream is sound too", async () => {
    stop = reader.start();
    await settle();
    source.end("head", "failed");
    await vi.advanceTimersByTimeAsync(50_000);
    host.live.lastAt.set(Date.now());
    await vi.advanceTimersByTimeAsync(10_000);
    source.end("head within 45000");
    await settle();
    expect(reading().failed).toBe(false);
  });

  test("[SYNC-2, LIVE-3] old rows that are scrolled into view under a sound stream are fetched again, once, and nothing else is", async () => {
    source.notKeptUp = 200;
    await begin(300);
    /** Heartbeats every 10 s for a minute. */
    const live = async (): Promise<void> => {
      for (let tens = 0; tens < 6; tens += 1) {
        host.live.lastAt.set(Date.now());
        await vi.advanceTimersByTimeAsync(10_000);
      }
    };
    reader.show({ first: 60, last: 90, hold: true });
    await live();
    expect(source.calls).toEqual([]);
    reader.show({ first: 80, last: 110, hold: true });
    await live();
    source.end("head within 45000");
    await settle();
    source.notKeptUp = 0;
    source.end(`view ${JSON.stringify({ from: source.times.get("r80"), to: source.times.get("r110"), firstIndex: 80 })}`);
    await settle();
    await live();
    expect(source.calls).toEqual([]);
  });

  test("[SYNC-2] what stays in view is fetched again each minute: the head, and what is in sight where that is far below", async () => {
    await begin(300);
    reader.show({ first: 10, last: 30, hold: true });
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    // Near the top, only the head needs fetching.
    source.end("head within 45000");
    await settle();
    expect(source.calls).toEqual([]);
    reader.show({ first: 100, last: 120, hold: true });
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    source.end("head within 45000");
    await settle();
    const view = { from: source.times.get("r100"), to: source.times.get("r120"), firstIndex: 100 };
    source.end(`view ${JSON.stringify(view)}`, "failed");
    await settle();
    expect(reading().failed).toBe(true);
  });

  test("[SYNC-2] a head that fails leaves what is in sight for the next time", async () => {
    await begin(300);
    reader.show({ first: 100, last: 120, hold: true });
    await settle();
    await vi.advanceTimersByTimeAsync(60_000);
    source.end("head within 45000", "failed");
    await settle();
    expect(source.calls).toEqual([]);
    expect(reading()).toMatchObject({ failed: true, loading: "no" });
  });
});
