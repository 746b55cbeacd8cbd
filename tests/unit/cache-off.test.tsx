import { act, screen, waitFor, within } from "@testing-library/react";
import Dexie from "dexie";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { wireUsers } from "../support/browser/played-users.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRows } from "../support/played-dashboard.ts";
import { quickClock } from "../support/quick-clock.ts";

/** A request that nothing ever answers. */
const never = (): IDBOpenDBRequest => new EventTarget() as IDBOpenDBRequest;

function failsByAnEvent(): IDBOpenDBRequest {
  const error = new DOMException("A mutation operation was attempted on a database that did not allow mutations.", "InvalidStateError");
  const request = Object.assign(never(), { error });
  setTimeout(() => {
    const event = new Event("error", { cancelable: true });
    request.dispatchEvent(event);
    const listener: unknown = Reflect.get(request, "onerror");
    if (typeof listener === "function") listener.call(request, event);
  });
  return request;
}

/** Replaces what stores do in the browser's databases only: the app's own, in memory, goes on. */
function replaceInStores(names: readonly ("get" | "getAll" | "openCursor" | "put" | "add")[], replaced: () => IDBRequest): void {
  const opened = new WeakSet<IDBDatabase>();
  const open = indexedDB.open.bind(indexedDB);
  vi.spyOn(indexedDB, "open").mockImplementation((...given) => {
    const request = open(...given);
    for (const event of ["upgradeneeded", "success"]) request.addEventListener(event, () => void opened.add(request.result));
    return request;
  });
  for (const store of [IDBObjectStore, IDBIndex])
    for (const name of names) {
      const own: unknown = Reflect.get(store.prototype, name);
      if (typeof own !== "function") continue;
      const replace = function (this: IDBObjectStore | IDBIndex, ...given: unknown[]): unknown {
        const { transaction } = "objectStore" in this ? this.objectStore : this;
        return opened.has(transaction.db) ? replaced() : own.apply(this, given);
      };
      Object.assign(store.prototype, { [name]: replace });
      onTestFinished(() => void Object.assign(store.prototype, { [name]: own }));
    }
}

const refusals: Record<string, () => void> = {
  "the browser doesn't have": () => {
    const kept = Dexie.dependencies.indexedDB;
    vi.stubGlobal("indexedDB", undefined);
    // Dexie has looked for it when it was loaded.
    Object.assign(Dexie.dependencies, { indexedDB: undefined });
    onTestFinished(() => {
      vi.stubGlobal("indexedDB", kept);
      Dexie.dependencies.indexedDB = kept;
    });
  },
  "throws at once": () => {
    vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("The user denied permission to access the database.", "SecurityError");
    });
  },
  "fails by an event": () => void vi.spyOn(indexedDB, "open").mockImplementation(failsByAnEvent),
  "never answers": () => void vi.spyOn(indexedDB, "open").mockImplementation(never),
  "opens and never answers, as one that a page put away still holds": () => {
    replaceInStores(["get", "getAll", "openCursor", "put", "add"], never);
    vi.spyOn(indexedDB, "databases").mockImplementation(() => new Promise(() => {}));
  },
  "opens and refuses every write": () =>
    replaceInStores(["put", "add"], () => {
      throw new DOMException("Encountered full disk while opening backing store.", "QuotaExceededError");
    }),
};

for (const [what, refuse] of Object.entries(refusals))
  test(`[SYNC-7] a database that ${what} leaves a working app that says that the cache is off`, async () => {
    const clock = quickClock();
    onTestFinished(() => void vi.restoreAllMocks());
    const host = playDashboard(new PlayedCalls(), wireRows(60)).on("GET /usermanagement/users", {
      json: { data: { users: wireUsers(3), pagination: { total: 3, skip: 0 } } },
    });
    refuse();
    await bootApp(host, { path: "/" });
    // What never answers is given up after seconds.
    await clock.passUntil(1000, () => expect(screen.queryAllByText(/The cache is off/)).not.toEqual([]));
    const list = await screen.findByRole("table", { name: "Transactions" });
    for (const row of [0, 1, 2, 3]) await within(list).findByRole("cell", { name: `user${row}` });
    act(() => history.pushState(null, "", "/users"));
    expect(await screen.findByRole("heading", { name: "User Management", level: 1 })).toBeTruthy();
    expect(await screen.findByRole("link", { name: "user001" })).toBeTruthy();
  });

type SyncInUse = (typeof import("../../src/app/session/session-end.ts"))["inUse"]["sync"];

const syncInUse = async (): Promise<SyncInUse> => (await import("../../src/app/session/session-end.ts")).inUse.sync;

/** What Dexie does when the browser closes the connection, by default that in use. */
async function closeConnection(given?: SyncInUse): Promise<void> {
  const before = given ?? (await syncInUse());
  act(() => before?.db.close({ disableAutoOpen: false }));
  await waitFor(async () => expect(await syncInUse()).not.toBe(before));
}

/** Types into the search box of a dashboard with cached rows; the result expects that the cache is on, and the box still there. */
async function typeInSearch(): Promise<() => Promise<void>> {
  const { user } = await bootApp(playDashboard(new PlayedCalls(), wireRows(60)), { path: "/" });
  const box = await screen.findByLabelText("Search transactions");
  await user.type(box, "user");
  return async () => {
    expect((await syncInUse())?.keeping).toBe("on");
    expect(screen.getByLabelText("Search transactions")).toBe(box);
  };
}

test("[SYNC-7] a cache whose connection the browser closes is opened again, once within a minute", async () => {
  const expectToGoOn = await typeInSearch();
  await closeConnection();
  await expectToGoOn();
  const list = await screen.findByRole("table", { name: "Transactions" });
  await within(list).findByRole("cell", { name: "user3" });
  expect(screen.queryByText("The cache is off")).toBeNull();
  await closeConnection();
  await screen.findAllByText("The cache is off");
});

/** What WebKit does when its storage process ends: requests under way fail first, then the connection is closed. */
async function loseServer(): Promise<void> {
  const before = await syncInUse();
  const lost = before?.db.backendDB();
  const error = new DOMException("Connection to Indexed Database server lost. Refresh the page to try again", "UnknownError");
  for (const name of ["get", "getAll", "put"] as const) {
    const own: unknown = Reflect.get(IDBObjectStore.prototype, name);
    if (typeof own !== "function") continue;
    const replace = function (this: IDBObjectStore, ...given: unknown[]): unknown {
      if (this.transaction.db === lost) throw error;
      return own.apply(this, given);
    };
    Object.assign(IDBObjectStore.prototype, { [name]: replace });
    onTestFinished(() => void Object.assign(IDBObjectStore.prototype, { [name]: own }));
  }
  await act(async () => void (await before?.refreshHead()));
  await closeConnection(before);
}

test("[SYNC-7] a cache whose server the browser loses amid a request is opened again, and the screen stays", async () => {
  const expectToGoOn = await typeInSearch();
  await loseServer();
  await expectToGoOn();
});
