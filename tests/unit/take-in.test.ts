import { beforeEach, describe, expect, test, vi } from "vitest";
import * as v from "valibot";
import { slip as slipSchema } from "../../src/contract/approvals.ts";
import { eventFrame } from "../../src/contract/events.ts";
import { cryptoFee } from "../../src/contract/fees.ts";
import { transaction } from "../../src/contract/transactions.ts";
import { user } from "../../src/contract/users.ts";
import { type Database, readState } from "../../src/db/store/database.ts";
import { putFee, readFee } from "../../src/db/figures/fees.ts";
import { figureNames, readHistory } from "../../src/db/figures/figures.ts";
import { putGiftCardRates, readGiftCardRates } from "../../src/db/figures/gift-cards.ts";
import { putWallets } from "../../src/db/figures/wallets.ts";
import { putSlip, readKeptSlip } from "../../src/db/money/slips.ts";
import { putUsers } from "../../src/db/people/users.ts";
import { goneAfter } from "../../src/db/store/gone.ts";
import { type Change, takeIn } from "../../src/db/take-in.ts";
import { noteHello, noteLife } from "../../src/db/transactions/note-followed.ts";
import { readWindow } from "../../src/db/transactions/transaction-list.ts";
import { applyPages, putLooseRows, StalePageError, takeTerm } from "../../src/db/transactions/transactions.ts";
import { proofOf } from "../../src/sync/transactions/page-proof.ts";
import { wireSlip } from "../support/played-approvals.ts";
import { emptyCache } from "../support/played-host.ts";

const fetchedAt = 1_000_000;
const saidAt = fetchedAt + 1000;
const time = (n: number): string => new Date(500_000 + n * 1000).toISOString();

let db: Database;
let term: number;
let position: number;

const row = (n: number, more: object = {}) => ({ id: `t${n}`, createdAt: time(n), status: "PENDING", ...more });
/** A change as the host sends it. */
function told(data: object): Change {
  position += 1;
  const frame = v.parse(eventFrame, { event: "change", id: `p${position}`, data });
  if (frame.event !== "change") throw new Error("not a change");
  return frame;
}
const put = (of: object, kind = "transaction"): Change => told({ kind, row: of });
const gone = (id: string, kind = "transaction"): Change => told({ kind, gone: id });
const take = (changes: Change[], at = saidAt, by = term) => takeIn(db, changes, at, by);

async function shown(): Promise<string[]> {
  const { items, length } = await readWindow(db, 0, 100, []);
  expect(items.filter((item) => item !== undefined)).toHaveLength(length);
  return items.map((item) => (item?.is === "row" ? `${item.row.id} ${item.row.status}` : "gap"));
}

beforeEach(async () => {
  db = await emptyCache();
  position = 0;
  term = await takeTerm(db);
  const rows = [3, 2, 1].map((n) => v.parse(transaction, row(n)));
  const proof = proofOf({ page: 1, limit: 50, rows, hasNextPage: false, asOf: fetchedAt });
  await noteHello(db, { position: "p0", isComplete: false }, fetchedAt - 1, term);
  await applyPages(db, [{ rows, proof, gone: new Set() }], term);
});

describe("[LIVE-2] rows and position are one write", () => {
  test("the position is the last change's, and the changes stand in their order", async () => {
    const taken = await take([put(row(4)), put(row(2, { status: "FAILED" })), put(row(2, { status: "COMPLETED" })), gone("t1")]);
    expect(await shown()).toEqual(["t4 PENDING", "t3 PENDING", "t2 COMPLETED"]);
    expect(taken.rows.put.map(({ id, status }) => `${id} ${status}`)).toEqual(["t4 PENDING", "t2 COMPLETED"]);
    expect(taken.rows.removed).toEqual(["t1"]);
    expect((await readState(db, "followed"))?.position).toBe("p4");
  });

  test("a row that goes and comes back in one write is there; one that comes and goes is not", async () => {
    const taken = await take([gone("t2"), put(row(2)), put(row(5)), gone("t5")]);
    expect(await shown()).toEqual(["t3 PENDING", "t2 PENDING", "t1 PENDING"]);
    expect(taken.rows).toMatchObject({ put: [{ id: "t2" }], removed: ["t5"] });
  });

  test("deletions are noted in one write for each kind, however many they are", async () => {
    await take([1, 2, 3].map((n) => put({ _id: `u${n}`, email: `u${n}@example.com` }, "user")));
    const writes = vi.spyOn(db.state, "put");
    await take([...[1, 2, 3].map((n) => gone(`u${n}`, "user")), ...[1, 2].map((n) => gone(`t${n}`))]);
    const noted = writes.mock.calls.filter(([record]) => record.name === "gone");
    expect(noted).toHaveLength(2);
    expect(Object.keys((await readState(db, "gone")) ?? {})).toHaveLength(8);
  });

  test("nothing to write leaves the position as it is", async () => {
    expect(await take([])).toEqual({ rows: { put: [], removed: [] }, moved: new Set(), isLoose: false });
    expect((await readState(db, "followed"))?.position).toBe("p0");
  });

  test("[SYNC-6] a tab that another one has overtaken writes nothing", async () => {
    await takeTerm(db);
    await expect(take([put(row(4))])).rejects.toBeInstanceOf(StalePageError);
    expect(await shown()).toHaveLength(3);
    expect((await readState(db, "followed"))?.position).toBe("p0");
  });

  test("[SYNC-7] a write that the database refuses leaves neither rows nor position", async () => {
    db.users.hook("creating", () => {
      throw new DOMException("full", "QuotaExceededError");
    });
    await expect(take([put(row(4)), put({ _id: "u1", email: "ada@example.com" }, "user")])).rejects.toThrow();
    expect(await shown()).toHaveLength(3);
    expect((await readState(db, "followed"))?.position).toBe("p0");
  });

  test("without a stream that has begun, rows are kept, and no position is made up", async () => {
    await db.state.delete("followed");
    await take([put(row(2, { status: "FAILED" }))]);
    expect(await shown()).toContain("t2 FAILED");
    expect(await readState(db, "followed")).toBeUndefined();
  });
});

describe("[SYNC-2] where a row stands", () => {
  test("a row whose date the host has changed moves, and the list counts it once", async () => {
    await take([put({ ...row(1), createdAt: time(9) })]);
    expect(await shown()).toEqual(["t1 PENDING", "t3 PENDING", "t2 PENDING"]);
  });

  test.each([
    ["the first page", 1, [3, 2, 1]],
    ["a page below", 2, [2, 1]],
    ["a search", undefined, [2, 1]],
  ])("[SYNC-3] %s that was asked for before doesn't move it back", async (_, page, sent) => {
    await take([put({ ...row(1), createdAt: time(9), status: "COMPLETED" })]);
    const rows = sent.map((n) => v.parse(transaction, row(n)));
    const asOf = saidAt - 1;
    if (page === undefined) await putLooseRows(db, rows, asOf);
    else await applyPages(db, [{ rows, proof: proofOf({ page, limit: 50, rows, hasNextPage: false, asOf }), gone: new Set() }], term);
    expect(await shown()).toEqual(["t1 COMPLETED", "t3 PENDING", "t2 PENDING"]);
  });

  test("a row above a head that isn't kept up is loose: what lies between is not known", async () => {
    const isBehind = async () => (await readWindow(db, 0, 9, [])).isBehind?.({ from: Date.parse(time(3)), to: Date.parse(time(1)) });
    expect(await isBehind()).toBe(false);
    await noteHello(db, { position: "p0", isComplete: false }, saidAt, term);
    expect(await isBehind()).toBe(true);
    const taken = await take([put(row(9))], saidAt + 1);
    expect(taken.isLoose).toBe(true);
    expect(await shown()).toEqual(["t3 PENDING", "t2 PENDING", "t1 PENDING"]);
  });

  test("a clock that was put back makes no row seen earlier than it was", async () => {
    await take([put(row(2, { status: "FAILED" }))], fetchedAt - 50_000);
    const { items } = await readWindow(db, 0, 9, []);
    expect(items.map((item) => item?.is === "row" && item.row.seenAt)).toEqual([fetchedAt, fetchedAt, fetchedAt]);
  });

  test("a clock that was put back lets no answer that was under way bring a deleted row back", async () => {
    // A page is asked for; the clock is put back by half a minute; the stream tells of a deletion; the page arrives.
    const askedAt = fetchedAt + 10;
    await noteHello(db, { position: "p0", isComplete: true }, askedAt, term);
    await take([gone("t2"), gone("t9", "user")], askedAt - 30_000);
    expect((await goneAfter(db, "user"))("t9", fetchedAt)).toBe(true);
    expect((await goneAfter(db, "transaction"))("t2", fetchedAt)).toBe(true);
  });
});

describe("[LIVE-4] other kinds", () => {
  const ada = { _id: "u1", email: "ada@example.com", username: "ada" };

  test("a user who is new, gone or stands elsewhere now moves the lists; one of whom something else has changed doesn't", async () => {
    expect((await take([put(ada, "user")])).moved).toEqual(new Set(["users"]));
    await noteLife(db, saidAt, term);
    expect((await take([put({ ...ada, tokens: [] }, "user")])).moved).toEqual(new Set());
    expect((await take([put({ ...ada, chatbotVerified: true }, "user")])).moved).toEqual(new Set(["users"]));
    expect((await take([put({ ...ada, username: "bea" }, "user")])).moved).toEqual(new Set(["users"]));
    expect((await take([gone("u1", "user")])).moved).toEqual(new Set(["users"]));
    expect(await db.users.count()).toBe(0);
    expect((await readState(db, "followed"))?.moved).toMatchObject({ users: saidAt });
  });

  test("[LIVE-2] a user whom an answer brought after the stream's last sign of life moves the lists, which may lack that user", async () => {
    await putUsers(db, [v.parse(user, ada)], saidAt);
    expect((await take([put(ada, "user")])).moved).toEqual(new Set(["users"]));
  });

  test.each(["the stream", "an answer"])("[LIVE-4] wallets don't pass on with an email, as %s tells of it", async (by) => {
    const [kept, later] = [fetchedAt, saidAt + 1000];
    const tell = async (row: object): Promise<unknown> =>
      by === "the stream" ? take([put(row, "user")]) : putUsers(db, [v.parse(user, row)], saidAt);
    const keep = async (email: string, asOf: number) => putWallets(db, email, { email, balances: {}, wallets: {} }, asOf);
    const wallets = () => db.wallets.toCollection().primaryKeys();
    await tell({ ...ada, createdAt: time(1) });
    for (const email of ["ada@example.com", "bea@example.com", "eve@example.com"]) await keep(email, kept);
    await tell({ ...ada, email: "ADA@example.com", createdAt: time(1) });
    expect(await wallets()).toHaveLength(3);
    // Hers are another's now, and those of her new email were another's.
    await tell({ ...ada, email: "bea@example.com", createdAt: time(1) });
    expect(await wallets()).toEqual(["eve@example.com"]);
    // A user who is new to the device, but not to the host, may have any wallets; who registered since they were read, none.
    await tell({ _id: "u2", email: "eve@example.com", createdAt: time(1) });
    expect(await wallets()).toEqual(["eve@example.com"]);
    await tell({ _id: "u3", email: "eve@example.com", createdAt: new Date(kept + 1).toISOString() });
    expect(await wallets()).toEqual([]);
    // What is read later is the new owner's.
    await keep("bea@example.com", later);
    await tell({ ...ada, email: "cy@example.com", createdAt: time(1) });
    expect(await wallets()).toEqual(["bea@example.com"]);
  });

  test("[USER-7] the wallets of a user whom another admin has deleted go with the user", async () => {
    await take([put({ ...ada, email: "Ada@example.com" }, "user"), put({ _id: "u2", email: "bea@example.com" }, "user")]);
    for (const email of ["ada@example.com", "bea@example.com"])
      await putWallets(db, email, { email, balances: {}, wallets: {} }, fetchedAt);
    await take([gone("u1", "user")]);
    expect(await db.wallets.toCollection().primaryKeys()).toEqual(["bea@example.com"]);
  });

  test("a slip that is gone moves the slips; a fee, a rate or a gift card rate moves no list", async () => {
    const fee = { currency: "BTC", network: "BTC", networkFee: "0.1" };
    const rate = { id: "g1", cardType: "Amazon", country: "US", rate: 700 };
    expect((await take([put(fee, "fee"), gone("BTC/BTC", "fee"), put(rate, "giftRate"), gone("g1", "giftRate")])).moved).toEqual(new Set());
    expect((await take([gone("slip-1", "approval")])).moved).toEqual(new Set(["slips"]));
    expect(await readState(db, "gone")).toMatchObject({ "giftRate g1": saidAt, "approval slip-1": saidAt });
  });

  test("[SYNC-2] an answer that was asked for before brings no slip and no single fee back that is gone", async () => {
    const fee = v.parse(cryptoFee, { currency: "BTC", network: "BTC", networkFee: "0.1" });
    const slip = v.parse(slipSchema, wireSlip(1));
    await take([gone("BTC/BTC", "fee"), gone(slip.id, "approval")]);
    await putFee(db, fee, fetchedAt);
    await putSlip(db, slip, fetchedAt);
    expect([await readFee(db, "BTC", "BTC"), await readKeptSlip(db, slip.id)]).toEqual([undefined, undefined]);
    await putFee(db, fee, saidAt + 1);
    await putSlip(db, slip, saidAt + 1);
    expect([await readFee(db, "BTC", "BTC"), await readKeptSlip(db, slip.id)]).toMatchObject([{ fee }, { id: slip.id }]);
  });
});

test("[SYNC-3] a search's answer that comes late doesn't bring back a row that the list was read without since", async () => {
  const page = (rows: readonly object[], asOf: number) => {
    const sent = rows.map((one) => v.parse(transaction, one));
    return { rows: sent, proof: proofOf({ page: 1, limit: 50, rows: sent, hasNextPage: false, asOf }), gone: new Set(["t2"]) };
  };
  await applyPages(db, [page([row(3), row(1)], fetchedAt + 200)], term);
  const late = [2, 1].map((n) => v.parse(transaction, row(n)));
  expect((await putLooseRows(db, late, fetchedAt + 100)).put).toEqual([]);
  expect(await shown()).toEqual(["t3 PENDING", "t1 PENDING"]);
  // One that was asked for later may have found a row that the list didn't have then.
  await putLooseRows(db, late, fetchedAt + 300);
  expect(await shown()).toEqual(["t3 PENDING", "t2 PENDING", "t1 PENDING"]);
});

test("[RATE-3] a figure that changed several times at once keeps each of its values, in their order", async () => {
  await putGiftCardRates(db, [], fetchedAt);
  const values = ["1500", "1510", "1500"];
  const changes = values.flatMap((rate) => [
    put({ data: { rate } }, "onramp"),
    put({ currency: "BTC", network: "BTC", networkFee: rate }, "fee"),
    put({ id: "g1", cardType: "Amazon", country: "US", rate }, "giftRate"),
  ]);
  await take(changes);
  for (const figure of [figureNames.onramp, figureNames.fee("BTC", "BTC"), figureNames.giftCard("g1")])
    expect((await readHistory(db, figure)).map(({ value }) => value)).toEqual(values);
  expect((await readGiftCardRates(db))?.rates).toMatchObject([{ id: "g1", rate: "1500" }]);
});
