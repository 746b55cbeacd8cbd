import { expect, onTestFinished, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { Database } from "../../src/db/store/database.ts";
import { connect, type Host } from "../../src/sync/wire/host.ts";
import type { Clock } from "../../src/sync/wire/reach.ts";
import type { PlayedCalls } from "./played-calls.ts";
import { networkTo } from "./played-network.ts";

/** Connects to a played host until the test ends. `settings`: fields of config.json. */
export function connectPlayed(played: PlayedCalls, settings: object = {}, clock?: Clock): Host {
  const over = new AbortController();
  vi.stubGlobal("fetch", networkTo(played, {}, over.signal));
  onTestFinished(() => {
    over.abort();
    vi.unstubAllGlobals();
    expect(played.unexpected, "calls that the test did not foresee").toEqual([]);
  });
  return connect(v.parse(config, { host: "http://host.test", ...settings }), over.signal, clock);
}

/** An empty, open cache, deleted when the test ends. */
export async function emptyCache(): Promise<Database> {
  const db = new Database(`cache-${Math.random()}`);
  await db.open();
  onTestFinished(() => db.delete());
  return db;
}
