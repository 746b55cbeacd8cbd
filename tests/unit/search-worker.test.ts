import { afterEach, beforeEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { transaction } from "../../src/contract/transactions.ts";
import { columnsOf } from "../../src/db/search/key-columns.ts";
import { recognise } from "../../src/db/search/recognise.ts";
import { openSearch } from "../../src/db/search/search.ts";
import type { FromSearch, ToSearch } from "../../src/db/search/search-messages.ts";
import type { Database } from "../../src/db/store/database.ts";
import { putLooseRows } from "../../src/db/transactions/transactions.ts";
import { emptyCache } from "../support/played-host.ts";

const row = (n: number, more: object = {}) => v.parse(transaction, { id: `t${n}`, createdAt: n * 1000, username: "ada", ...more });

let db: Database;
/** The worker's end of its messages. */
let hear: (message: ToSearch) => void;
let said: FromSearch[];

beforeEach(async () => {
  db = await emptyCache();
  said = [];
  vi.resetModules();
  vi.stubGlobal("addEventListener", (type: string, listener: (event: { data: ToSearch }) => void) => {
    if (type === "message") hear = (data) => listener({ data: structuredClone(data) });
  });
  vi.stubGlobal("postMessage", (message: FromSearch) => void said.push(message));
  await import("../../src/db/search/search.worker.ts");
});
afterEach(() => void vi.unstubAllGlobals());

const open = (): void => hear({ is: "open", name: db.name, phoneCountry: "NG" });
const answered = async (count: number): Promise<FromSearch["answer"][]> => {
  await vi.waitFor(() => expect(said).toHaveLength(count));
  return said.toSorted((one, other) => one.id - other.id).map(({ answer }) => answer);
};

test("[DASH-10] it answers each question under its number, matches as columns, newest first", async () => {
  await putLooseRows(db, [row(1), row(2), row(3, { username: "bea" })], 5);
  open();
  hear({ is: "find", id: 1, filter: { searchTerm: "ada" }, timeZone: "UTC" });
  hear({ is: "latest", id: 2, given: [{ username: "bea" }, { username: "cleo" }] });
  hear({ is: "lookUp", id: 3, given: "" });
  hear({ is: "own", id: 4, given: { person: { username: "ada" }, atMost: 1, currency: undefined } });
  const [found, latest, lookedUp, own] = await answered(4);
  expect(found).toEqual({
    keys: columnsOf([
      { at: 2000, id: "t2" },
      { at: 1000, id: "t1" },
    ]),
    count: 2,
  });
  expect(latest).toEqual([3000, undefined]);
  expect(lookedUp).toMatchObject({ items: [], of: 3 });
  expect(own).toEqual([{ at: 2000, id: "t2" }]);
});

test("[DASH-10] rows written or removed since are told to it", async () => {
  await putLooseRows(db, [row(1)], 5);
  open();
  hear({ is: "build" });
  hear({ is: "find", id: 1, filter: {}, timeZone: "UTC" });
  await answered(1);
  const { put } = await putLooseRows(db, [row(2)], 6);
  hear({ is: "change", changes: { put, removed: ["t1"] } });
  hear({ is: "find", id: 2, filter: {}, timeZone: "UTC" });
  expect((await answered(2))[1]).toEqual({ keys: columnsOf([{ at: 2000, id: "t2" }]), count: 1 });
});

test("[SYNC-7] a question before the cache is open, or to one that can't be read, has no answer, and the next one has", async () => {
  hear({ is: "find", id: 1, filter: {}, timeZone: "UTC" });
  hear({ is: "forgetPeople" });
  expect(await answered(1)).toEqual([undefined]);
  open();
  hear({ is: "find", id: 2, filter: {}, timeZone: "not a zone" });
  hear({ is: "find", id: 3, filter: { dateFrom: "2026-11-20" }, timeZone: "not a zone" });
  hear({ is: "tally", id: 4, filter: {}, timeZone: "UTC" });
  const answers = await answered(4);
  expect(answers[2]).toBeUndefined();
  expect(answers[3]).toEqual([]);
});

/** A worker in name: what is posted to it goes to the module, and the module's answers to the page. */
class NamedWorker extends EventTarget {
  readonly posted: ToSearch[] = [];
  isOver = false;
  /** Without its script nothing hears it. */
  readonly #isLoaded: boolean;

  constructor(isLoaded: boolean) {
    super();
    this.#isLoaded = isLoaded;
    vi.stubGlobal("postMessage", (data: FromSearch) => void this.dispatchEvent(new MessageEvent("message", { data })));
  }

  postMessage(message: ToSearch): void {
    this.posted.push(message);
    if (this.#isLoaded) hear(message);
  }

  terminate(): void {
    this.isOver = true;
  }
}

function searchBy(...workers: NamedWorker[]) {
  const left = [...workers];
  return openSearch(db, () => left.shift() as unknown as Worker);
}

test("[DASH-10] the page's side asks it, and rejects what it has no answer to", async () => {
  await putLooseRows(db, [row(0), row(1)], 5);
  const worker = new NamedWorker(true);
  const search = searchBy(worker);
  search.forgetPeople();
  expect(worker.posted).toEqual([]);
  const { keys, count } = await search.find({}, "UTC", 1);
  expect([keys.slice(0, 9), count]).toEqual([[{ at: 1000, id: "t1" }], 2]);
  expect((await search.find({}, "UTC")).keys.slice(1, 9)).toEqual([{ at: 0, id: "t0" }]);
  expect(worker.posted[0]).toEqual({ is: "open", name: db.name, phoneCountry: "NG" });
  await expect(search.find({ dateFrom: "2026-11-20" }, "not a zone")).rejects.toThrow("search failed");
});

test("[DASH-10] a worker whose script can't be had leaves no search waiting, and the next one starts another", async () => {
  await putLooseRows(db, [row(1)], 5);
  const [lost, found] = [new NamedWorker(false), new NamedWorker(true)];
  const search = searchBy(lost, found);
  const asked = [search.find({}, "UTC"), search.ask("latest", [])];
  lost.dispatchEvent(new Event("error"));
  for (const one of asked) await expect(one).rejects.toThrow("search failed");
  expect(lost.isOver).toBe(true);
  expect((await search.find({}, "UTC")).keys.slice(0, 9)).toEqual([{ at: 1000, id: "t1" }]);
});

test("[DASH-10, AUTH-14] a search that is closed listens to its page no more, and so holds nothing of the session", () => {
  const page = new EventTarget();
  for (const verb of ["addEventListener", "removeEventListener"] as const) vi.stubGlobal(verb, page[verb].bind(page));
  const worker = new NamedWorker(false);
  const search = searchBy(worker);
  search.warm();
  page.dispatchEvent(new Event("pagehide"));
  expect(worker.isOver).toBe(true);
  search.close();
  worker.isOver = false;
  page.dispatchEvent(new Event("pagehide"));
  expect(worker.isOver).toBe(false);
});

test.each<[string, ReturnType<typeof recognise>["is"]]>([
  [" ada@example.com ", "email"],
  ["ada@example", "words"],
  [`${"a".repeat(250)}@example.com`, "words"],
  ["3f2504e0-4f89-11d3-9a0c-0305e82c3301", "id"],
  ["507f1f77bcf86cd799439011", "id"],
  ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "id"],
  ["0x52908400098527886E0F7030069857D2E4169EE7", "address"],
  ["bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq", "address"],
  ["1BoatSLRHtKNngkdXEeobR76b53LETtpyT", "address"],
  ["abcdefghijkmnopqrstuvwxyzabcd", "words"],
  ["12345678912345678912345678912", "words"],
  ["REF-00001", "words"],
  ["", "words"],
])("[TOOL-3] %s is recognised as %s", (typed, is) => {
  expect(recognise(typed).is).toBe(is);
});
