import Big from "big.js";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { figureChanges } from "../../host/db/schema.ts";
import { Random } from "../../host/seed/random.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { cryptoFees, oneCryptoFee } from "../../src/contract/fees.ts";
import { calculatePrice, globalMarkdown } from "../../src/contract/markdown.ts";
import { markupRecord } from "../../src/contract/markup.ts";
import { offrampRate, onrampRate } from "../../src/contract/rates.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";
import { testOnce } from "./support/test-once.ts";

let box: TestHost;
let token: string;

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
});
afterAll(() => box.close());

const get = async (path: string, as: string | undefined = token) => {
  const { status, body } = await box.call(`GET ${path}`, { token: as });
  expect(status).toBe(200);
  return body;
};
const send = (line: string, body: object = {}, as: string | undefined = token) => box.call(line, { token: as, body });
const historyOf = (subject: string) =>
  box.host.deps.db.select().from(figureChanges).where(eq(figureChanges.subject, subject)).orderBy(figureChanges.id);

describe("fees", () => {
  const fee = { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin mainnet", networkFee: 2.75 };

  test("[FEE-2] the list and the single fee say the same, also for a network with blanks in its name", async () => {
    const fees = v.parse(cryptoFees.answer, await get("/set-fee/crypto-fee"));
    expect(fees.length).toBeGreaterThan(5);
    for (const one of fees)
      expect(v.parse(oneCryptoFee.answer, await get(`/set-fee/crypto-fee/${one.currency}/${encodeURIComponent(one.network)}`))).toEqual(
        one,
      );
    expect(await box.call("GET /set-fee/crypto-fee/BTC/Tron", { token })).toMatchObject({
      status: 404,
      body: { message: "There is no fee for BTC on Tron" },
    });
  });

  test("[FEE-4] an update is there at the next look, with who and when, and in the history with old and new", async () => {
    const { networkFee: before } = v.parse(oneCryptoFee.answer, await get("/set-fee/crypto-fee/BTC/Bitcoin"));
    box.wait(60_000);
    expect(await send("PUT /set-fee/crypto-fee", fee)).toMatchObject({
      status: 200,
      body: { success: true, message: "Crypto fee updated" },
    });
    expect(v.parse(oneCryptoFee.answer, await get("/set-fee/crypto-fee/BTC/Bitcoin"))).toMatchObject({
      networkName: "Bitcoin mainnet",
      networkFee: "2.75",
      updatedBy: "Test super_admin",
      updatedAt: new Date(testNow.getTime() + 60_000).toISOString(),
    });
    expect(await historyOf("fee/BTC/Bitcoin")).toMatchObject([{ before: { networkFee: before }, after: { networkFee: "2.75" } }]);
  });

  test("[FEE-5] a new network name leaves the fee", async () => {
    const { networkName: _name, networkFee: _fee, ...subject } = { ...fee, currency: "ETH", network: "Ethereum" };
    expect(await send("PATCH /set-fee/crypto-fee-name", { ...subject, networkName: "  Ether  " })).toMatchObject({
      status: 200,
      body: { message: "Network name updated" },
    });
    expect(v.parse(oneCryptoFee.answer, await get("/set-fee/crypto-fee/ETH/Ethereum"))).toMatchObject({
      networkName: "Ether",
      networkFee: "3.75",
    });
  });

  testOnce.each([
    [{ ...fee, currency: "" }, 400, "currency is missing"],
    [{ ...fee, networkName: " " }, 400, "networkName is missing"],
    [{ ...fee, networkFee: -1 }, 400, "networkFee is below 0"],
    [{ ...fee, networkFee: "free" }, 400, "networkFee is not a number"],
    [{ ...fee, network: "Tron" }, 404, "There is no fee for BTC on Tron"],
  ])("[FEE-4] %j is refused", async (body, status, message) => {
    expect(await send("PUT /set-fee/crypto-fee", body)).toMatchObject({ status, body: { success: false, message } });
  });
});

describe.each([
  ["onramp", onrampRate.answer],
  ["offramp", offrampRate.answer],
] as const)("%s rate", (name, answer) => {
  const path = `/${name}/${name}-rate`;

  test("[RATE-1] a rate that was set is there at the next look, exact, with its history", async () => {
    const before = v.parse(answer, await get(path));
    box.wait(1000);
    const set = await send(`POST ${path}`, { rate: 1622.125 });
    expect(v.parse(answer, set.body)).toMatchObject({ success: true, rate: "1622.125" });
    const after = v.parse(answer, await get(path));
    expect(after).toMatchObject({ rate: "1622.125", updatedBy: "Test super_admin" });
    expect(Date.parse(after.updatedAt ?? "")).toBeGreaterThan(Date.parse(before.updatedAt ?? ""));
    expect(await historyOf(name)).toMatchObject([{ before: { value: before.rate }, after: { value: "1622.125" } }]);
  });

  testOnce.each([
    [{}, "rate is missing"],
    [{ rate: 0 }, "rate is not above 0"],
    [{ rate: -5 }, "rate is not above 0"],
    [{ rate: "1.2.3" }, "rate is not a number"],
    [{ rate: 1e12 }, "rate is too large"],
  ])("[RATE-2] %j is refused", async (body, message) => {
    expect(await send(`POST ${path}`, body)).toMatchObject({ status: 400, body: { success: false, message, field: "rate" } });
  });
});

describe("markup and markdown", () => {
  const markdown = async () => v.parse(globalMarkdown.answer, await get("/asset-markdown/global", undefined));
  const price = async (originalPrice: string) =>
    v.parse(calculatePrice.answer, await get(`/asset-markdown/calculate-price?originalPrice=${originalPrice}&asset=BTC`, undefined));

  test("[MARK-1] the markup that was set is there at the next look", async () => {
    expect(await send("PUT /marker/markup", { markup: 2.25 })).toMatchObject({
      status: 200,
      body: { success: true, message: "Markup updated" },
    });
    expect(v.parse(markupRecord.answer, await get("/marker/markup-record"))).toMatchObject({
      markup: "2.25",
      updatedBy: "Test super_admin",
    });
    expect(await send("PUT /marker/markup", { markup: 101 })).toMatchObject({ status: 400, body: { message: "markup is above 100" } });
  });

  test("[PRICE-3] the markdown is set, read without a token, and toggled; its history keeps all of it", async () => {
    await send("POST /asset-markdown/set-global", { markdownPercentage: 12.5, description: "Rainy season" });
    expect(await markdown()).toMatchObject({
      markdownPercentage: "12.5",
      formattedPercentage: "12.5%",
      description: "Rainy season",
      isActive: true,
    });
    await send("PUT /asset-markdown/toggle-global");
    expect((await markdown()).isActive).toBe(false);
    await send("PUT /asset-markdown/toggle-global");
    expect((await markdown()).isActive).toBe(true);
    expect(await historyOf("markdown")).toMatchObject([
      { after: { value: "12.5" } },
      { after: { active: false } },
      { after: { active: true } },
    ]);
    for (const wrong of [-1, 100.5, "much"])
      expect(await send("POST /asset-markdown/set-global", { markdownPercentage: wrong })).toMatchObject({
        status: 400,
        body: { field: "markdownPercentage" },
      });
  });

  test("[PRICE-2] a price under the markdown, and while it is off", async () => {
    await send("POST /asset-markdown/set-global", { markdownPercentage: 10 });
    expect(await price("1999.99")).toMatchObject({
      asset: "BTC",
      originalPrice: "1999.99",
      discountedPrice: "1799.99",
      discountAmount: "200",
      formattedPercentage: "10%",
      isActive: true,
    });
    await send("PUT /asset-markdown/toggle-global");
    expect(await price("1999.99")).toMatchObject({
      discountedPrice: "1999.99",
      discountAmount: "0",
      markdownPercentage: "0",
      isActive: false,
    });
    await send("PUT /asset-markdown/toggle-global");
  });

  testOnce("[PRICE-2] random prices and percentages come out exact: half up to the kobo, and both parts make the whole", async () => {
    const random = new Random(20);
    for (let i = 0; i < 60; i += 1) {
      const percentage = new Big(random.whole(0, 1_000_000)).div(10_000).toFixed();
      const original = new Big(random.digits(random.whole(1, 12))).div(100).toFixed();
      await send("POST /asset-markdown/set-global", { markdownPercentage: percentage });
      const { discountedPrice, discountAmount } = await price(original);
      const exact = new Big(original).minus(new Big(original).times(percentage).div(100));
      expect(new Big(discountedPrice ?? "x").minus(exact).abs().lte("0.005")).toBe(true);
      expect(new Big(discountedPrice ?? "x").plus(discountAmount ?? "x").eq(original)).toBe(true);
    }
  });

  testOnce.each([
    ["originalPrice=0&asset=BTC", "originalPrice"],
    ["originalPrice=x&asset=BTC", "originalPrice"],
    ["asset=BTC", "originalPrice"],
    ["originalPrice=5", "asset"],
  ])("[PRICE-2] %s is refused, naming %s", async (query, field) => {
    expect(await box.call(`GET /asset-markdown/calculate-price?${query}`)).toMatchObject({ status: 400, body: { field } });
  });
});

testOnce.each([
  "PUT /set-fee/crypto-fee",
  "PATCH /set-fee/crypto-fee-name",
  "POST /onramp/onramp-rate",
  "POST /offramp/offramp-rate",
  "PUT /marker/markup",
  "POST /asset-markdown/set-global",
  "PUT /asset-markdown/toggle-global",
])("[AUTH-18] %s needs canManageFees, and a token", async (line) => {
  const without = await box.tokenFor("admin", { ...permissionsOf.super_admin, canManageFees: false });
  expect(await send(line, {}, without)).toMatchObject({ status: 403, body: { permission: "canManageFees" } });
  expect(await box.call(line, { body: {} })).toMatchObject({ status: 401 });
});

testOnce.each(["/set-fee/crypto-fee", "/onramp/onramp-rate", "/offramp/offramp-rate", "/marker/markup-record", "/admingiftcard/rates"])(
  "[HOST-4] GET %s needs a token",
  async (path) => {
    expect((await box.call(`GET ${path}`)).status).toBe(401);
  },
);

test("[HOST-4] a figure has 18 decimals at most, each of them kept, however it is written; one more is refused by its field's name", async () => {
  const fee = { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin" };
  const card = { cardType: "NIKE", country: "SWITZERLAND", physicalRate: 1, ecodeRate: 1, minAmount: 1, maxAmount: 2 };
  const calls: [string, string, object, (() => Promise<string | undefined>)?][] = [
    ["POST /onramp/onramp-rate", "rate", {}, async () => v.parse(onrampRate.answer, await get("/onramp/onramp-rate")).rate],
    ["POST /offramp/offramp-rate", "rate", {}, async () => v.parse(offrampRate.answer, await get("/offramp/offramp-rate")).rate],
    ["PUT /marker/markup", "markup", {}, async () => v.parse(markupRecord.answer, await get("/marker/markup-record")).markup],
    [
      "POST /asset-markdown/set-global",
      "markdownPercentage",
      {},
      async () => v.parse(globalMarkdown.answer, await get("/asset-markdown/global")).markdownPercentage,
    ],
    [
      "PUT /set-fee/crypto-fee",
      "networkFee",
      fee,
      async () => v.parse(oneCryptoFee.answer, await get("/set-fee/crypto-fee/BTC/Bitcoin")).networkFee,
    ],
    ["POST /admingiftcard/rates", "rate", card],
  ];
  for (const [line, field, more, look] of calls) {
    for (const tooFine of ["1e-19", "1e-999", "0.0000000000000000001", `1.${"0".repeat(300)}1`, " 1E-19 "])
      expect(await send(line, { ...more, [field]: tooFine }), `${line} ${tooFine}`).toMatchObject({
        status: 400,
        body: { message: `${field} has more than 18 decimals` },
      });
    for (const nothing of ["", " ", "NaN", "Infinity", "0x10", "1_000", "1,5", "1e1000", true, [1]])
      expect(await send(line, { ...more, [field]: nothing }), `${line} ${String(nothing)}`).toMatchObject({ status: 400, body: { field } });
    for (const [written, kept] of [
      ["12.345678901234567891", "12.345678901234567891"],
      ["+1.5e1", "15"],
      [" 7.250 ", "7.25"],
      [`3.${"0".repeat(300)}`, "3"],
      ["1e-18", "0.000000000000000001"],
    ]) {
      if (look === undefined) continue;
      expect(await send(line, { ...more, [field]: written }), `${line} ${written}`).toMatchObject({ status: 200 });
      expect(await look(), `${line} ${written}`).toBe(kept);
    }
  }
  expect(await box.call("GET /asset-markdown/calculate-price?originalPrice=1e-19&asset=BTC")).toMatchObject({
    status: 400,
    body: { message: "originalPrice has more than 18 decimals" },
  });
});
