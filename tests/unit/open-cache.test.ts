import { Dexie } from "dexie";
import { afterEach, expect, test, vi } from "vitest";
import { Database } from "../../src/db/store/database.ts";
import { openCache } from "../../src/db/store/open.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const refuseOnce = (name: string) =>
  vi
    .spyOn(Database.prototype, "open")
    .mockImplementationOnce(() => Dexie.Promise.reject(new DOMException("The connection was closed.", name)));

test.each([
  ["AbortError", "on"],
  ["SecurityError", "off"],
])(
  "[SYNC-7] after an %s while it is opened the cache is %s: only a browser that is clearing its storage is asked again",
  async (name, keeping) => {
    const open = refuseOnce(name);
    const opened = await openCache(`open-${Math.random()}`);
    expect(opened.keeping).toBe(keeping);
    expect(open).toHaveBeenCalledTimes(2);
    expect(await opened.db.state.count()).toBe(0);
    opened.db.close();
  },
);
