import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { readState } from "../../src/db/store/database.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { type Clock, systemClock } from "../../src/sync/wire/reach.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { startSync, type Sync } from "../../src/sync/start-sync.ts";
import { FakeChannels } from "../support/fake-channels.ts";
import { FakeLocks } from "../support/fake-locks.ts";
import { type PlayedStream, playStream } from "../support/played-stream.ts";

let streams: PlayedStream[];
let stop: AbortController;
let locks: FakeLocks;
let tabs: Sync[];

/** Work deferred until after the first screen starts at once. */
const clock: Clock = { ...systemClock, after: (ms, callback, signal) => systemClock.after(ms === 1000 ? 0 : ms, callback, signal) };

beforeEach(() => {
  [streams, tabs, stop, locks] = [[], [], new AbortController(), new FakeLocks()];
  vi.stubGlobal("BroadcastChannel", new FakeChannels().Channel);
  vi.stubGlobal("fetch", async (input: string, init?: RequestInit) => {
    if (!input.includes("/api/events"))
      return new Response(JSON.stringify({ success: true, data: [], pagination: { hasNextPage: false } }));
    const { response, stream } = playStream(input, init);
    streams.push(stream);
    return response;
  });
  sessionStore.open("token", { email: `admin-${Math.random()}@example.com` });
});

afterEach(() => {
  for (const tab of tabs) {
    tab.end();
    tab.db.close();
  }
  stop.abort();
  sessionStore.close();
  vi.unstubAllGlobals();
});

async function open(fields: object = { events: "/api/events" }): Promise<Sync> {
  vi.stubGlobal("navigator", { locks: locks.of(`tab ${tabs.length}`), onLine: true });
  const session = sessionStore.current();
  if (!session) throw new Error("no session");
  const tab = await startSync(session, connect(v.parse(config, { host: "http://host", ...fields }), stop.signal, clock));
  tabs.push(tab);
  return tab;
}

const until = (holds: () => void | Promise<void>): Promise<void> => vi.waitFor(holds, { timeout: 5000, interval: 5 });

test("[LIVE-1, LIVE-3] one tab holds the stream, and every tab hears what it says; the next one goes on where it was", async () => {
  const first = await open();
  await until(() => expect(streams).toHaveLength(1));
  const second = await open();
  streams[0]?.send("hello", { position: "p1", complete: true });
  await until(() => expect(second.host.live.asked.get()).toEqual({ views: "all" }));
  expect(second.host.live.tells("head", clock)).toBe(true);
  expect(first.host.live.tells("head", clock)).toBe(true);
  streams[0]?.send("change", { kind: "transaction", row: { id: "t1", createdAt: "2026-11-26T12:00:00Z", status: "PENDING" } }, "p2");
  await until(() => expect(second.host.live.rows.get()?.put.map(({ id }) => id)).toEqual(["t1"]));
  expect((await readState(second.db, "followed"))?.position).toBe("p2");
  expect(streams).toHaveLength(1);
  first.end();
  await until(() => expect(streams).toHaveLength(2));
  expect(streams[0]?.isLeft()).toBe(true);
  expect(streams[1]?.url.searchParams.get("after")).toBe("p2");
});

test("[LIVE-1] signing out lets go of the stream, and its end says that nothing is told any more", async () => {
  const tab = await open();
  await until(() => expect(streams).toHaveLength(1));
  streams[0]?.send("hello", { position: "p1", complete: true });
  await until(() => expect(tab.host.live.tells("head", clock)).toBe(true));
  streams[0]?.cut();
  await until(() => expect(tab.host.live.tells("head", clock)).toBe(false));
  await until(() => expect(streams).toHaveLength(2));
  tab.end();
  expect(streams[1]?.isLeft()).toBe(true);
});

test("[LIVE-1, LIVE-3] a host that names no stream is asked for none, and is polled", async () => {
  const tab = await open({});
  await tab.refreshHead();
  expect(streams).toEqual([]);
  expect(tab.host.live.tells("head", clock)).toBe(false);
});
