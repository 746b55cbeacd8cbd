import { expect, onTestFinished, test, vi } from "vitest";

/** Paths in variables: the first has no exports, the second, which is what the app's build has, no types. */
const channels: string = "../../src/app/start/channels.ts";
const dexie: string = "dexie/dist/modern/dexie.mjs";

test("[SYNC-7] where the browser refuses channels between tabs, the cache's code loads and a tab works alone", async () => {
  vi.stubGlobal("BroadcastChannel", () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await import(/* @vite-ignore */ channels);
  // Opens a channel as it loads.
  expect(await import(/* @vite-ignore */ dexie)).toHaveProperty("liveQuery");
  const { TabLine } = await import("../../src/sync/tabs/tabs.ts");
  const closed = new AbortController();
  const line = new TabLine("a", () => {}, closed.signal);
  line.post({ is: "leads" });
  closed.abort();
});
