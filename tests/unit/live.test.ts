import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { Database, readState } from "../../src/db/database.ts";
import { readWindow } from "../../src/db/transaction-list.ts";
import { applyPages, takeTerm } from "../../src/db/transactions.ts";
import { connect, type Host } from "../../src/sync/host.ts";
import { followStream, type Following } from "../../src/sync/live/follow-stream.ts";
import { proofOf } from "../../src/sync/page-proof.ts";
import { sessionStore } from "../../src/sync/session-store.ts";
import { type PlayedStream, playStream } from "../support/played-stream.ts";

const start = Date.UTC(2026, 10, 26, 12);
const row = (n: number, status = "PENDING") => ({ id: `t${n}`, createdAt: new Date(start - 100_000 + n * 1000).toISOString(), status });

let db: Database;
let host: Host;
let leading: AbortController;
let streams: PlayedStream[];
/** What comes in place of a stream. */
let instead: (() => Response) | undefined;
let asked: unknown[];
let heads: number;
let errors: unknown[];
let life: (number | undefined)[];
let term: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: start });
  [streams, asked, heads, errors, life, instead] = [[], [], 0, [], [], undefined];
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (!input.includes("/api/events")) return new Response("{}");
    if (instead) return instead();
    const { response, stream } = playStream(input, init);
    streams.push(stream);
    return response;
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
  db = new Database(`live-${Math.random()}`);
  term = await takeTerm(db);
  leading = new AbortController();
  host = connect(v.parse(config, { host: "http://host", events: "/api/events" }), leading.signal);
});

afterEach(async () => {
  leading.abort();
  sessionStore.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await db.delete();
});

/** Waits until what was sent has been taken in: IndexedDB runs by timers of its own. */
const until = (holds: () => void | Promise<void>): Promise<void> => vi.waitFor(holds, { timeout: 3000, interval: 1 });

function begin(parts: Partial<Following> = {}): void {
  const presence = { heardPresence: vi.fn(), heardBegin: vi.fn(), heardLife: vi.fn() };
  const following: Following = {
    host,
    db,
    term: () => term,
    publish: () => {},
    life: (at) => life.push(at),
    ask: (views) => asked.push(views),
    fetchHead: () => {
      heads += 1;
    },
    presence,
    onError: (error) => errors.push(error),
    ...parts,
  };
  void followStream(following, leading.signal);
}

async function stream(n = 0): Promise<PlayedStream> {
  await until(() => expect(streams.length).toBeGreaterThan(n));
  const found = streams[n];
  if (!found) throw new Error("no stream");
  return found;
}

/** Opens a stream that has told everything. */
async function sound(position = "p0", n = 0): Promise<PlayedStream> {
  const one = await stream(n);
  one.send("hello", { position, complete: true });
  await until(async () => expect((await readState(db, "followed"))?.position).toBe(position));
  return one;
}

/** The head of the list, as a page asked for now. */
async function fetchHead(...rows: readonly ReturnType<typeof row>[]): Promise<void> {
  vi.setSystemTime(Date.now() + 1);
  const fetched = { page: 1, limit: 50, rows: rows.map((one) => v.parse(transaction, one)), hasNextPage: false, asOf: Date.now() };
  await applyPages(db, [{ rows: fetched.rows, proof: proofOf(fetched), gone: new Set() }], term);
}

const shown = async (): Promise<(string | undefined)[]> =>
  (await readWindow(db, 0, 100, [])).items.map((item) => (item?.is === "row" ? `${item.row.id} ${item.row.status}` : item?.is));

describe("a stream of changes", () => {
  test("[LIVE-1, LIVE-4] what it says stands in the list: a new row, a status, a deletion", async () => {
    begin();
    const one = await sound();
    expect(one.url.search).toBe("");
    expect(one.headers.get("authorization")).toBe("Bearer token");
    expect(one.headers.get("accept")).toBe("text/event-stream");
    await fetchHead(row(2), row(1));
    one.send("change", { kind: "transaction", row: row(3) }, "p1");
    one.send("change", { kind: "transaction", row: row(1, "SUCCESSFUL") }, "p2");
    one.send("change", { kind: "transaction", gone: "t2" }, "p3");
    await until(async () => expect((await readState(db, "followed"))?.position).toBe("p3"));
    expect(await shown()).toEqual(["t3 PENDING", "t1 SUCCESSFUL"]);
  });

  test("[LIVE-2] after a cut it goes on after the last position", async () => {
    begin();
    const one = await sound();
    one.send("change", { kind: "transaction", row: row(3) }, "p1");
    await until(async () => expect((await readState(db, "followed"))?.position).toBe("p1"));
    one.cut();
    await until(() => expect(life.at(-1)).toBeUndefined());
    await vi.advanceTimersByTimeAsync(5000);
    expect((await stream(1)).url.searchParams.get("after")).toBe("p1");
  });
});
