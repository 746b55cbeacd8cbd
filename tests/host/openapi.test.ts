import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { firstPolicy } from "../../host/approvals/policy.ts";
import type { OpenApi } from "../../host/openapi/document.ts";
import { type Call, nameOf } from "../../src/contract/call.ts";
import { fundUser } from "../../src/contract/funding.ts";
import { listUsers } from "../../src/contract/users.ts";
import { type Answered, type TestHost, openTestHost } from "./support/test-host.ts";

const rooms = import.meta.glob<Record<string, unknown>>("../../src/contract/*.ts", { eager: true });
const isCall = (value: unknown): value is Call =>
  typeof value === "object" && value !== null && "method" in value && "path" in value && "answer" in value;
/** Every call in the contract, in any file. */
const calls = Object.values(rooms).flatMap((exported) => Object.values(exported).filter(isCall));

let box: TestHost;
let token: string;
let document: OpenApi;
const ajv = new Ajv2020({ strict: false, allErrors: true });
ajvFormats.default(ajv);

beforeAll(async () => {
  box = await openTestHost({ allowRegistration: true, approvals: true });
  token = await box.tokenFor("super_admin");
  const { status, body } = await box.call("GET /openapi.json");
  expect(status).toBe(200);
  document = body as OpenApi;
  ajv.addSchema(document, "openapi");
});
afterAll(() => box.close());

const pointer = (...steps: string[]): string =>
  steps.map((step) => encodeURIComponent(step.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/");

/** A value's violations of the document's schema at `place`. */
function problems(value: unknown, ...place: string[]): unknown[] {
  const validate = ajv.compile({ $ref: `openapi#/${pointer(...place)}` });
  return validate(value) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const answerPlace = (path: string, method: string, status: number): string[] => [
  "paths",
  path,
  method.toLowerCase(),
  "responses",
  String(status),
  "content",
  "application/json",
  "schema",
];

describe("the document", () => {
  test("[HOST-1] it is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate({ ...structuredClone(document) });
    expect({ valid, errors, version: validator.version }).toEqual({ valid: true, errors: undefined, version: "3.1" });
  });

  test("[HOST-1] every reference in it leads somewhere", () => {
    const found = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name = ""]) => name);
    expect(found.length).toBeGreaterThan(50);
    expect(found.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });

  test("[HOST-1] every call of the contract is in it, and nothing that no contract declares", () => {
    const inContract = new Set(calls.map(nameOf));
    expect(inContract.size).toBeGreaterThan(35);
    const inDocument = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(inDocument.toSorted()).toEqual([...inContract, "GET /config.json"].toSorted());
  });

  test("[AUTH-13] [AUTH-18] it says who may make each call", () => {
    for (const call of calls) {
      const { security } = document.paths[call.path]?.[call.method.toLowerCase()] ?? {};
      expect((security?.length ?? 0) > 0, nameOf(call)).toBe(call.auth === "bearer");
    }
    expect(document.paths[fundUser.path]?.["post"]?.security).toEqual([{ bearer: ["canFundUsers"] }]);
    expect(document.paths[listUsers.path]?.["get"]?.security).toEqual([{ bearer: [] }]);
  });

  test("[FUND-3] it says what a body may hold, down to what is checked in code", () => {
    const amount = { $ref: "#/components/schemas/Decimal", description: "Wrong where it is below 0.000001, or is too large." };
    expect(document.paths[fundUser.path]?.["post"]?.requestBody?.content["application/json"].schema).toMatchObject({
      properties: { email: { $ref: "#/components/schemas/Email" }, amount },
      required: ["email", "currency", "amount"],
    });
  });
});

describe("what JSON Schema can't say", () => {
  const published = (path: string, method = "get") => document.paths[path]?.[method];
  const answerTo = (path: string) => published(path)?.responses["200"]?.content["application/json"]?.schema;
  const said = (path: string, name: string): unknown => {
    const found = published(path)?.parameters?.find((one) => one.name === name);
    return found && [found.description, found.schema["description"]].join(" ").trim();
  };

  test("[TOOL-6] the state of a wallet generation has the fields of one, and says that it needs one of them", () => {
    expect(answerTo("/updateuseraddress/status-by-phone")).toEqual({
      $ref: "#/components/schemas/Generation",
      description: "Wrong where it says nothing of a generation.",
    });
  });

  test("[RATE-1, MARK-1, PRICE-3] an answer of no figure is called wrong, at the top and within a choice", () => {
    expect(answerTo("/onramp/onramp-rate")).toMatchObject({ description: "Wrong where it has no rate." });
    expect(answerTo("/asset-markdown/global")).toMatchObject({ description: "Wrong where it has no percentage." });
    expect(answerTo("/marker/markup-record")?.["anyOf"]).toEqual([
      { $ref: "#/components/schemas/Decimal" },
      expect.objectContaining({ description: "Wrong where it has no markup." }),
    ]);
  });

  test("[APPR-4, USER-10, AUD-1] a parameter says what it is refused for", () => {
    expect(said("/api/approvals", "state")).toBe("Wrong where it is not a state.");
    expect(said("/usermanagement/users", "sort")).toBe("Wrong where it is not a field to sort by.");
    expect(said("/audit/logs", "timeZone")).toBe("Wrong where it is not a time zone.");
  });

  test("[KEY-1, FUND-6] a repeat that comes while the first still runs waits, and is not refused", () => {
    const key = published("/funduser/fund", "post")?.parameters?.find(({ name }) => name === "Idempotency-Key");
    expect(key?.description).toContain("One that comes while the first still runs waits for it; it is not refused with 409");
  });

  test.each([
    ["APPR-4", "/api/approvals", "`state` takes several, separated by commas: open, executed, refused, withdrawn, expired."],
    ["APPR-4", "/api/approvals", "`maker` is an admin's id or email."],
    ["CLOSE-2", "/api/approvals", "An executed slip has `decidedAt`"],
    ["USER-10", "/usermanagement/users", "`sort` is one of createdAt, username, email, phonenumber, kycLevel,"],
    ["USER-10", "/usermanagement/users", "days of UTC, both included"],
    ["DASH-7", "/analytics/filter", "days of UTC, both included"],
    ["CLOSE-2", "/audit/logs", "days of `timeZone`, or of UTC, both included"],
    ["RATE-1", "/onramp/onramp-rate", "`data` is null where none is set yet"],
    ["LIVE-4", "/api/events", "of a fee `currency/network`"],
    ["LIVE-2", "/api/events", "A position that the host doesn't know, or no longer has, is answered by `reset`, not by a refusal"],
  ])("[%s] what %s means says: %s", (_requirement, path, words) => {
    expect(published(path)?.description).toContain(words);
  });

  test("[LIVE-2] a 400 of the stream is not for its position", () => {
    expect(published("/api/events")?.responses["400"]?.description).toContain("never for a position that isn't known");
  });

  test.each([
    ["APPR-5", "Admin", "by which slips name this admin"],
    ["SYNC-8", "Instant", "without one it is UTC"],
    ["USER-2", "PageLimit", "as many as asked for, if there are so many"],
    ["FUND-4", "Success", 'true, "true", "yes" and 1 are yes'],
  ])("[%s] the part %s says: %s", (_requirement, name, words) => {
    expect(document.components.schemas[name]?.["description"]).toContain(words);
  });

  test("[APPR-5] an admin has an id", () => {
    expect(document.components.schemas["Admin"]?.["properties"]).toHaveProperty("id");
  });
});

describe("the host's own answers", () => {
  const email = "user1@example.com";
  let one: { email: string; phonenumber: string };

  beforeAll(async () => {
    const { body } = await box.call("GET /usermanagement/users?limit=60", { token });
    const { users } = (body as { data: { users: { email: string; phonenumber: string | null }[] } }).data;
    const found = users.find((user) => user.phonenumber !== null);
    if (found?.phonenumber == null) throw new Error("no user has a phone number");
    one = { email: found.email, phonenumber: found.phonenumber };
  });

  /** Makes a call and checks its body and answer against the document. */
  async function checked(line: string, template: string, sent: Parameters<TestHost["call"]>[1] = {}): Promise<Answered> {
    const [method = ""] = line.split(" ");
    if (sent.body !== undefined)
      expect(
        problems(sent.body, "paths", template, method.toLowerCase(), "requestBody", "content", "application/json", "schema"),
        `body of ${line}`,
      ).toEqual([]);
    const answered = await box.call(line, { token, ...sent });
    expect(problems(answered.body, ...answerPlace(template, method, answered.status)), `answer of ${line}`).toEqual([]);
    return answered;
  }

  test("[HOST-1] each read is answered as the document says", async () => {
    const reads: [string, string][] = [
      ["/config.json", ""],
      ["/analytics/dashboard", ""],
      ["/analytics/recent-transactions", "?page=2&limit=200"],
      ["/analytics/filter", "?transactionStatus=PENDING&page=1&limit=200"],
      ["/usermanagement/users", "?limit=60"],
      ["/admin/users/wallets", `?email=${one.email}`],
      ["/fetching/refresh-tokens", `?email=${one.email}`],
      ["/updateuseraddress/status-by-phone", `?phonenumber=${encodeURIComponent(one.phonenumber)}`],
      ["/set-fee/crypto-fee", ""],
      ["/onramp/onramp-rate", ""],
      ["/offramp/offramp-rate", ""],
      ["/marker/markup-record", ""],
      ["/asset-markdown/global", ""],
      ["/asset-markdown/calculate-price", "?originalPrice=1000&asset=Card"],
      ["/admingiftcard/rates", "?limit=200"],
      ["/admin/settings", ""],
      ["/audit/logs", "?page=1&limit=50"],
      ["/audit/logs/counters", ""],
      ["/audit/logs/chain", "?from=1&limit=200"],
    ];
    for (const [path, query] of reads) expect((await checked(`GET ${path}${query}`, path)).status, path).toBe(200);
    const { status } = await checked("GET /set-fee/crypto-fee/BTC/Bitcoin", "/set-fee/crypto-fee/{currency}/{network}");
    expect(status).toBe(200);
  });

  test("[HOST-1] each session call and mutation is answered as the document says", async () => {
    const money = { email: one.email, currency: "BTC", amount: 0.005, reason: "refund" };
    const slip = { ...money, operation: "fund", amount: "0.05" };
    const rate = {
      cardType: "XBOX",
      country: "SWITZERLAND",
      rate: 10,
      physicalRate: 9,
      ecodeRate: 8,
      minAmount: 1,
      maxAmount: 100,
      vanillaType: "new",
    };
    const fee = { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin", networkFee: 2.5 };
    const lines: [string, unknown][] = [
      ["POST /register", { name: "New", email: "new@example.com", passwordPin: "739154", confirmPassword: "739154" }],
      ["POST /reset-password", { email: "new@example.com" }],
      ["POST /funduser/fund", money],
      ["POST /funduser/deduct", money],
      ["PATCH /2FA-Disable/disable-2fa", { email: one.email }],
      ["PATCH /delete-pin/remove-passwordpin", { email: one.email }],
      ["POST /updateuseraddress/generate-wallets-by-phone", { phonenumber: one.phonenumber, force: false }],
      ["PUT /set-fee/crypto-fee", fee],
      ["PATCH /set-fee/crypto-fee-name", { currency: "BTC", network: "Bitcoin", networkName: "Bitcoin" }],
      ["POST /onramp/onramp-rate", { rate: "1601.5" }],
      ["POST /offramp/offramp-rate", { rate: 1590 }],
      ["PUT /marker/markup", { markup: 2 }],
      ["POST /asset-markdown/set-global", { markdownPercentage: 5, description: "Less" }],
      ["PUT /asset-markdown/toggle-global", {}],
      ["POST /admingiftcard/rates", rate],
      ["POST /admingiftcard/rates/bulk", { rates: [{ ...rate, vanillaType: "bulk" }] }],
      ["POST /admin/register", { adminName: "Another", email: "another@example.com", passwordPin: "739154", role: "moderator" }],
      ["PUT /admin/settings", { emailNotifications: false }],
      ["DELETE /deleteuser/user", { email: one.email, force: true }],
    ];
    const { body: made } = await checked("POST /api/approvals", "/api/approvals", { body: slip });
    const { data: asked } = made as { data: { id: string; digest: string } };
    const second = await box.tokenFor("super_admin");
    const decision = { token: second, body: { digest: asked.digest } };
    await checked(`POST /api/approvals/${asked.id}/approve`, "/api/approvals/{id}/approve", decision);
    await checked(`GET /api/approvals/${asked.id}/receipt`, "/api/approvals/{id}/receipt");
    const { body: proposed } = await checked("PUT /api/approvals/policy", "/api/approvals/policy", { body: firstPolicy });
    const { digest } = (proposed as { data: { digest: string } }).data;
    await checked("POST /api/approvals/policy/approve", "/api/approvals/policy/approve", { token: second, body: { digest } });
    for (const path of ["/api/approvals", "/api/approvals/policy"]) await checked(`GET ${path}`, path);
    for (const [line, body] of lines) {
      const { status, body: answer } = await checked(line, line.split(" ")[1] ?? "", { body });
      expect({ line, status, answer }).toMatchObject({ status: 200 });
    }
    const signedIn = await checked("POST /adminsignin/signin", "/adminsignin/signin", {
      body: { email: "another@example.com", passwordPin: "739154" },
    });
    const { accessToken, refreshToken } = signedIn.body as { accessToken: string; refreshToken: string };
    await checked("POST /adminsignin/refresh-token", "/adminsignin/refresh-token", { body: { refreshToken } });
    await checked("POST /adminsignin/logout", "/adminsignin/logout", { token: accessToken });
  });

  test("[HOST-4] each refusal is one that the document tells of", async () => {
    const moderator = await box.tokenFor("moderator");
    const refusals: [number, string, string, Parameters<TestHost["call"]>[1]?][] = [
      [400, "POST /funduser/fund", "/funduser/fund", { body: { email } }],
      [400, "GET /analytics/filter?minAmount=x", "/analytics/filter"],
      [401, "GET /analytics/dashboard", "/analytics/dashboard", { token: undefined }],
      [403, "GET /analytics/dashboard", "/analytics/dashboard", { token: "no.token.atall" }],
      [403, "PUT /marker/markup", "/marker/markup", { token: moderator, body: { markup: 1 } }],
      [404, "GET /admin/users/wallets?email=nobody@example.com", "/admin/users/wallets"],
      [404, "GET /set-fee/crypto-fee/NONE/Nowhere", "/set-fee/crypto-fee/{currency}/{network}"],
      [
        409,
        "POST /admin/register",
        "/admin/register",
        { body: { adminName: "Another", email: "another@example.com", passwordPin: "739154", role: "admin" } },
      ],
      [404, "POST /api/approvals/none/refuse", "/api/approvals/{id}/refuse", { body: { note: "No" } }],
      [413, "POST /reset-password", "/reset-password", { body: { email: "a".repeat(1.1e6) } }],
    ];
    for (const [expected, line, template, sent] of refusals) {
      const [method = ""] = line.split(" ");
      const { status, body } = await box.call(line, { token, ...sent });
      expect({ line, status, body }).toMatchObject({ status: expected });
      expect(problems(body, ...answerPlace(template, method, status)), line).toEqual([]);
    }
  });

  test("a wrong answer is one that the document refuses: the checks above can fail", () => {
    const place = answerPlace("/analytics/recent-transactions", "GET", 200);
    expect(problems({ success: true, data: [{ id: "1" }] }, ...place)).not.toEqual([]);
    expect(problems({ success: true, data: [{ id: "1", createdAt: "2026-11-20T12:00:00Z", amount: true }] }, ...place)).not.toEqual([]);
  });
});

describe("the page", () => {
  test("[HOST-1] it shows every call, and asks nothing of anybody else", async () => {
    const { status, body, headers } = await box.call("GET /docs/api");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toContain("text/html");
    const page = String(body);
    for (const call of calls) expect(page).toContain(`<code>${call.path}</code>`);
    expect(page).not.toMatch(/<script|style="|https?:\/\//);
    expect((await box.call("GET /docs/api.css")).headers.get("Content-Type")).toContain("text/css");
  });

  test("[HOST-1, APPR-3] each call has its answer, also one of 201, and no answer stands among the refusals", async () => {
    const page = String((await box.call("GET /docs/api")).body);
    const articles = page.split(/<article id="/).slice(1);
    const of = (id: string): string => articles.find((one) => one.startsWith(`${id}"`)) ?? "";
    for (const call of calls) {
      const article = of(document.paths[call.path]?.[call.method.toLowerCase()]?.operationId ?? "");
      expect(article, nameOf(call)).toMatch(/<caption>\s*Answer|<strong>Answer/);
      expect(article, nameOf(call)).not.toMatch(/<code>2\d\d<\/code>/);
    }
    expect(of("makeSlip")).toMatch(/Answer \(201\)[^]*data\.<wbr \/>digest/);
    expect(of("generationStatus")).toContain("Wrong where it says nothing of a generation.");
  });

  test("[HOST-1] what its links point at is on it", async () => {
    const page = String((await box.call("GET /docs/api")).body);
    const targets = new Set([...page.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id));
    const links = [...page.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(100);
    expect(links.filter((id) => !targets.has(id))).toEqual([]);
  });
});
