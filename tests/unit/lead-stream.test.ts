import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Database } from "../../src/db/store/database.ts";
import { takeTerm, type RowChanges } from "../../src/db/transactions/transactions.ts";
import { leadStream } from "../../src/sync/live/lead-stream.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { Dispatcher } from "../../src/sync/tabs/dispatcher.ts";
import type { TabMessage } from "../../src/sync/tabs/tabs.ts";
import type { Host } from "../../src/sync/wire/host.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { FakeChannels } from "../support/fake-channels.ts";
import { FakeLocks } from "../support/fake-locks.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed, emptyCache } from "../support/played-host.ts";
import { type PlayedStream, playStream } from "../support/played-stream.ts";

// The presence that it reports to listens to the page from the moment it is loaded.
vi.hoisted(() => {
  Reflect.set(globalThis, "document", new EventTarget());
  Reflect.set(globalThis, "addEventListener", () => {});
});

let host: Host;
let db: Database;
let channels: FakeChannels;
let leading: AbortController;
let streams: PlayedStream[];
let isBlocked: boolean;
let published: { changes: RowChanges; isTold: boolean }[];
let outdated: number;
let heads: number;

beforeEach(async () => {
  host = connectPlayed(new PlayedCalls(), { events: "/api/events" });
  vi.stubGlobal("localStorage", new DeviceStorage());
  channels = new FakeChannels();
  vi.stubGlobal("BroadcastChannel", channels.Channel);
  vi.stubGlobal("navigator", { onLine: true, locks: new FakeLocks().of("tab") });
  streams = [];
  isBlocked = false;
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (!input.includes("/api/events?") && !input.endsWith("/api/events")) return new Response("{}");
    if (isBlocked) throw new TypeError("Failed to fetch");
    const { response, stream } = playStream(input, init);
    streams.push(stream);
    return response;
  });
  sessionStore.open("token", { email: "grace@example.com" });
  db = await emptyCache();
  leading = new AbortController();
  [published, outdated, heads] = [[], 0, 0];
  const term = await takeTerm(db);
  const dispatcher = new Dispatcher(
    "cache",
    async () => {},
    () => {},
    () => {},
    leading.signal,
  );
  dispatcher.serve(
    {
      head: async () => {
        heads += 1;
        return { is: "done" };
      },
    },
    async () => Promise.reject(new Error("no others")),
  );
  const publish = (changes: RowChanges, isTold: boolean): void => void published.push({ changes, isTold });
  void leadStream(
    { host, db, term: () => term, onError: () => {}, dispatcher, publish, outdate: () => void (outdated += 1) },
    leading.signal,
  );
});
afterEach(() => {
  leading.abort();
  sessionStore.close();
});

const said = (is: TabMessage["is"]): unknown[] =>
  channels.posted.filter((message) => typeof message === "object" && message !== null && "is" in message && message.is === is);
const until = (holds: () => void): Promise<void> => vi.waitFor(holds, { timeout: 3000, interval: 1 });
async function begun(): Promise<PlayedStream> {
  await until(() => expect(streams).toHaveLength(1));
  const [stream] = streams;
  if (!stream) throw new Error("no stream");
  stream.send("hello", { position: "p0", complete: true });
  await until(() => expect(said("life").length).toBeGreaterThan(0));
  return stream;
}
const change = (kind: string, row: object): object => ({ kind, row });

test("[LIVE-1, LIVE-3] signs of life reach this tab and the others; its end does, too", async () => {
  const stream = await begun();
  expect(host.live.lastAt.get()).toBeTypeOf("number");
  expect(said("life")[0]).toEqual({ is: "life", at: host.live.lastAt.get() });
  stream.cut();
  await until(() => expect(host.live.lastAt.get()).toBeUndefined());
  expect(said("life").at(-1)).toEqual({ is: "life", at: undefined });
});

test("[LIVE-4] rows are published as told; a row that hangs in the air has the head fetched", async () => {
  const stream = await begun();
  stream.send("change", change("transaction", { id: "t1", createdAt: new Date().toISOString() }), "p1");
  await until(() => expect(published).toHaveLength(1));
  expect(published[0]).toMatchObject({ changes: { put: [{ id: "t1" }] }, isTold: true });
  await until(() => expect(heads).toBe(1));
});

test("[LIVE-4] views that have moved are named to every tab, and answers under way are outdated first", async () => {
  const stream = await begun();
  await until(() => expect(host.live.asked.get()).toBeDefined());
  const before = said("asked").length;
  const outdatedBefore = outdated;
  stream.send("change", change("user", { _id: "u1", email: "ada@example.com" }), "p1");
  stream.send("change", change("user", { _id: "u2", email: "bea@example.com" }), "p2");
  await until(() => expect(said("asked").length).toBeGreaterThan(before));
  expect(said("asked").at(-1)).toMatchObject({ views: expect.arrayContaining(["users"]) });
  expect(outdated).toBeGreaterThan(outdatedBefore);
  expect(said("outdated").length).toBe(said("asked").length);
});

test("[SYNC-6] a tab that no longer leads lets go of its stream", async () => {
  const stream = await begun();
  leading.abort();
  await until(() => expect(stream.isLeft()).toBe(true));
});

test("[LIVE-2, SYNC-8] a stream that sent what can't be read is named until the next one has begun", async () => {
  const stream = await begun();
  stream.write("event: change\nid: p1\ndata: oops\n\n");
  await until(() => expect([...host.failing.get().keys()]).toEqual(["GET /api/events"]));
  await until(() => expect(host.live.lastAt.get()).toBeUndefined());
  host.demanded.set({});
  await until(() => expect(streams).toHaveLength(2));
  streams[1]?.send("hello", { position: "p1", complete: true });
  await until(() => expect(host.failing.get().size).toBe(0));
});

test("[LIVE-2, LAY-7] a stream that is blocked is named until one has begun", async () => {
  const stream = await begun();
  isBlocked = true;
  stream.end();
  await until(() => expect(host.live.lastAt.get()).toBeUndefined());
  host.demanded.set({});
  await until(() => expect([...host.failing.get().values()]).toMatchObject([{ call: "GET /api/events", how: "blocked" }]));
  expect(host.reach.state.is).toBe("reached");
  isBlocked = false;
  host.demanded.set({});
  await until(() => expect(streams).toHaveLength(2));
  streams[1]?.send("hello", { position: "p1", complete: true });
  await until(() => expect(host.failing.get().size).toBe(0));
});
