import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { getTableConfig } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { rows } from "../../host/db/rows.ts";
import * as schema from "../../host/db/schema.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

const appDir = mkdtempSync(join(tmpdir(), "counterfoil-app-"));
const script = `export const figures = [${"1,".repeat(400)}];`;
let box: TestHost;

beforeAll(async () => {
  mkdirSync(join(appDir, "assets"));
  writeFileSync(join(appDir, "index.html"), "<!doctype html><title>Counterfoil</title>");
  writeFileSync(join(appDir, "worker.js"), "self.skipWaiting;");
  writeFileSync(join(appDir, "assets", "main-abc123.js"), script);
  box = await openTestHost({ appDir, allowedOrigins: ["https://desk.example"] });
});
afterAll(async () => {
  await box.close();
  rmSync(appDir, { recursive: true });
});

describe("pages and files", () => {
  test.each([
    "/",
    "/login",
    "/register",
    "/reset-password",
    "/audit",
    "/users",
    "/user-management/summary",
    "/fees-rates/view/BTC/Bitcoin",
    "/nowhere",
  ])("[PWA-2] GET %s is the app, asked for again each time", async (path) => {
    const { status, headers, body } = await box.call(`GET ${path}`, { headers: { Accept: "text/html" } });
    expect(status).toBe(200);
    expect(body).toContain("<title>Counterfoil</title>");
    expect(headers.get("Cache-Control")).toBe("no-cache");
  });

  test.each(["/analytics/nothing", "/audit/nothing", "/admin", "/2FA-Disable/x", "/register/more", "/funduser/steal"])(
    "[HOST-1] GET %s is a JSON 404, also for a browser",
    async (path) => {
      const { status, body } = await box.call(`GET ${path}`, { headers: { Accept: "text/html" } });
      expect(status).toBe(404);
      expect(body).toEqual({ success: false, message: `There is no GET ${path} here` });
    },
  );

  test("[HOST-1] a POST to a page is a JSON 404", async () => {
    expect(await box.call("POST /users", { body: {} })).toMatchObject({ status: 404, body: { success: false } });
  });

  test("[PWA-3] a script that is gone is a 404, never the page", async () => {
    expect((await box.call("GET /assets/main-old.js")).status).toBe(404);
    expect((await box.call("GET /icon.png")).status).toBe(404);
  });

  test("[HOST-1] hashed files are kept for ever, the worker is not", async () => {
    expect((await box.call("GET /assets/main-abc123.js")).headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect((await box.call("GET /worker.js")).headers.get("Cache-Control")).toBe("no-cache");
  });

  test("[HOST-1] files go compressed to those who take it, and not again to those who have them", async () => {
    const response = await box.host.app.request("/assets/main-abc123.js", { headers: { "Accept-Encoding": "gzip, br" } });
    expect(response.headers.get("Content-Encoding")).toBe("br");
    expect(response.headers.get("Vary")).toContain("Accept-Encoding");
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(bytes.length).toBeLessThan(script.length / 2);
    expect(brotliDecompressSync(bytes).toString()).toBe(script);
    const plain = await box.call("GET /assets/main-abc123.js", { headers: { "Accept-Encoding": "br;q=0" } });
    expect(plain.headers.get("Content-Encoding")).toBeNull();
    const again = await box.call("GET /worker.js", {
      headers: { "If-None-Match": (await box.call("GET /worker.js")).headers.get("ETag") ?? "" },
    });
    expect(again).toMatchObject({ status: 304, body: "" });
  });

  test("[CONF-1] config.json is served beside the app", async () => {
    const { status, headers, body } = await box.call("GET /config.json");
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toContain("application/json");
    expect(body).toBeTypeOf("object");
  });
});

describe("headers", () => {
  test.each(["/", "/assets/main-abc123.js", "/config.json", "/analytics/dashboard", "/analytics/nothing"])(
    "[HOST-1] GET %s carries the security headers",
    async (path) => {
      const { headers } = await box.call(`GET ${path}`);
      const policy = headers.get("Content-Security-Policy") ?? "";
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).not.toMatch(/unsafe-(inline|eval)/);
      expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
      expect(headers.get("Referrer-Policy")).toBe("no-referrer");
    },
  );

  test("[AUTH-13] answers of calls are stored nowhere", async () => {
    const token = await box.tokenFor("admin");
    expect((await box.call("GET /usermanagement/users", { token })).headers.get("Cache-Control")).toBe("no-store");
  });

  test("[HOST-1] only the origins that were named may call from elsewhere", async () => {
    const named = await box.call("GET /config.json", { headers: { Origin: "https://desk.example" } });
    expect(named.headers.get("Access-Control-Allow-Origin")).toBe("https://desk.example");
    const other = await box.call("GET /config.json", { headers: { Origin: "https://evil.example" } });
    expect(other.headers.get("Access-Control-Allow-Origin")).toBeNull();
  });

  test("[HOST-4] an app elsewhere can read that the host isn't known by the name it was called", async () => {
    const origin = "https://desk.example";
    const named = await openTestHost({ allowedOrigins: [origin], hostNames: { names: ["host.example"], trustProxy: false } });
    const headers = { Host: "old-host.example", Origin: origin };
    const refused = await named.call("POST /adminsignin/signin", { body: {}, headers });
    expect(refused).toMatchObject({ status: 421, body: { message: expect.stringContaining("old-host.example") } });
    expect(refused.headers.get("Access-Control-Allow-Origin")).toBe(origin);
    const preflight = await named.call("OPTIONS /adminsignin/signin", { headers: { ...headers, "Access-Control-Request-Method": "POST" } });
    expect(preflight).toMatchObject({ status: 204 });
    const stranger = await named.call("GET /config.json", { headers: { ...headers, Origin: "https://evil.example" } });
    expect(stranger.status).toBe(421);
    expect(stranger.headers.get("Access-Control-Allow-Origin")).toBeNull();
    await named.close();
  });
});

describe("bodies and the database", () => {
  test("[HOST-4] a body of 50 MB is refused, with or without its length said", async () => {
    const body = `{"email":"${"a".repeat(50 * 1024 * 1024)}"}`;
    const said = await box.call("POST /adminsignin/signin", { body, headers: { "Content-Length": String(body.length) } });
    expect(said).toMatchObject({ status: 413, body: { success: false, message: "body is above 1 MB", field: "body" } });
    expect((await box.call("POST /adminsignin/signin", { body })).status).toBe(413);
  });

  test.each([
    ["POST /adminsignin/signin", { email: "a\0@b.c", passwordPin: "1" }, "email"],
    ["POST /reset-password", { email: "a\0@b.c" }, "email"],
    ["POST /register", { name: "a\0", email: "a@b.c", passwordPin: "482913", confirmPassword: "482913" }, "name"],
    ["POST /funduser/deduct", { email: "a\0@b.c", currency: "BTC", amount: 1 }, "email"],
    ["GET /usermanagement/users?q=%00", undefined, "q"],
    ["GET /analytics/filter?searchTerm=a%00b", undefined, "searchTerm"],
    ["GET /set-fee/crypto-fee/BTC/a%00", undefined, "network"],
    ["DELETE /admingiftcard/rates/%00", undefined, "id"],
    ["POST /asset-markdown/set-global", { markdownPercentage: 3, description: "half a \ud800" }, "description"],
    ["POST /admingiftcard/rates/bulk", { rates: [{ notes: "fine \ud83d\ude00" }, { notes: "half a \ud800" }] }, "rates.1.notes"],
  ])("[HOST-4] %s with a character that no database takes is a 400 that names the field", async (line, body, field) => {
    const token = await box.tokenFor("super_admin");
    expect(await box.call(line, { token, body })).toMatchObject({
      status: 400,
      body: { success: false, message: `${field} has a character that can't be stored`, field },
    });
  });

  test("[HOST-4] what the database can't take is the sender's mistake, also where no check found it", async () => {
    const other = await openTestHost();
    other.host.app.get("/unchecked", async (c) => c.json(await other.host.deps.db.execute(sql`select ${"a\0"}::text`)));
    expect(await other.call("GET /unchecked")).toMatchObject({ status: 400, body: { success: false } });
    await other.close();
  });

  test("[HOST-4] a body of any depth is refused, not failed", async () => {
    const token = await box.tokenFor("super_admin");
    const deep = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
    for (const body of [deep, `{"rates":[{"notes":${deep}}]}`, `{"rates":[{"notes":${deep},"more":"\\u0041"}]}`]) {
      const { status } = await box.call("POST /admingiftcard/rates/bulk", { token, body });
      expect([400, 422]).toContain(status);
    }
  });

  test("[HOST-1] an answer that left the body unread ends the connection, others keep it", async () => {
    const token = await box.tokenFor("admin");
    const body = JSON.stringify({ emailNotifications: false });
    const headers = { "Content-Length": String(body.length) };
    const connection = async (line: string, sent: Parameters<TestHost["call"]>[1]) => {
      const { status, headers: answered } = await box.call(line, sent);
      return [status, answered.get("Connection")];
    };
    expect(await connection("PUT /admin/settings", { body, headers })).toEqual([401, "close"]);
    expect(await connection("POST /nowhere", { body, headers })).toEqual([404, "close"]);
    expect(await connection("PUT /admin/settings", { token, body, headers: { "Content-Length": "1500000" } })).toEqual([413, "close"]);
    expect(await connection("PUT /admin/settings", { token, body, headers })).toEqual([200, null]);
    expect(await connection("PUT /admin/settings", { token, body: "{}", headers: { "Content-Length": "2" } })).toEqual([400, null]);
    expect(await connection("GET /admin/settings", { token })).toEqual([200, null]);
  });

  test("[HOST-1] the queries' schema is the one that the migrations make", async () => {
    const found = await rows(
      box.host.deps.db,
      v.object({ at: v.string() }),
      // Tables that only migrations use, and partitions, are no part of it.
      sql`
        select table_name || '.' || column_name || ' ' || is_nullable as at from information_schema.columns
        where table_schema = 'public' and table_name not in ('migrations', 'transaction_move')
          and not exists (select from pg_class where relname = table_name and relispartition)`,
    );
    const said = Object.values(schema).flatMap((table) => {
      const { name, columns } = getTableConfig(table);
      return columns.map((column) => `${name}.${column.name} ${column.notNull ? "NO" : "YES"}`);
    });
    expect(found.map(({ at }) => at).sort()).toEqual(said.sort());
  });
});
