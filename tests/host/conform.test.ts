import { createServer } from "node:http";
import { type AddressInfo, createServer as createSocketServer } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Asker, type Fetch } from "../../conform/asking.ts";
import { command } from "../../conform/command.ts";
import { type Checked, Conformance } from "../../conform/conformance.ts";
import { conform } from "../../conform/conform.ts";
import { checkCors } from "../../conform/cors.ts";
import { checkConfigAt, configAt } from "../../conform/own-config.ts";
import { checkAdminReads } from "../../conform/reads/admin-reads.ts";
import { checkApprovals } from "../../conform/reads/approvals.ts";
import { checkEvents } from "../../conform/reads/events.ts";
import { checkFigures } from "../../conform/reads/figures.ts";
import { checkTransactions } from "../../conform/reads/transactions.ts";
import { checkUsers } from "../../conform/reads/users.ts";
import { report } from "../../conform/report.ts";
import * as approvalCalls from "../../src/contract/approvals.ts";
import { closeAttempt } from "../../src/contract/attempts.ts";
import { nameOf } from "../../src/contract/call.ts";
import { config } from "../../src/contract/config.ts";
import * as passkeyCalls from "../../src/contract/passkeys.ts";
import { onrampRate } from "../../src/contract/rates.ts";
import { root } from "../../scripts/run.mjs";
import { addAdmin } from "../../host/sessions/admins.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";

const who = { email: "operator@example.com", pin: "135790" };
const origin = "https://host.example";
const app = "https://desk.example";

let box: TestHost;
const asked: string[] = [];

beforeAll(async () => {
  box = await openTestHost({ allowedOrigins: [app], approvals: true });
  const { deps } = box.host;
  const { email, pin } = who;
  await addAdmin(
    deps.db,
    { email, adminName: "Operator", pin, role: "super_admin", permissions: permissionsOf.super_admin },
    deps.pinCost,
    testNow,
  );
});
afterAll(() => box.close());

/** An executed slip, for its receipt. */
beforeAll(async () => {
  const [maker, checker] = [await box.tokenFor("admin"), await box.tokenFor("admin")];
  const [one] = await everyUser(box, maker);
  const body = { operation: "fund", email: one?.email, currency: "NGNB", amount: "2500000", reason: "refund", note: "Naïve — ₦" };
  const { data } = v.parse(v.object({ data: approvalCalls.slip }), (await box.call("POST /api/approvals", { token: maker, body })).body);
  await box.call(`POST /api/approvals/${data.id}/approve`, { token: checker, body: { digest: data.digest } });
});

const byHost = async (request: Request): Promise<Response> => {
  asked.push(`${request.method} ${new URL(request.url).pathname}`);
  return box.host.app.request(request, undefined, { address: "192.0.2.7", localOrigin: "http://localhost" });
};

type Json = Record<string, unknown>;
interface Deviation {
  readonly path: string;
  readonly method?: string;
  /** Only if the URL's query contains this. */
  readonly query?: string;
  /** Replaces the host's answer. */
  readonly answer: (own: Json, status: number) => { readonly body: unknown; readonly status?: number } | undefined;
}

/** The embedded host with some answers replaced. */
const deviating =
  (...deviations: readonly Deviation[]) =>
  async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const response = await byHost(request);
    // Streams don't end.
    if (response.headers.get("Content-Type") === "text/event-stream") return response;
    const found = deviations.find(
      ({ path, method = "GET", query = "" }) =>
        (path === pathname || (path.endsWith("*") && pathname.startsWith(path.slice(0, -1)))) &&
        method === request.method &&
        decodeURIComponent(search).includes(query),
    );
    const text = await response.text();
    const own: unknown = text.startsWith("{") ? JSON.parse(text) : {};
    const other = found?.answer(own as Json, response.status);
    if (other === undefined) return new Response(text === "" ? null : text, response);
    return new Response(typeof other.body === "string" ? other.body : JSON.stringify(other.body), {
      status: other.status ?? response.status,
      headers: { "Content-Type": typeof other.body === "string" ? "text/html" : "application/json" },
    });
  };

const rowsOf = (own: Json): Json[] => own["data"] as Json[];
const usersOf = (own: Json): Json[] => (own["data"] as Json)["users"] as Json[];

/** Ten deviations, each with what the report says about it. */
const ten: readonly (Deviation & { readonly call: string; readonly says: string })[] = [
  {
    call: "GET /analytics/dashboard",
    path: "/analytics/dashboard",
    answer: (own, status) =>
      status === 200 ? { body: { ...own, data: { ...(own["data"] as Json), users: { total: "many" } } } } : undefined,
    says: 'data.users.total: expected a number, or text that holds one; got "many"',
  },
  {
    call: "GET /analytics/recent-transactions",
    path: "/analytics/recent-transactions",
    answer: (own, status) =>
      status === 200
        ? { body: { ...own, data: rowsOf(own).map((row, at) => (at === 3 ? { ...row, createdAt: "yesterday" } : row)) } }
        : undefined,
    says: 'data[].createdAt: expected a date; got "yesterday"',
  },
  {
    call: "GET /analytics/filter",
    path: "/analytics/filter",
    query: "currency=",
    answer: (own, status) => {
      if (status !== 200) return undefined;
      const rows = (own["data"] as Json)["transactions"] as Json[];
      return { body: { ...own, data: { transactions: rows.map((row, at) => (at < 2 ? { ...row, currency: "XXX" } : row)) } } };
    },
    says: "expected only rows that fit; got 2 of",
  },
  {
    call: "GET /usermanagement/users",
    path: "/usermanagement/users",
    answer: (own, status) =>
      status === 200
        ? { body: { ...own, data: { users: usersOf(own).map(({ _id, email, ...user }) => (email === undefined ? { _id } : user)) } } }
        : undefined,
    says: "data.users[]: expected anything but one that has neither id nor email",
  },
  {
    call: "GET /set-fee/crypto-fee",
    path: "/set-fee/crypto-fee",
    answer: (own, status) => (status === 200 ? { body: { ...own, data: { BTC: rowsOf(own) } } } : undefined),
    says: "data: expected a list; got an object with BTC",
  },
  {
    call: "GET /onramp/onramp-rate",
    path: "/onramp/onramp-rate",
    answer: (_own, status) => (status === 200 ? { body: { success: true, data: { value: 1600 } } } : undefined),
    says: "answer: expected rate in it; got an object with success, data",
  },
  {
    call: "GET /offramp/offramp-rate",
    path: "/offramp/offramp-rate",
    answer: () => ({ body: { success: true, data: { rate: 1590 } }, status: 200 }),
    says: "status without a token: expected 401 or 403; got 200",
  },
  {
    call: "GET /marker/markup-record",
    path: "/marker/markup-record",
    answer: () => ({ body: "<!doctype html><title>Not here</title>", status: 200 }),
    says: "answer: expected JSON; got a web page",
  },
  {
    call: "GET /asset-markdown/calculate-price",
    path: "/asset-markdown/calculate-price",
    answer: () => ({ body: { success: false, message: "Out of order" }, status: 500 }),
    says: 'status: expected 200; got 500 "Out of order"',
  },
  {
    call: "GET /audit/logs/chain",
    path: "/audit/logs/chain",
    answer: (own, status) => {
      if (status !== 200) return undefined;
      const data = own["data"] as { entries: Json[]; head: unknown };
      return {
        body: {
          ...own,
          data: { ...data, entries: data.entries.map((entry, at) => (at === 0 ? { ...entry, outcome: "done, surely" } : entry)) },
        },
      };
    },
    says: "data.entries[] 1: expected an entry that fits into the chain; got changed",
  },
];

const differing = (checked: readonly Checked[]) => checked.filter(({ verdict }) => verdict.is === "differs");

describe("a check", () => {
  /** What one part of the check finds; `settings`: fields of config.json. */
  const partBy = async (part: (conformance: Conformance) => Promise<void>, fetch: Fetch, settings: object = {}) => {
    const conformance = new Conformance(
      new Asker(origin, fetch, async () => {}),
      v.parse(config, settings),
      await box.tokenFor("super_admin"),
    );
    await part(conformance);
    return { told: report(conformance.checked), calls: differing(conformance.checked).map(({ call }) => call) };
  };

  const users = (conformance: Conformance) => checkUsers(conformance, false);
  const approvals = { approvals: "/api/approvals" };
  const events = { events: "/api/events" };
  const keys = { idempotencyHeader: "Idempotency-Key", attempts: "/api/attempts" };

  test("[HOST-1] the embedded host is all as the contract says, in every call that reads", async () => {
    const checked = await conform({ host: origin, who, fetch: byHost, origin: app, secrets: true });
    expect(report(checked)).not.toContain("✗");
    expect(checked.filter(({ verdict }) => verdict.is !== "same" && verdict.is !== "refuses").map(({ call }) => call)).toEqual([
      "POST /api/passkeys/reset",
      "POST /api/passkeys/register/options",
    ]);
    expect(checked.map(({ call }) => call)).toContain(`GET ${app}/config.json`);
    expect(checked.length).toBeGreaterThan(20);
  });

  const withHeaders = (answer: Response, changed: Readonly<Record<string, string | undefined>>): Response => {
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(changed))
      if (value === undefined) headers.delete(name);
      else headers.set(name, value);
    return new Response(answer.body, { status: answer.status, headers });
  };

  test("[HOST-1] a host that a browser wouldn't let the app call is told so: a method or header that isn't allowed, a preflight that wants a token, a refusal that can't be read", async () => {
    /** What differs where a gateway changes the embedded host's answers to the app's origin. */
    const toldOf = async (change: (request: Request, answer: Response) => Response) => {
      const asker = new Asker(origin, async (request) => change(request, await byHost(request)));
      const conformance = new Conformance(asker, v.parse(config, { idempotencyHeader: "Idempotency-Key" }), "");
      await checkCors(conformance, app);
      return differing(conformance.checked).map(({ call, verdict }) => [
        call,
        verdict.is === "differs" ? verdict.differences.map(({ field }) => field) : [],
      ]);
    };
    const isPreflight = ({ method }: Request): boolean => method === "OPTIONS";
    expect(await toldOf((_, answer) => withHeaders(answer, { "Access-Control-Allow-Methods": "GET,POST,PUT,DELETE" }))).toEqual([
      [`OPTIONS /2FA-Disable/disable-2fa from ${app}`, ["Access-Control-Allow-Methods"]],
    ]);
    const four = ["/funduser/fund", "/set-fee/crypto-fee", "/2FA-Disable/disable-2fa", "/deleteuser/user"];
    expect(
      await toldOf((request, answer) => (isPreflight(request) ? new Response(null, { status: 401, headers: answer.headers }) : answer)),
    ).toEqual(four.map((path) => [`OPTIONS ${path} from ${app}`, ["status"]]));
    expect(
      await toldOf((request, answer) =>
        isPreflight(request) ? answer : withHeaders(answer, { "Access-Control-Allow-Origin": undefined }),
      ),
    ).toEqual([[`GET /analytics/dashboard without a token from ${app}`, ["Access-Control-Allow-Origin"]]]);
    // Browsers take a star for all but Authorization.
    const star = (names: string) => toldOf((_, answer) => withHeaders(answer, { "Access-Control-Allow-Headers": names }));
    expect(await star("Authorization, *")).toEqual([]);
    const origins: (string | null)[] = [];
    const noting: Fetch = async (request) => {
      origins.push(request.headers.get("Origin"));
      return byHost(request);
    };
    expect((await partBy((conformance) => checkCors(conformance, "https://DESK.example:443/admin"), noting)).calls).toEqual([]);
    expect(new Set(origins)).toEqual(new Set([app]));
    expect(await star("*")).toEqual(four.map((path) => [`OPTIONS ${path} from ${app}`, ["Access-Control-Allow-Headers"]]));
  });

  test("[KEY-1, APPR-1, APPR-6, PASS-1, PASS-2] every announced call of attempts, approvals and passkeys is named in the report", async () => {
    const checked = await conform({ host: origin, who, fetch: byHost });
    const announced = [closeAttempt, ...Object.values(approvalCalls), ...Object.values(passkeyCalls)].flatMap((one) =>
      typeof one === "object" && "method" in one && "path" in one ? nameOf(one) : [],
    );
    expect(announced.length).toBeGreaterThan(18);
    expect(announced.filter((name) => !checked.some(({ call }) => call === name))).toEqual([]);
    expect(report(checked)).toContain("✓ POST /api/approvals/{id}/withdraw: refuses a slip that isn't there");
  });

  test.each([401, 403, 429])("[APPR-6, KEY-1] a %i proves nothing of what must be refused, and is told", async (status) => {
    const answer = () => ({ body: { message: "Not for you" }, status });
    const withdrawal = { path: "/api/approvals/nothing/withdraw", method: "POST", answer };
    const deletion = { path: "/admingiftcard/rates/nothing", method: "DELETE", answer };
    const fetch = deviating(withdrawal, ...(status === 429 ? [] : [deletion]));
    const { calls, told } = await partBy(
      async (conformance) => {
        await checkApprovals(conformance);
        await checkAdminReads(conformance);
      },
      fetch,
      { ...approvals, ...keys },
    );
    expect(calls).toEqual([]);
    expect(told).toContain("– POST /api/approvals/{id}/withdraw: not asked, the host refuses it to this admin: Not for you");
    if (status !== 429)
      expect(told).toContain("– DELETE /admingiftcard/rates/{id}: not asked, the host refuses it to this admin: Not for you");
  });

  test("[APPR-6] a host that withdraws a slip that isn't there is told so", async () => {
    const fetch = deviating({
      path: "/api/approvals/nothing/withdraw",
      method: "POST",
      answer: () => ({ body: { success: true }, status: 200 }),
    });
    expect((await partBy(checkApprovals, fetch, approvals)).calls).toEqual(["POST /api/approvals/{id}/withdraw"]);
  });

  test("[HOST-1] it only reads: but for the sign-in, for closing a key of its own and for a ticket that never was one, every request is a GET or a preflight", async () => {
    asked.length = 0;
    await conform({ host: origin, who, fetch: byHost, origin: app, secrets: true });
    const others = asked.filter((line) => !/^(GET|OPTIONS) /.test(line));
    // Once without a token.
    const [closing, ...more] = others.slice(1);
    const again = more.slice(0, 2);
    expect(others[0]).toBe("POST /adminsignin/signin");
    expect(closing).toMatch(/^POST \/api\/attempts\/[0-9a-f-]{36}\/close$/);
    expect(again).toEqual([closing, closing]);
    // None can succeed: they are sent to be refused.
    expect(more.slice(2)).toEqual([
      "DELETE /admingiftcard/rates/nothing",
      "POST /api/passkeys/signin",
      "POST /api/passkeys/register",
      "DELETE /api/passkeys/nothing",
      "POST /api/passkeys/sign/options",
      "PUT /api/approvals/policy",
      "POST /api/approvals/policy/approve",
      "POST /api/approvals/policy/withdraw",
      "POST /api/approvals",
      "POST /api/approvals/nothing/sign",
      "POST /api/approvals/nothing/approve",
      "POST /api/approvals/nothing/refuse",
      "POST /api/approvals/nothing/withdraw",
    ]);
  });

  test("[KEY-1] a host that says of an unused key that it was done is told so", async () => {
    const done = { state: "done", status: 200, at: "2026-11-20T12:00:00Z", answer: {} };
    const fetch = deviating({
      path: "/api/attempts/*",
      method: "POST",
      answer: (own, status) => (status === 200 ? { body: { ...own, data: done } } : undefined),
    });
    const { calls, told } = await partBy(checkAdminReads, fetch, keys);
    expect(calls).toEqual(["POST /api/attempts/{key}/close"]);
    expect(told).toContain("expected never, of a key that was not used; got done");
  });

  test("[APPR-7] a host whose slip has another digest than its text is told so", async () => {
    const fetch = deviating({
      path: "/api/approvals",
      answer: (own, status) =>
        status === 200 ? { body: JSON.parse(JSON.stringify(own).replaceAll('"amount":"2500000"', '"amount":"2500000.00"')) } : undefined,
    });
    const { calls, told } = await partBy(checkApprovals, fetch, approvals);
    expect(calls).toEqual(["GET /api/approvals"]);
    expect(told).toContain('expected the SHA-256 of {"amount":"2500000.00"');
  });

  const hello = 'event: hello\ndata: {"position": "7", "complete": true}\n\n';
  const change = (data: string): string => `event: change\nid: 8\ndata: ${data}\n\n`;
  test.each([
    ["a hello without a position", 'event: hello\ndata: {"complete": true}\n\n', "data.position"],
    ["one that isn't complete", hello.replace("true", "false"), "data.complete: expected true, of a stream that begins now"],
    ["a change before hello", `:\n\n${change('{"kind": "user", "row": {"_id": "u"}}')}${hello}`, "the first event: expected hello"],
    ["a row that isn't one", `${change('{"kind": "user", "row": {}}')}${hello}`, "GET /api/events\n    data"],
    ["nothing", "", "the first event: expected hello, within 30 s; got nothing"],
  ])("[LIVE-1] a stream that begins with %s is named", async (_name, text, says) => {
    const headers = { "Content-Type": "text/event-stream" };
    const isStream = (request: Request): boolean => new URL(request.url).pathname === "/api/events" && request.headers.has("Authorization");
    const fetch = async (request: Request) => (isStream(request) ? new Response(text, { headers }) : byHost(request));
    const { calls, told } = await partBy(checkEvents, fetch, events);
    expect(calls).toEqual(["GET /api/events"]);
    expect(told).toContain(says);
  });

  test("[LIVE-1] what a reader doesn't know in a stream is no deviation", async () => {
    const text = `event: weather\ndata: fine\n\n${hello}`;
    const fetch = async (request: Request): Promise<Response> =>
      request.url.endsWith("/api/events") && request.headers.has("Authorization")
        ? new Response(text, { headers: { "Content-Type": "text/event-stream; charset=utf-8" } })
        : byHost(request);
    expect((await partBy(checkEvents, fetch, events)).calls).toEqual([]);
  });

  const withToken = (request: Request, path: string): boolean =>
    new URL(request.url).pathname === path && request.headers.has("Authorization");

  test("[HOST-1] a host that takes 40 requests and then none for a while is checked at its pace, and is as the contract says", async () => {
    let left = 40;
    const waited: number[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      if (left === 0) return Response.json({ message: "Too Many Attempts." }, { status: 429, headers: { "Retry-After": "37" } });
      left -= 1;
      return byHost(request);
    };
    const pause = async (seconds: number): Promise<void> => {
      waited.push(seconds);
      left = 40;
    };
    expect(report(await conform({ host: origin, who, fetch, pause }))).not.toContain("✗");
    expect(new Set(waited)).toEqual(new Set([37]));
  });

  test("[HOST-1] one that goes on refusing, or asks for longer than a minute, is waited for no longer", async () => {
    const waited: number[] = [];
    const statusAt = async (headers: Record<string, string>): Promise<number> => {
      const pause = async (seconds: number): Promise<unknown> => waited.push(seconds);
      return (await new Asker(origin, async () => Response.json({}, { status: 429, headers }), pause).ask(onrampRate)).status;
    };
    expect(await statusAt({})).toBe(429);
    expect(waited).toEqual([10, 10, 10, 10, 10]);
    expect(await statusAt({ "Retry-After": new Date(Date.now() + 3_600_000).toUTCString() })).toBe(429);
    expect(waited).toHaveLength(5);
    expect(await statusAt({ "Retry-After": "1.5" })).toBe(429);
    expect(await statusAt({ "Retry-After": "0" })).toBe(429);
    expect(waited.slice(5)).toEqual([2, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
  });

  test.each([
    ["never begins", ""],
    ["stops within its body", "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"],
    ["stops within a stream", "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n:\n"],
  ])("[HOST-1] an answer that %s is given up, whatever is collected meanwhile", async (_name, begins) => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const silent = createSocketServer((socket) => {
      socket
        .on("error", () => {})
        .on("data", () => {
          socket.write(begins);
          collect();
        });
    });
    await new Promise<void>((resolve) => {
      silent.listen(0, "127.0.0.1", resolve);
    });
    const asker = new Asker(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`, fetch, undefined, 300);
    await expect(asker.ask(onrampRate)).rejects.toThrow("/onramp/onramp-rate: it doesn't answer within 0.3 s.");
    const followed = asker.follow(onrampRate, {}, () => true);
    if (begins.includes("event-stream")) expect(await followed).toMatchObject({ status: 200, frames: [] });
    else if (begins === "") await expect(followed).rejects.toThrow("it doesn't answer within 0.3 s");
    else expect(await followed).toMatchObject({ type: "application/json" });
    silent.close();
  });

  test("[HOST-1] a request without an answer is that call's difference; five in a row end the check", async () => {
    /** Cut off from one request on, for so many. */
    const cut = (from: number, count: number): Fetch => {
      let sent = 0;
      return async (request) => {
        sent += 1;
        if (sent >= from && sent < from + count) throw new TypeError("fetch failed");
        return byHost(request);
      };
    };
    const checked = await conform({ host: origin, who, fetch: cut(60, 1) });
    expect(differing(checked)).toHaveLength(1);
    expect(report(checked)).toMatch(/\n    answer: expected one; got none: \S+ can't be reached at \/\S+: fetch failed\.\n/);
    expect(checked.length).toBeGreaterThan(40);
    await expect(conform({ host: origin, who, fetch: cut(60, 1000) })).rejects.toThrow(/can't be reached at .*: fetch failed/);
  });

  test("[LIVE-1] a stream's answer that breaks off is that call's difference", async () => {
    const broken = () =>
      new ReadableStream({
        pull: (controller) => controller.error(new TypeError("terminated", { cause: new Error("incorrect header check") })),
      });
    const { calls, told } = await partBy(
      checkEvents,
      async (request) => (withToken(request, "/api/events") ? new Response(broken(), { status: 502 }) : byHost(request)),
      events,
    );
    expect(calls).toEqual(["GET /api/events"]);
    expect(told).toContain("answer: expected one; got none: https://host.example can't be reached at /api/events: incorrect header check.");
  });

  test("[SYNC-2] a host that counts pages from 0 is told so", async () => {
    const { calls, told } = await partBy(checkTransactions, async (request) => {
      const url = new URL(request.url);
      if (url.pathname !== "/analytics/recent-transactions") return byHost(request);
      url.searchParams.set("page", String(Number(url.searchParams.get("page")) + 1));
      return byHost(new Request(url, request));
    });
    expect(calls).toEqual(["GET /analytics/recent-transactions"]);
    expect(told).toContain("data of page 1: expected the newest rows: pages count from 1; got none of those of a smaller page 1");
  });

  test("[SYNC-8] local times without a zone, which lie in the future, are named; so is an answer out of a cache", async () => {
    // Of a host in Lagos, an hour ahead of UTC.
    const row = { id: "t1", createdAt: "2026-11-28 11:20:00" };
    const at = (clock: string) =>
      partBy(checkTransactions, async (request) => {
        if (withToken(request, "/analytics/dashboard")) return withHeaders(await byHost(request), { Age: "37" });
        if (!withToken(request, "/analytics/recent-transactions")) return byHost(request);
        const data = request.url.includes("page=1&") ? [row] : [];
        return Response.json({ data, pagination: { hasNextPage: false } }, { headers: { Date: clock } });
      });
    const { told } = await at("Sat, 28 Nov 2026 10:20:30 GMT");
    expect(told).toContain("a zone counts as UTC; got 2026-11-28T11:20:00.000Z");
    expect(told).toContain("GET /analytics/dashboard\n    Age: expected no answer out of a cache; got one of 37 s ago");
    expect((await at("Sat, 28 Nov 2026 11:20:30 GMT")).calls).not.toContain("GET /analytics/recent-transactions");
  });

  /** The embedded host behind something that changes a query's fields. */
  const asking =
    (path: string, change: (query: URLSearchParams) => void): Fetch =>
    async (request) => {
      const url = new URL(request.url);
      if (url.pathname === path) change(url.searchParams);
      return byHost(new Request(url, request));
    };
  const dayBefore = (query: URLSearchParams): void => {
    const to = query.get("dateTo");
    if (to !== null) query.set("dateTo", new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10));
  };
  const capped = (query: URLSearchParams): void => {
    query.set("limit", "2");
  };
  test.each([
    [
      "sorts by the date alone",
      (query: URLSearchParams) => {
        if (query.get("sort")?.endsWith("createdAt") === false) query.set("sort", "-createdAt");
      },
      "users for sort=-username: expected another end of the list than sort=username; got",
    ],
    ["leaves out the day of dateTo", dayBefore, "expected the user who has it; got nobody"],
    ["sends fewer users than limit asks for", capped, "users for limit=50: expected 50, since total says that there are; got 2"],
  ])("[USER-2, USER-10] a host that %s is told so", async (_name, change, says) => {
    const { calls, told } = await partBy(users, asking("/usermanagement/users", change));
    expect(calls).toEqual(["GET /usermanagement/users"]);
    expect(told).toContain(says);
  });

  test("[DASH-7] a filter that leaves out the day of dateTo is named", async () => {
    const { calls, told } = await partBy(checkTransactions, asking("/analytics/filter", dayBefore));
    expect(calls).toEqual(["GET /analytics/filter"]);
    expect(told).toMatch(/data for dateFrom=(\S+)&dateTo=\1: expected a row such as \S+; got no row/);
  });

  const slipsOf = (own: Json): Json[] => (own["data"] as Json)["approvals"] as Json[];

  test("[APPR-4] a host that takes several states for one is told so", async () => {
    const fetch = asking("/api/approvals", (query) => {
      if (query.get("state")?.includes(",")) query.set("currency", "none");
    });
    const { calls, told } = await partBy(checkApprovals, fetch, approvals);
    expect(calls).toEqual(["GET /api/approvals"]);
    expect(told).toContain(
      "data.approvals for state=open,executed,refused,withdrawn,expired: expected a slip, since there are some; got none",
    );
  });

  test("[CLOSE-2] an executed slip that doesn't say when is named", async () => {
    const fetch = deviating({
      path: "/api/approvals",
      answer: (own, status) =>
        status === 200
          ? { body: { ...own, data: { ...(own["data"] as Json), approvals: slipsOf(own).map((slip) => ({ ...slip, decidedAt: null })) } } }
          : undefined,
    });
    const { calls, told } = await partBy(checkApprovals, fetch, approvals);
    expect(calls).toEqual(["GET /api/approvals"]);
    expect(told).toContain("data.approvals[0].decidedAt: expected when it was executed; got nothing");
  });

  test("[APPR-4] a page of slips that is shorter than limit asks for is named", async () => {
    const fetch = deviating({
      path: "/api/approvals",
      answer: (own, status) => (status === 200 ? { body: { ...own, data: { ...(own["data"] as Json), total: 2 } } } : undefined),
    });
    expect((await partBy(checkApprovals, fetch, approvals)).told).toContain(
      "data.approvals for limit=50: expected 2, since total says that there are; got 1",
    );
  });

  const log = { auditLog: "/audit/logs" };
  test.each([
    ["leaves out the day of dateTo", dayBefore, "expected the newest entry; got none"],
    ["takes days for those of UTC alone", (query: URLSearchParams) => query.delete("timeZone"), "expected the newest entry; got none"],
    ["sends fewer entries than limit asks for", capped, "since total says that there are; got 2"],
  ])("[CLOSE-2, AUD-1] a log that %s is named", async (_name, change, says) => {
    const { calls, told } = await partBy(checkAdminReads, asking("/audit/logs", change), log);
    expect(calls).toEqual(["GET /audit/logs"]);
    expect(told).toContain(says);
  });

  test("[LIVE-2] a host that refuses a position that it doesn't know is told so; a hello that replays nothing will do", async () => {
    const by = (answer: () => Response) =>
      partBy(checkEvents, async (request) => (request.url.includes("after=") ? answer() : byHost(request)), events);
    const { calls, told } = await by(() => Response.json({ success: false, field: "after" }, { status: 410 }));
    expect(calls).toEqual(["GET /api/events"]);
    expect(told).toContain("the first event after a position that nobody knows: expected reset; got 410");
    const stream = (text: string) => new Response(text, { headers: { "Content-Type": "text/event-stream" } });
    expect((await by(() => stream(hello))).told).toContain("expected reset; got hello");
    expect((await by(() => stream(hello.replace("true", "false")))).calls).toEqual([]);
  });

  test("[KEY-1, FUND-6] a host that the idempotency key doesn't reach is told so", async () => {
    // As CloudFront does with headers that its policy doesn't name.
    const without = async (request: Request): Promise<Response> => {
      const headers = new Headers(request.headers);
      headers.delete("Idempotency-Key");
      return byHost(new Request(request, { headers }));
    };
    const { calls, told } = await partBy(checkAdminReads, without, keys);
    expect(calls).toEqual(["POST /api/attempts/{key}/close"]);
    expect(told).toContain("may drop Idempotency-Key; got 404");
    expect((await partBy(checkAdminReads, byHost, keys)).calls).toEqual([]);
  });

  test("[HOST-1] where a redirect leads is told, as to https or to a slash at the end", async () => {
    const redirected = async (request: Request): Promise<Response> => Response.redirect(`${request.url}/`, 301);
    await expect(conform({ host: origin, who, fetch: redirected })).rejects.toThrow(
      "answers a sign-in with a redirect to https://host.example/adminsignin/signin/ (301), not with JSON",
    );
    const { told } = await partBy(checkTransactions, redirected);
    expect(told).toContain("status: expected 200; got 301, a redirect to https://host.example/analytics/dashboard/");
  });

  test("[HOST-1] a host writes no line of the report itself, and steers no terminal", async () => {
    const { told } = await partBy(checkTransactions, async () =>
      Response.json({ message: "Busy\u001b[1A\u001b[2K\n✓ GET /analytics/dashboard" }, { status: 403 }),
    );
    expect(told).toContain("the host refuses it to this admin: Busy\\u{1b}[1A");
    expect(told).not.toMatch(/(?!\n)\p{Cc}|^✓ GET \/analytics\/dashboard/mu);
  });

  test("[AUTH-11] a host may say that a token is invalid beside another message", async () => {
    const { told } = await partBy(checkTransactions, async (request) => {
      const answer = await byHost(request);
      if (answer.status !== 401 && answer.status !== 403) return answer;
      return Response.json({ message: "Access denied", error: "Forbidden: Invalid admin token." }, { status: 403 });
    });
    expect(told).not.toContain("status for a forged token");
  });

  test("[HOST-1] a host with ten deviations: each of the ten is named, and no other call", async () => {
    const checked = await conform({ host: origin, who, fetch: deviating(...ten), secrets: true });
    const told = report(checked);
    for (const { call, says } of ten) {
      const at = told.indexOf(`✗ ${call}\n`);
      expect(at, `${call} in\n${told}`).toBeGreaterThanOrEqual(0);
      expect(told.slice(at).split(/\n[✗✓–]/)[0], call).toContain(says);
    }
    expect(new Set(differing(checked).map(({ call }) => call))).toEqual(new Set(ten.map(({ call }) => call)));
    expect(told).toMatch(/10 of \d+ calls differ/);
  });

  test.each([
    [
      "rows that are not in order",
      checkTransactions,
      { path: "/analytics/recent-transactions", answer: (own) => ({ body: { ...own, data: rowsOf(own).toReversed() } }) },
      "the newest rows first",
    ],
    [
      "a page 2 that is page 1 again",
      checkTransactions,
      { path: "/analytics/recent-transactions", query: "page=2", answer: (own) => ({ body: { ...own, data: first } }) },
      "the rows after page 1",
    ],
    [
      "no hasNextPage",
      checkTransactions,
      { path: "/analytics/recent-transactions", answer: ({ pagination: _pagination, ...own }) => ({ body: own }) },
      "true, since page 2 has rows",
    ],
    [
      "a limit that is not heeded",
      checkTransactions,
      { path: "/analytics/recent-transactions", query: "limit=5", answer: (own) => ({ body: { ...own, data: first } }) },
      "at most 5 rows",
    ],
    [
      "a search that finds nothing",
      checkTransactions,
      { path: "/analytics/filter", query: "searchTerm", answer: (own) => ({ body: { ...own, data: { transactions: [] } } }) },
      "a row such as",
    ],
    [
      "users who are not in order",
      users,
      {
        path: "/usermanagement/users",
        query: "sort=createdAt",
        answer: (own) => ({ body: { data: { users: usersOf(own).toReversed() } } }),
      },
      "the order of sort=createdAt",
    ],
    [
      "another user's wallets",
      users,
      { path: "/admin/users/wallets", answer: (own, status) => ({ body: { ...own, email: "else@example.com" }, status }) },
      "email: expected",
    ],
    [
      "wallets of nobody",
      users,
      { path: "/admin/users/wallets", query: "nobody", answer: () => ({ body: { success: true, email: "n", wallets: {} }, status: 200 }) },
      "status for an email that nobody has",
    ],
    [
      "another price",
      checkFigures,
      { path: "/asset-markdown/calculate-price", answer: (own) => ({ body: { ...own, data: { originalPrice: 10 } } }) },
      "1000, as asked",
    ],
    [
      "another fee",
      checkFigures,
      { path: "/set-fee/crypto-fee/*", answer: (own) => ({ body: { ...own, data: { currency: "DOGE", network: "Dogecoin" } } }) },
      "that for DOGE on Dogecoin",
    ],
  ] satisfies [string, (conformance: Conformance) => Promise<void>, Deviation, string][])(
    "[SYNC-8] it names %s",
    async (_name, part, deviation, says) => {
      const signed: Deviation = {
        ...deviation,
        answer: (own, status) => (status === 401 || status === 403 ? undefined : deviation.answer(own, status)),
      };
      const { calls, told } = await partBy(part, deviating(signed));
      expect(calls).toHaveLength(1);
      expect(told).toContain(says);
    },
  );

  test("[HOST-1] a host that refuses a read in a 2xx is told so", async () => {
    const fetch = async (request: Request): Promise<Response> =>
      new URL(request.url).pathname.endsWith("/set-fee/crypto-fee") && request.headers.has("Authorization")
        ? Response.json({ success: false, message: "Busy", data: [] })
        : byHost(request);
    const { calls, told } = await partBy(checkFigures, fetch);
    expect(calls).toEqual(["GET /set-fee/crypto-fee"]);
    expect(told).toContain('success: expected true; got false "Busy"');
  });

  test("[CONF-1] what a host doesn't offer is no deviation", async () => {
    const fetch = deviating({ path: "/config.json", answer: () => ({ body: { success: false }, status: 404 }) });
    const checked = await conform({ host: origin, who, fetch });
    expect(differing(checked)).toEqual([]);
    expect(checked.filter(({ verdict }) => verdict.is === "not offered").map(({ call }) => call)).toEqual([
      "GET /config.json",
      "GET /admin/settings",
      "GET /api/admins",
      "GET /api/sessions",
      "POST /api/attempts/{key}/close",
      "GET /api/passkeys",
      "POST /api/passkeys/signin",
      "GET /audit/logs",
      "GET /audit/logs/counters",
      "GET /audit/logs/chain",
      "GET /api/approvals/policy",
      "GET /api/approvals",
      "GET /api/events",
    ]);
  });

  test("[AUTH-18] what the host refuses to this admin is told apart from what it does wrong", async () => {
    const token = await box.tokenFor("moderator");
    const checked = await conform({ host: origin, who: { token }, fetch: byHost });
    expect(differing(checked)).toEqual([]);
    expect(report(checked)).toMatch(/– GET \/admin\/users\/wallets: not asked, (the host refuses it|no user)/);
  });

  test("[AUTH-11] a token that the host refuses ends the check, as does a host that refuses every read, or answers with pages", async () => {
    const by = (fetch: Fetch) => conform({ host: origin, who: { token: "wrong" }, fetch });
    const always = (message: string, status: number) => by(async () => Response.json({ message }, { status }));
    await expect(by(byHost)).rejects.toThrow(`${origin} refuses the token in CONFORM_TOKEN: Forbidden: Invalid admin token.`);
    await expect(always("Expired", 401)).rejects.toThrow(`${origin} refuses the token in CONFORM_TOKEN: Expired`);
    await expect(always("jwt malformed", 403)).rejects.toThrow(`${origin} refuses every read to this admin: jwt malformed`);
    await expect(by(async () => new Response("<!doctype html>"))).rejects.toThrow("answers a read with a web page (200), not with JSON");
  });

  test("[AUTH-11] a read whose refusal ends sessions differs", async () => {
    const forbidden = { message: "Forbidden: Invalid admin token." };
    const fetch = deviating({ path: "/onramp/onramp-rate", answer: () => ({ body: forbidden, status: 403 }) });
    const { calls, told } = await partBy(checkFigures, fetch);
    expect(calls).toEqual(["GET /onramp/onramp-rate"]);
    expect(told).toContain('status: expected 200; got 403 "Forbidden: Invalid admin token."');
  });

  test("[AUTH-13] a report shows no token", async () => {
    const fetch = deviating({
      path: "/fetching/refresh-tokens",
      answer: () => ({ body: { success: true, refreshTokens: [{ token: 123456789 }] }, status: 200 }),
    });
    const told = report(await conform({ host: origin, who, fetch, secrets: true }));
    expect(told).toContain("refreshTokens[].token: expected text; got a number");
    expect(told).not.toContain("123456789");
  });

  test("[CONF-1] a refusal, or a web page, means that a host has no config.json", async () => {
    const by = (body: string, status: number) => async (): Promise<Response> => new Response(body, { status });
    const verdictOf = async (body: string, status: number) => (await configAt(new Asker(origin, by(body, status), async () => {}))).verdict;
    const none = await Promise.all([verdictOf("<!doctype html>", 200), ...[301, 401, 403, 404].map((status) => verdictOf("", status))]);
    expect(none.map(({ is }) => is)).toEqual(Array(5).fill("not offered"));
    for (const status of [429, 500, 503])
      expect(await verdictOf("{}", status)).toMatchObject({ differences: [{ field: "status", got: String(status) }] });
    expect(await verdictOf("", 200)).toMatchObject({ is: "differs" });
    const away = deviating({ path: "/config.json", answer: () => ({ body: {}, status: 503 }) });
    const without = v.parse(config, {});
    expect(report(await conform({ host: origin, who, fetch: away, config: without }))).toContain(
      "– --config: not asked, the host's /config.json can't be read to compare it\n",
    );
  });

  test("[CONF-1] the calls go where the app's own config.json says", async () => {
    asked.length = 0;
    const moved = v.parse(config, { paths: { users: "/people" }, settings: "/my/settings" });
    const told = report(await conform({ host: origin, who, fetch: byHost, config: moved }));
    expect(asked).toContain("GET /people");
    expect(asked).toContain("GET /my/settings");
    expect(told).toContain("GET /usermanagement/users\n    status");
    expect(told).toContain('✗ --config\n    idempotencyHeader: expected "Idempotency-Key", as the host announces; got nothing\n');
    expect(told).toContain('    settings: expected "/admin/settings", as the host announces; got "/my/settings"\n');
    expect(told).not.toContain("phoneCountry: expected");
  });

  test("[CONF-1, KEY-1] what the host announces and the app's own config.json, at another origin, lacks is named", async () => {
    const announced = await configAt(new Asker(origin, byHost));
    const by = (answer: () => Response) => {
      const own = new Asker(app, () => Promise.resolve(answer()));
      return partBy((conformance) => checkConfigAt(conformance, own, announced), byHost);
    };
    const whole = { ...announced.config, host: origin };
    expect((await by(() => Response.json({ ...whole, retentionHours: 24 }))).calls).toEqual([]);
    const { told } = await by(() => Response.json({ ...whole, idempotencyHeader: undefined, fundCeilingUsd: 5 }));
    expect(told).toContain(
      `✗ GET ${app}/config.json\n    idempotencyHeader: expected "Idempotency-Key", as the host announces; got nothing\n` +
        "    fundCeilingUsd: expected 1000000, as the host announces; got 5\n\n",
    );
    expect((await by(() => new Response("<!doctype html>"))).calls).toEqual([`GET ${app}/config.json`]);
    const away = await by(() => {
      throw new TypeError("fetch failed");
    });
    expect(away.calls).toEqual([]);
    expect(away.told).toContain(`– GET ${app}/config.json: not asked, ${app} can't be reached at /config.json`);
  });
});

describe("the command", () => {
  const servers: { close: () => unknown }[] = [];
  const dir = mkdtempSync(join(tmpdir(), "counterfoil-conform-"));
  afterAll(() => {
    for (const server of servers) server.close();
    rmSync(dir, { recursive: true });
  });

  const credentials = { CONFORM_EMAIL: who.email, CONFORM_PIN: who.pin };
  /** Runs it as a process. */
  const run = (args: readonly string[]): Promise<{ code: number; out: string; err: string }> =>
    new Promise((resolve) => {
      const { CONFORM_EMAIL: _email, CONFORM_PIN: _pin, CONFORM_TOKEN: _token, ...others } = process.env;
      execFile(
        process.execPath,
        ["--import", "tsx", "conform/main.ts", ...args],
        { cwd: root, env: { ...others, ...credentials } },
        (error, out, err) => resolve({ code: typeof error?.code === "number" ? error.code : 0, out, err }),
      );
    });

  const listening = (fetch: (request: Request) => Promise<Response>): Promise<string> =>
    new Promise((resolve) => {
      servers.push(serve({ fetch, port: 0, hostname: "127.0.0.1" }, ({ port }) => resolve(`http://127.0.0.1:${port}`)));
    });

  test("[HOST-1] it ends with 0 where all is well, with 1 where something differs, and with 2 where nothing was checked", async () => {
    const good = await run([await listening(byHost)]);
    expect(good).toMatchObject({ code: 0, err: "" });
    expect(good.out).toMatch(/✓ GET \/analytics\/dashboard[^]*calls are as the contract says/);
    const bad = await run([await listening(deviating(...ten))]);
    expect(bad).toMatchObject({ code: 1, err: "" });
    expect(bad.out).toContain("✗ GET /onramp/onramp-rate");
    expect(await run([])).toMatchObject({ code: 2, out: "", err: expect.stringMatching(/^Usage: /) });
  });

  test("what keeps it from checking is one clear line, and exit code 2", async () => {
    const page = await listening(
      async () => new Response("<!doctype html><title>Shop</title>", { headers: { "Content-Type": "text/html" } }),
    );
    const plain = createServer((_request, response) => response.end("{}"));
    servers.push(plain);
    await new Promise<void>((resolve) => {
      plain.listen(0, "127.0.0.1", resolve);
    });
    const { port } = plain.address() as AddressInfo;
    const holding = (text: string): string => {
      const path = join(dir, `config-${text.length}.json`);
      writeFileSync(path, text);
      return path;
    };
    const cases: [readonly string[], Record<string, string>, RegExp][] = [
      [[], credentials, /^Usage: /],
      [[origin, "https://other"], credentials, /^One host is checked at a time: what is https:\/\/other\? Usage: /],
      [[origin, "--secret"], credentials, /^Unknown option '--secret'/],
      [["ftp://host"], credentials, /^ftp:\/\/host is no http\(s\) address/],
      [[origin, "--origin", "desk.example"], credentials, /^desk\.example is no http\(s\) address/],
      [["http://bob:hunter2@host.invalid"], credentials, /^An address is a scheme, a name, a port and a path, without \?, # and @/],
      [["bob:hunter2@host.invalid"], credentials, /^An address is a scheme/],
      [[`${page}/?a=b`], credentials, /^An address is a scheme/],
      [[`${page}/#a`], credentials, /^An address is a scheme/],
      [[origin, "--origin", "https://desk.example?a"], credentials, /^An address is a scheme/],
      [[origin], { CONFORM_TOKEN: "a.b\nhunter2" }, /^CONFORM_TOKEN has a space, a line break/],
      [[await listening(byHost)], { CONFORM_TOKEN: "wrong\n" }, /refuses the token in CONFORM_TOKEN: Forbidden: Invalid admin token\.$/],
      [[page], { CONFORM_TOKEN: "a.b.c" }, /answers a read with a web page \(200\), not with JSON/],
      [[origin], {}, /^Who signs in is in CONFORM_EMAIL and CONFORM_PIN/],
      [["http://127.0.0.1:1"], credentials, /^http:\/\/127\.0\.0\.1:1 can't be reached at \/config\.json: /],
      [["http://host.invalid"], credentials, /can't be reached.*(no such name|can't be looked up)/],
      [[`https://127.0.0.1:${port}`], credentials, /can't be reached.*it doesn't speak TLS there/],
      [[page], credentials, /answers a sign-in with a web page \(200\), not with JSON/],
      [
        [await listening(byHost)],
        { ...credentials, CONFORM_PIN: "000000" },
        /refuses the sign-in as operator@example\.com: Invalid email or PIN/,
      ],
      [[origin, "--config", holding('{"hosst": ""}')], credentials, /is no config\.json: hosst/],
      [[origin, "--config", holding('\uFEFF{"hosst": ""}')], credentials, /is no config\.json: hosst/],
      [[origin, "--config", holding("[]")], credentials, /is no config\.json: it should be an object of settings/],
      [[origin, "--config", holding("null")], credentials, /is no config\.json: it should be an object of settings/],
      [[origin, "--config", holding('{"paths":[]}')], credentials, /is no config\.json: paths should be an object of settings/],
    ];
    for (const [args, env, words] of cases) {
      const { err, ...ended } = await command(args, env, () => {});
      expect({ args, ...ended }).toEqual({ args, code: 2, out: "" });
      expect(err).toMatch(words);
      expect(err.trim().split("\n")).toHaveLength(1);
      expect(err).not.toContain("hunter2");
    }
    const busy = await listening(async () => new Response("{}", { status: 429 }));
    const failing = (): void => {
      throw new Error("closed\nfor good");
    };
    expect(await command([busy], credentials, failing)).toEqual({
      code: 2,
      out: "",
      err: "The check failed: Error: closed\\u{a}for good",
    });
  });
});

let first: Json[] = [];
beforeAll(async () => {
  const { body } = await box.call("GET /analytics/recent-transactions?page=1&limit=50", { token: await box.tokenFor("super_admin") });
  first = rowsOf(body as Json);
});
