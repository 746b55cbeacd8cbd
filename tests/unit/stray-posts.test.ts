import { expect, test, vi } from "vitest";
import { Gate } from "../support/gate.ts";
import { unknownFunding } from "../support/attempts.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { emptyCache } from "../support/played-host.ts";
import { leavePosts, removePost } from "../../src/sync/money/fence.ts";
import { StrayPosts } from "../../src/sync/money/stray-posts.ts";

test("[FUND-6] a settled post doesn't come back when an earlier, slower read ends after it", async () => {
  vi.stubGlobal("localStorage", new DeviceStorage());
  const db = await emptyCache();
  await leavePosts(db.name, [unknownFunding("a-1", 1000, "subject")]);
  const stray = new StrayPosts(db);
  await stray.read();
  expect(stray.found.get()).toMatchObject([{ attempt: "a-1" }]);

  const held = new Gate();
  const get = db.journal.get.bind(db.journal);
  // Both overloads of `get` return Dexie's promise.
  vi.spyOn(db.journal, "get").mockImplementationOnce((async (id: string) => {
    await held.opened;
    return get(id);
  }) as unknown as typeof db.journal.get);
  const slow = stray.read();
  removePost("a-1");
  await stray.read();
  expect(stray.found.get()).toEqual([]);
  held.open();
  await slow;
  expect(stray.found.get()).toEqual([]);
});
