import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { migrate } from "../../host/db/migrate.ts";
import { migrations } from "../../host/migrations/all.ts";
import { log, logAs, toldError } from "../../host/operation/log.ts";
import { readOptions } from "../../host/options.ts";
import { paths as pages } from "../../src/app/links.ts";
import { tamper } from "../support/fill-log.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openEmpty, openTestHost } from "./support/test-host.ts";

const metricsToken = "a-token-for-the-metrics";
let box: TestHost;
let token: string;
let email: string;

beforeAll(async () => {
  box = await openTestHost({ metricsToken, logsRequests: true, appDir: "nowhere", mailsWaiting: () => 3 });
  token = await box.tokenFor("super_admin");
  email = (await everyUser(box, token))[0]?.email ?? "";
});
afterAll(() => box.close());

const logged: string[] = [];
function listen(): void {
  const keep = (...said: unknown[]): void => void logged.push(said.join(" "));
  vi.spyOn(console, "log").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation(keep);
}
afterEach(() => {
  vi.restoreAllMocks();
  logAs("text");
  logged.length = 0;
});

const metrics = async (): Promise<string> =>
  String((await box.call("GET /metrics", { headers: { Authorization: `Bearer ${metricsToken}` } })).body);

test("[HOST-1] each migration of an older database is logged as it begins, those of a new one are not", async () => {
  listen();
  const connection = await openEmpty();
  await migrate(connection, migrations.slice(0, -2));
  expect(logged).toEqual([]);
  await migrate(connection);
  expect(logged).toEqual(migrations.slice(-2).map(({ name }) => `migrating: name ${name}`));
  await migrate(connection);
  expect(logged).toHaveLength(2);
  await connection.close();
});

describe("what watches the host asks", () => {
  test("[HOST-1] /healthz says that it runs, /readyz that it can serve, and no longer without its database", async () => {
    expect(await box.call("GET /healthz")).toMatchObject({ status: 200, body: { status: "ok" } });
    expect(await box.call("GET /readyz")).toMatchObject({ status: 200, body: { status: "ready" } });
    const broken = await openTestHost();
    await broken.close();
    expect(await broken.call("GET /healthz")).toMatchObject({ status: 200 });
    expect(await broken.call("GET /readyz")).toMatchObject({ status: 503, body: { status: "no database" } });
  });

  test("[HOST-1] none of their paths is a page's or another call's", () => {
    const own = ["/healthz", "/readyz", "/metrics"];
    expect(Object.values(pages).filter((page) => own.some((path) => page.startsWith(path)))).toEqual([]);
    const served = box.host.app.routes.filter(({ path }) => own.some((prefix) => path.startsWith(prefix)));
    expect(served.map(({ path }) => path).sort()).toEqual(own.toSorted());
  });

  test("[HOST-4] the metrics are there for who knows their token, and not at all where none was given", async () => {
    expect((await box.call("GET /metrics")).status).toBe(401);
    expect((await box.call("GET /metrics", { headers: { Authorization: "Bearer another-token-altogether" } })).status).toBe(401);
    const plain = await openTestHost({ appDir: "nowhere" });
    expect(await plain.call("GET /metrics")).toMatchObject({ status: 404, body: { success: false } });
    await plain.close();
    expect(() => readOptions({ METRICS_TOKEN: "short" }, [])).toThrow("METRICS_TOKEN must have at least 16 visible characters.");
  });

  test("[HOST-1] the metrics count requests by route and status, as Prometheus reads them", async () => {
    await box.call("GET /set-fee/crypto-fee/BTC/Bitcoin", { token });
    await box.call("GET /set-fee/crypto-fee/ETH/Ethereum", { token });
    await box.call("GET /set-fee/crypto-fee/ETH/Nowhere", { token });
    const text = await metrics();
    const one = 'method="GET",route="/set-fee/crypto-fee/:currency/:network"';
    expect(text).toContain(`http_requests_total{${one},status="200"} 2\n`);
    expect(text).toContain(`http_requests_total{${one},status="404"} 1\n`);
    expect(text).toContain(`http_request_duration_seconds_bucket{le="+Inf",${one}} 3\n`);
    expect(text).toContain(`http_request_duration_seconds_count{${one}} 3\n`);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).toContain("\noutbox_waiting 3\n");
    for (const line of text.split("\n").filter(Boolean))
      expect(line).toMatch(/^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{([a-z]+="[^"\\]*",?)+\})? [0-9.e+-]+)$/);
  });

  test("[HOST-1] the metrics keep their names, kinds and buckets, which alarms and dashboards are written against", async () => {
    await box.call("GET /set-fee/crypto-fee/BTC/Bitcoin", { token });
    const text = await metrics();
    expect([...text.matchAll(/^# TYPE (.+)$/gm)].map(([, kind]) => kind)).toEqual([
      "http_requests_total counter",
      "http_request_duration_seconds histogram",
      "process_start_time_seconds gauge",
      "process_resident_memory_bytes gauge",
      "process_cpu_seconds gauge",
      "nodejs_eventloop_delay_p99_seconds gauge",
      "database_connections gauge",
      "database_connections_idle gauge",
      "database_requests_waiting gauge",
      "outbox_waiting gauge",
      "event_streams gauge",
    ]);
    const bounds = [...text.matchAll(/_bucket\{le="([^"]+)",method="GET",route="\/set-fee\/crypto-fee\/:currency\/:network"\}/g)].map(
      ([, le]) => le,
    );
    expect(bounds).toEqual(["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"]);
    const { headers } = await box.call("GET /metrics", { headers: { Authorization: `Bearer ${metricsToken}` } });
    expect(headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  });
});

describe("what they don't tell", () => {
  test("[HOST-4] neither the metrics nor the log hold anything of a person, whatever is asked for and whatever fails", async () => {
    listen();
    logAs("json");
    const name = email.split("@")[0] ?? "";
    await box.call(`GET /analytics/filter?searchTerm=${name}`, { token });
    await box.call(`GET /${encodeURIComponent(email)}`);
    await box.call(`GET /admingiftcard/rates/${encodeURIComponent(email)}`, { token });
    await box.call("POST /adminsignin/signin", { body: { email, passwordPin: "135790" } });
    await box.call("POST /reset-password", { body: { email } });
    await box.call("POST /funduser/fund", { token, body: { email, currency: "USDT", amount: 98765 } });
    await tamper(box.host.deps.db, "alter table ledger_entries rename to elsewhere");
    expect((await box.call("POST /funduser/fund", { token, body: { email, currency: "USDT", amount: 98765 } })).status).toBe(500);
    await tamper(box.host.deps.db, "alter table elsewhere rename to ledger_entries");
    const failure = logged.map((line) => JSON.parse(line)).find(({ event }) => event === "request failed");
    expect(failure).toMatchObject({ level: "error", method: "POST", route: "/funduser/fund", sqlState: "42P01" });
    expect(failure.stack.length).toBeGreaterThan(2);
    expect(logged.map((line) => JSON.parse(line)).filter(({ event }) => event === "request").length).toBeGreaterThan(5);
    const told = `${logged.join("\n")}${await metrics()}`;
    for (const secret of [email, encodeURIComponent(email), name, token]) expect(told).not.toContain(secret);
    // As words of their own: ids and fractions of seconds hold any digits by chance.
    expect(told).not.toMatch(/(?<![\w.])(98765|135790)(?!\w)/);
  });

  test("[HOST-1] for people an event is a line, an error its code and where it happened", async () => {
    listen();
    log("info", "mail", { path: "/tmp/a.eml" });
    const error = await box.host.deps.db.execute("select 'secret' from nowhere").then(
      () => undefined,
      (caught: unknown) => caught,
    );
    log("error", "sweeping", toldError(error));
    expect(logged[0]).toBe("mail: path /tmp/a.eml");
    expect(logged[1]).toMatch(/^sweeping: error \w+, sqlState 42P01\n {4}at /);
    expect(logged.join("\n")).not.toContain("secret");
  });

  test("[HOST-1] what a request has brought along writes no line of its own and steers no terminal", () => {
    listen();
    log("info", "passkey refused", { reason: 'origin "\u001b[2K\rsign-in: admin ada\n\u009b8m\u202e"' });
    expect(logged).toEqual(['passkey refused: reason origin "\\u{1b}[2K\\u{d}sign-in: admin ada\\u{a}\\u{9b}8m\\u{202e}"']);
  });

  test("[HOST-1] of a query that never reached the database the log says why, and nothing of the query", () => {
    const cause = new Error("connect ECONNREFUSED 127.0.0.1:5432");
    const failed = new Error("Failed query: select 'secret\n    at secret'", { cause });
    expect(toldError(failed)).toMatchObject({ error: "Error", message: cause.message });
    expect(toldError(new Error("Failed query: select 'secret'"))).not.toHaveProperty("message");
    expect(JSON.stringify(toldError(failed))).not.toContain("secret");
  });
});
