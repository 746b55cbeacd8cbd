import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prices } from "../../host/db/schema.ts";
import { readOptions } from "../../host/options.ts";
import { auditLogs } from "../../src/contract/audit.ts";
import { config } from "../../src/contract/config.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

let box: TestHost;
let token: string;
let email: string;

beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
  email = (await everyUser(box, token))[0]?.email ?? "";
});
afterAll(() => box.close());

const fund = (currency: string, amount: string, as = token) =>
  box.call("POST /funduser/fund", { token: as, body: { email, currency, amount } });
const latest = async () => {
  const { body } = await box.call("GET /audit/logs?page=1&limit=1&action=fund", { token });
  return v.parse(auditLogs.answer, body).entries[0];
};

test("[FUND-3] one funding is worth a million USD at most, in whatever currency; the refusal names the field, and nothing moves", async () => {
  expect(await fund("USDT", "1000000.01")).toMatchObject({
    status: 400,
    body: { field: "amount", message: "amount is worth about 1,000,000 USD; one funding may be worth 1,000,000 USD at most" },
  });
  // At 67,250.5 USD per bitcoin and 0.000625 USD per naira.
  expect((await fund("BTC", "15")).status).toBe(400);
  expect((await fund("BTC", "14.8")).status).toBe(200);
  expect((await fund("NGNB", "1600000000.01")).status).toBe(400);
  expect((await fund("NGNB", "1600000000")).status).toBe(200);
  expect(await latest()).toMatchObject({ outcome: "done", asked: { amount: "1600000000" } });
});

test("[FUND-3] money that is taken away has no ceiling", async () => {
  expect((await box.call("POST /funduser/deduct", { token, body: { email, currency: "USDT", amount: "1000000.01" } })).status).toBe(409);
});

test("[AUD-1] a funding above 100,000 USD is an alert from an admin's first one on", async () => {
  const first = await box.tokenFor("admin");
  await fund("USDC", "100000", first);
  expect(await latest()).toMatchObject({ alert: null });
  const other = await box.tokenFor("admin");
  await fund("ETH", "30", other);
  expect(await latest()).toMatchObject({ alert: "largeFunding" });
});

test("[FUND-3] the ceiling and the alert are what the host was told, and config.json announces the ceiling", async () => {
  const low = await openTestHost({ fundCeilingUsd: 500, fundAlertUsd: 100 });
  const as = await low.tokenFor("super_admin");
  const send = (amount: number) => low.call("POST /funduser/fund", { token: as, body: { email, currency: "USDT", amount } });
  expect((await send(501)).body).toMatchObject({ message: expect.stringContaining("500 USD at most"), ceilingUsd: 500 });
  expect((await send(101)).status).toBe(200);
  const { body } = await low.call("GET /audit/logs?page=1&limit=1&alerts=true", { token: as });
  expect(v.parse(auditLogs.answer, body).entries[0]).toMatchObject({ alert: "largeFunding" });
  expect(v.parse(config, (await low.call("GET /config.json")).body).fundCeilingUsd).toBe(500);
  await low.close();
  expect(readOptions({}, [])).toMatchObject({ FUND_CEILING_USD: 1_000_000, FUND_ALERT_USD: 100_000 });
  expect(readOptions({ FUND_CEILING_USD: "500" }, []).FUND_CEILING_USD).toBe(500);
  expect(() => readOptions({ FUND_CEILING_USD: "0" }, [])).toThrow("FUND_CEILING_USD is below 1.");
});

test("[FUND-3] the ceiling goes by the prices that docs/deploy.md has an operator set", async () => {
  const [script = ""] = /^(update prices set .*;\n)+/m.exec(readFileSync("docs/deploy.md", "utf8")) ?? [];
  await box.host.deps.connection.script(script);
  // At 120,000 USD per bitcoin and 0.00052 USD per naira.
  expect((await fund("BTC", "8.4")).status).toBe(400);
  expect((await fund("BTC", "8.3")).status).toBe(200);
  expect((await fund("NGNB", "1900000000")).status).toBe(200);
});

test("[FUND-3] of a currency without a price the ceiling can't be told", async () => {
  await box.host.deps.db.delete(prices).where(eq(prices.currency, "SOL"));
  expect((await fund("SOL", "900000")).status).toBe(200);
});
