import { afterEach, expect, test, vi } from "vitest";
import { askedWorker } from "../../src/app/data/asked-worker.ts";
import { chainBeginning } from "../../src/contract/audit-chain.ts";
import type { Sync } from "../../src/sync/start-sync.ts";

/** A worker that answers with what it was asked, unless it is one of those that can't be had. */
class FakeWorker extends EventTarget {
  static lost = 0;
  static all: FakeWorker[] = [];
  readonly posted: unknown[] = [];
  isOver = false;
  #isLost = FakeWorker.all.length < FakeWorker.lost;

  constructor() {
    super();
    FakeWorker.all.push(this);
    // Told once, soon after the start; nothing that is posted later is told.
    if (this.#isLost) setTimeout(() => this.dispatchEvent(new Event("error")));
  }

  postMessage(question: { readonly verb?: string } | string): void {
    this.posted.push(question);
    if (typeof question === "string") return;
    const data = question.verb === "open" ? { value: { is: "empty" } } : { broken: undefined, question };
    if (!this.#isLost) setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
  }

  terminate(): void {
    this.isOver = true;
  }
}

const start = () => new FakeWorker() as unknown as Worker;
/** The first `count` workers from now on can't be had. */
function lose(count: number): void {
  [FakeWorker.lost, FakeWorker.all] = [count, []];
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock("../../src/app/screens/bulk/start-worker.ts");
});

test("[BULK-1, CLOSE-1] a worker whose script can't be had leaves no question waiting, and the next one starts another", async () => {
  lose(1);
  const { ask, close } = askedWorker<object | string, { question: object }>(start, "cache");
  await expect(ask({ is: "first" })).rejects.toThrow("could not run");
  expect(FakeWorker.all.map(({ isOver }) => isOver)).toEqual([true]);
  await turn();
  expect(await ask({ is: "second" })).toMatchObject({ question: { is: "second" } });
  expect(FakeWorker.all[1]?.posted).toEqual(["cache", { is: "second" }]);
  close();
});

test("[BULK-1] questions are put one after the other, and none after the end", async () => {
  lose(0);
  const { ask, close } = askedWorker<object, { question: object }>(start);
  const [one, two] = [ask({ is: "one" }), ask({ is: "two" })];
  await turn();
  expect((await Promise.all([one, two])).map(({ question }) => question)).toEqual([{ is: "one" }, { is: "two" }]);
  const cut = ask({ is: "cut" });
  await Promise.resolve();
  await Promise.resolve();
  close();
  await expect(cut).rejects.toThrow("could not run");
  await expect(ask({ is: "late" })).rejects.toThrow("could not run");
  expect(FakeWorker.all.map(({ isOver }) => isOver)).toEqual([true]);
});

test("[BULK-1] a bulk file is read once the worker can be had, and not called unreadable before", async () => {
  lose(1);
  vi.doMock("../../src/app/screens/bulk/start-worker.ts", () => ({ startBulkWorker: start }));
  const { Rehearsal } = await import("../../src/app/screens/bulk/rehearsal.ts");
  // The part of a session's sync that reading uses.
  const rehearsal = new Rehearsal({ keeping: "on", db: { name: "cache" }, session: {}, closed: new AbortController().signal } as Sync);
  const open = () => rehearsal.open(async () => new ArrayBuffer(), 0, "june.csv");
  await open();
  expect(rehearsal.state.get()).toEqual({ is: "nothing", bad: { is: "cache" } });
  await open();
  expect(rehearsal.state.get()).toEqual({ is: "nothing", bad: { is: "empty" } });
});

test("[AUD-3] the check of the chain fails where its worker can't be had", async () => {
  lose(1);
  vi.stubGlobal("Worker", FakeWorker);
  vi.doMock("../../src/sw/trusted-types.ts", () => ({ trustedScriptUrl: (url: string) => url }));
  vi.doMock("../../src/db/audit/chain.worker.ts?worker&url", () => ({ default: "/chain.js" }));
  const { startChainWorker } = await import("../../src/app/data/chain-worker.ts");
  const { check, end } = startChainWorker();
  // The first page of the chain takes longer than the worker's failure.
  await turn();
  await expect(check(chainBeginning, [], undefined)).rejects.toThrow("could not run");
  end();
});
