import { act, screen, waitFor, within } from "@testing-library/react";
import Dexie from "dexie";
import { expect, onTestFinished, test, vi } from "vitest";
import { bootApp } from "../support/boot-app.tsx";
import { press } from "../support/fields.ts";
import { Gate } from "../support/gate.ts";
import { wireUsers } from "../support/browser/played-users.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { playDashboard, wireRow, wireRows } from "../support/played-dashboard.ts";
import { playFunding } from "../support/played-funding.ts";
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

const bulkFile = (text: string) => new File([text], "june.csv");
const withKeys = { idempotencyHeader: "Idempotency-Key" };

test("[SYNC-7, BULK-2] a rehearsal outlives its cache being opened again, with its file and ticks, and what is asked goes on once", async () => {
  const gate = new Gate();
  const host = playFunding(new PlayedCalls());
  const { user } = await bootApp(host, { path: "/funding/bulk", config: withKeys });
  await screen.findByLabelText("File");
  const asked: string[] = [];
  host.on("GET /usermanagement/users", async ({ query }) => {
    asked.push(query["q"] ?? "");
    await gate.opened;
    return { json: { users: [], pagination: { total: 0, skip: 0 } } };
  });
  const rows = Array.from({ length: 4 }, (_, n) => `user${n}@example.com,1.5,USDT,fund`);
  await user.upload(screen.getByLabelText("File"), bulkFile(["email,amount,currency,operation", ...rows].join("\n")));
  await screen.findByRole("table", { name: "Rehearsal of june.csv" });
  await screen.findByText("0 of 4");
  await waitFor(() => expect(asked).toHaveLength(2));
  await press(user, "Tick those shown");
  await closeConnection();
  await screen.findByText("0 of 4");
  expect(await screen.findByText("4 rows are ticked")).toBeTruthy();
  gate.open();
  expect(await screen.findByRole("button", { name: "Wrong · 4" })).toBeTruthy();
  // Two that were cut off are asked again.
  expect(asked).toHaveLength(6);
  await press(user, "Change columns");
  await press(user, "Rehearse");
  await screen.findByRole("table", { name: "Rehearsal of june.csv" });
});

test("[SYNC-7, BULK-4] a run whose cache is opened again ends with the row on its way, says so, and goes on when it is told to", async () => {
  const gate = new Gate();
  const host = playFunding(new PlayedCalls());
  host.on("POST /funduser/fund", async () => {
    await gate.opened;
    return { json: { success: true, message: "Funded", data: { newBalance: "7.25", reference: "R-1" } } };
  });
  const { user } = await bootApp(host, { path: "/funding/bulk", config: withKeys });
  const file = "email,amount,currency,operation\nada@example.com,1.5,USDT,fund\nada@example.com,2.25,USDT,fund";
  await user.upload(await screen.findByLabelText("File"), bulkFile(file));
  await screen.findByRole("heading", { name: "Start the run" });
  await press(user, "Tick those shown");
  await user.type(screen.getByLabelText("Number of rows"), "2");
  await user.type(screen.getByLabelText("Total in USDT"), "3.75");
  await press(user, "Start");
  await screen.findByText("Running");
  await waitFor(() => expect(host.callsOf("POST /funduser/fund")).toHaveLength(1));
  await closeConnection();
  expect(screen.queryByText(/^Another tab drives this run/)).toBeNull();
  gate.open();
  expect(await screen.findByText("The run was broken off")).toBeTruthy();
  expect(host.callsOf("POST /funduser/fund")).toHaveLength(1);
  await press(user, "Continue");
  expect(await screen.findByText("The run has ended")).toBeTruthy();
  expect(screen.getByText("Done 2")).toBeTruthy();
  expect(host.callsOf("POST /funduser/fund")).toHaveLength(2);
});

test("[SYNC-7, FIND-4] a look-up outlives its cache being opened again, and what is asked goes on once", async () => {
  const gate = new Gate();
  const asked: string[] = [];
  const host = playDashboard(new PlayedCalls(), wireRows(3)).on("GET /analytics/filter", async ({ query }) => {
    asked.push(query["searchTerm"] ?? "");
    await gate.opened;
    return { json: { success: true, data: [], pagination: { hasNextPage: false } } };
  });
  const { user } = await bootApp(host, { path: "/look-up" });
  await user.click(await screen.findByLabelText("IDs, references, emails, phone numbers or wallet addresses"));
  await user.paste("tx-90000\ntx-90001\ntx-90002");
  await press(user, "Look up");
  await waitFor(() => expect(asked).toEqual(["tx-90000"]));
  await closeConnection();
  await waitFor(() => expect(asked).toEqual(["tx-90000", "tx-90000"]));
  gate.open();
  await waitFor(() => expect(screen.getAllByText("Not on this device, and the host did not find it")).toHaveLength(3));
  expect(asked).toEqual(["tx-90000", "tx-90000", "tx-90001", "tx-90002"]);
});

test("[SYNC-7, CLOSE-1] a statement that is open is compared after its cache was opened again", async () => {
  const at = new Date(Date.now() - 86_400_000).toISOString();
  const row = wireRow(0, { amount: 100, currency: "NGN", type: "WITHDRAWAL", createdAt: at });
  const { user } = await bootApp(playDashboard(new PlayedCalls(), [row]), { path: "/audit?tab=reconcile" });
  const line = `${at.slice(0, 10)},-100.00,NGN,REF-00000-ABCDEFGH`;
  await user.upload(await screen.findByLabelText("Statement (CSV)"), bulkFile(`Date,Amount,Currency,Reference\n${line}`));
  await screen.findByRole("button", { name: "Compare" });
  await closeConnection();
  await press(user, "Compare");
  await press(user, "Load the missing rows");
  expect(await screen.findByRole("tab", { name: /^Matched · 1$/ })).toBeTruthy();
});
