import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { figureChanges, giftCardRates as ratesTable } from "../../host/db/schema.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { type GiftCardRate, bulkAnswer, giftCardRates } from "../../src/contract/gift-cards.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;

const rate = {
  cardType: "VANILLA",
  country: "SWITZERLAND",
  rate: 1200,
  physicalRate: 1210,
  ecodeRate: 1150,
  minAmount: 10,
  maxAmount: 500,
  vanillaType: "4097-x",
  notes: "",
  isActive: true,
};

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
});
afterAll(() => box.close());

const list = async (query = "limit=200") => {
  const { status, body } = await box.call(`GET /admingiftcard/rates?${query}`, { token });
  expect(status).toBe(200);
  return v.parse(giftCardRates.answer, body);
};
const create = (body: object, as = token) => box.call("POST /admingiftcard/rates", { token: as, body });
const bulk = async (rates: readonly object[], headers: Record<string, string> = {}) => {
  const { status, body } = await box.call("POST /admingiftcard/rates/bulk", { token, body: { rates }, headers });
  return { status, ...v.parse(bulkAnswer, body) };
};
const find = async (wanted: Partial<GiftCardRate>) =>
  (await list()).rates.find((row) =>
    Object.entries(wanted).every(([name, value]) => new Map<string, unknown>(Object.entries(row)).get(name) === value),
  );
const historyOf = (id: string) =>
  box.host.deps.db
    .select()
    .from(figureChanges)
    .where(eq(figureChanges.subject, `gift-card/${id}`))
    .orderBy(figureChanges.id);

describe("the list", () => {
  test("[GIFT-1] its pages hold each rate once", async () => {
    const all = (await list()).rates;
    const first = await list("limit=10&page=1");
    expect(first).toMatchObject({ currentPage: 1, totalPages: Math.ceil(all.length / 10), total: all.length });
    const ids: string[] = [];
    for (let page = 1; page <= (first.totalPages ?? 0); page += 1)
      ids.push(...(await list(`limit=10&page=${page}`)).rates.map(({ id }) => id));
    expect(ids).toEqual(all.map(({ id }) => id));
    expect(await list("limit=10&page=99")).toMatchObject({ rates: [], currentPage: 99 });
  });

  test.each([
    ["cardType=steam", (row: GiftCardRate) => row.cardType === "STEAM"],
    ["country=CANADA", (row: GiftCardRate) => row.country === "CANADA"],
    ["search=pla", (row: GiftCardRate) => `${row.cardType}`.toLowerCase().includes("pla")],
    ["search=austra", (row: GiftCardRate) => row.country === "AUSTRALIA"],
    ["search=11", (row: GiftCardRate) => row.rateDisplay?.includes("11") ?? false],
    ["cardType=APPLE&search=us", (row: GiftCardRate) => row.cardType === "APPLE" && (row.country === "US" || row.country === "AUSTRALIA")],
  ])("[GIFT-2] %s lets through what it says", async (query, lets) => {
    const expected = (await list()).rates.filter(lets);
    expect(expected.length).toBeGreaterThan(0);
    expect((await list(`limit=200&${query}`)).rates).toEqual(expected);
  });
});

describe("one rate", () => {
  test("[GIFT-4] a rate that was created is listed; its like is refused, whatever the case of its Vanilla type", async () => {
    expect(await create(rate)).toMatchObject({ status: 200, body: { success: true, message: "Gift card rate created successfully" } });
    const made = await find({ vanillaType: "4097-x" });
    expect(made).toMatchObject({ rate: "1200", rateDisplay: "1200", ecodeRate: "1150", isActive: true, updatedBy: "Test super_admin" });
    expect(await create(rate)).toMatchObject({ status: 409, body: { message: "A rate for VANILLA, SWITZERLAND, 4097-x exists already" } });
    expect((await create({ ...rate, vanillaType: "4097-X" })).status).toBe(409);
    expect(await historyOf(made?.id ?? "")).toMatchObject([{ before: null, after: { rate: "1200" } }]);
  });

  testOnce.each([
    ["cardType", "PAPER", "cardType is not a card type"],
    ["country", "MARS", "country is not a country"],
    ["rate", -1, "rate is below 0"],
    ["physicalRate", undefined, "physicalRate is missing"],
    ["ecodeRate", "x", "ecodeRate is not a number"],
    ["minAmount", 501, "minAmount is above maxAmount"],
    ["isActive", "yes", "isActive is not true or false"],
    ["notes", "n".repeat(1001), "notes is too long"],
  ])("[GIFT-4] a wrong %s is refused by its name", async (field, value, message) => {
    expect(await create({ ...rate, vanillaType: "other", [field]: value })).toMatchObject({
      status: 400,
      body: { success: false, field, message },
    });
  });

  test("[GIFT-5] an edit without a rate keeps it; with one it shows it", async () => {
    const id = (await find({ vanillaType: "4097-x" }))?.id ?? "";
    const edit = (body: object) => box.call(`PUT /admingiftcard/rates/${id}`, { token, body });
    expect(await edit({ notes: "Receipt", isActive: false })).toMatchObject({ status: 200, body: { message: "Rate updated" } });
    expect(await find({ id })).toMatchObject({ rate: "1200", notes: "Receipt", isActive: false });
    await edit({ rate: 1300.5, notes: "", isActive: true });
    expect(await find({ id })).toMatchObject({ rate: "1300.5", rateDisplay: "1300.5", isActive: true });
    expect((await historyOf(id)).map(({ after }) => after?.["rate"])).toEqual(["1200", "1200", "1300.5"]);
    expect(await edit({ rate: -1, notes: "", isActive: true })).toMatchObject({ status: 400, body: { field: "rate" } });
    expect((await box.call("PUT /admingiftcard/rates/none", { token, body: { isActive: true } })).status).toBe(404);
  });

  test("[GIFT-6] a deleted rate is gone, its history stays, and deleting it again is a 404", async () => {
    const id = (await find({ vanillaType: "4097-x" }))?.id ?? "";
    expect(await box.call(`DELETE /admingiftcard/rates/${id}`, { token })).toMatchObject({
      status: 200,
      body: { message: "Rate deleted" },
    });
    expect(await find({ id })).toBeUndefined();
    expect((await historyOf(id)).at(-1)).toMatchObject({ after: null });
    expect((await box.call(`DELETE /admingiftcard/rates/${id}`, { token })).status).toBe(404);
  });

  testOnce.each([
    "POST /admingiftcard/rates",
    "POST /admingiftcard/rates/bulk",
    "PUT /admingiftcard/rates/x",
    "DELETE /admingiftcard/rates/x",
  ])("[AUTH-18] %s needs canManageFees, and a token", async (line) => {
    const without = await box.tokenFor("admin", { ...permissionsOf.super_admin, canManageFees: false });
    expect(await box.call(line, { token: without, body: {} })).toMatchObject({ status: 403, body: { permission: "canManageFees" } });
    expect((await box.call(line, { body: {} })).status).toBe(401);
  });
});

describe("bulk upload", () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...rate, vanillaType: `bulk-${at}`, rate: 1000 + at }));

  test("[GIFT-7] new rows are added, changed ones change, the rest stays untouched", async () => {
    expect(await bulk(many(30))).toMatchObject({
      status: 200,
      success: true,
      message: "Bulk rates uploaded successfully: 30 new, 0 changed, 0 unchanged",
    });
    const untouched = await find({ vanillaType: "bulk-9" });
    box.wait(1000);
    const next = many(31).map((row, at) => (at < 5 ? { ...row, rate: 2000 } : row));
    expect((await bulk(next)).message).toBe("Bulk rates uploaded successfully: 1 new, 5 changed, 25 unchanged");
    expect(await find({ vanillaType: "bulk-4" })).toMatchObject({ rate: "2000" });
    expect(await find({ vanillaType: "bulk-9" })).toEqual(untouched);
    expect(await historyOf((await find({ vanillaType: "bulk-4" }))?.id ?? "")).toHaveLength(2);
  });

  testOnce(
    "[GIFT-7] a Vanilla type that is spelled in other capitals is stored as it is told, and the next upload changes nothing",
    async () => {
      await bulk([{ ...rate, vanillaType: "Spelled" }]);
      const again = [{ ...rate, vanillaType: "SPELLED" }];
      expect((await bulk(again)).message).toBe("Bulk rates uploaded successfully: 0 new, 1 changed, 0 unchanged");
      const found = await find({ vanillaType: "SPELLED" });
      expect((await historyOf(found?.id ?? "")).at(-1)?.after).toMatchObject({ vanillaType: "SPELLED" });
      expect((await bulk(again)).message).toBe("Bulk rates uploaded successfully: 0 new, 0 changed, 1 unchanged");
    },
  );

  testOnce("[GIFT-7] one wrong row stores none, and each wrong row is named with its field", async () => {
    const before = (await list("limit=1")).total;
    const rows: object[] = many(100).map((row) => ({ ...row, vanillaType: `w${row.vanillaType}` }));
    rows[3] = { ...rows[3], rate: "cheap" };
    rows[50] = { ...rows[50], country: "MARS" };
    rows[99] = rows[98] ?? {};
    const { status, success, message, details } = await bulk(rows);
    expect({ status, success, message }).toEqual({
      status: 422,
      success: false,
      message: "3 rows are wrong, so none of the 100 was stored",
    });
    expect(details).toEqual([
      { index: 3, message: "Row 4: rate is not a number" },
      { index: 50, message: "Row 51: country is not a country" },
      { index: 99, message: "Row 100: has the card type, country and vanillaType of row 99" },
    ]);
    expect((await list("limit=1")).total).toBe(before);
  });

  test("[GIFT-7] 5,000 rows, more than 1 MB, are stored at once", async () => {
    const rows = many(5000).map((row) => ({ ...row, vanillaType: `five-${row.rate}`, notes: "n".repeat(150) }));
    expect(await bulk(rows)).toMatchObject({ status: 200, success: true });
    expect((await list("limit=1&search=vanilla")).total).toBeGreaterThanOrEqual(5000);
  });

  testOnce.each([
    [{ rates: [] }, 400, "rates has no row"],
    [{ rates: "all" }, 400, "rates is not a list"],
    [{}, 400, "rates is missing"],
    [{ rates: ["row"] }, 400, "rates.0 has a row that is not an object"],
  ])("[GIFT-7] %j is refused", async (body, status, message) => {
    expect(await box.call("POST /admingiftcard/rates/bulk", { token, body })).toMatchObject({ status, body: { success: false, message } });
  });

  testOnce("[HOST-5] the repeat of an upload under its key stores nothing more", async () => {
    const rows = [{ ...rate, vanillaType: "keyed" }];
    const first = await bulk(rows, { "Idempotency-Key": "bulk-1" });
    const [stored] = await box.host.deps.db.select().from(ratesTable).where(eq(ratesTable.vanillaType, "keyed"));
    expect(await bulk(rows, { "Idempotency-Key": "bulk-1" })).toEqual(first);
    expect(first.message).toContain("1 new");
    expect(await historyOf(stored?.id ?? "")).toHaveLength(1);
  });
});
