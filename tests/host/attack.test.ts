import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Tallies } from "../../host/audit/tallies.ts";
import { auditTallies, throttles } from "../../host/db/schema.ts";
import { auditLogs } from "../../src/contract/audit.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

const minute = 60_000;
let box: TestHost;
let token: string;

beforeEach(async () => {
  box = await openTestHost({ publicUrl: "https://desk.example" });
  token = await box.tokenFor("super_admin");
});
afterEach(() => box.close());

/** The log, oldest first, without the reading admin's sign-in. */
async function entries() {
  const { body } = await box.call("GET /audit/logs?page=1&limit=200", { token });
  return v.parse(auditLogs.answer, body).entries.toReversed().slice(1);
}
const malformed = (address: string, body: unknown = "{broken") => box.call("POST /adminsignin/signin", { body, address });
const flush = () => box.host.deps.tallies.flush(box.host.deps.clock());

describe("[AUD-1] what strangers send", () => {
  test("leaves one entry for an address and a window, and one with the count when the window is over", async () => {
    for (let at = 0; at < 9; at += 1) await malformed("203.0.113.1");
    expect((await entries()).map(({ action, status, address }) => ({ action, status, address }))).toEqual([
      { action: "signIn", status: 400, address: "203.0.113.1" },
    ]);
    await flush();
    expect(await entries()).toHaveLength(1);
    box.wait(15 * minute);
    await flush();
    const [, rest] = await entries();
    expect(rest).toMatchObject({
      action: "signIn",
      outcome: "refused",
      address: "203.0.113.1",
      asked: { times: 8, since: "2026-11-20T12:00:00.000Z" },
      message: "8 more since 2026-11-20T12:00:00.000Z, the latest: The body is not JSON",
    });
    await flush();
    expect(await entries()).toHaveLength(2);
    await malformed("203.0.113.1");
    expect(await entries()).toHaveLength(3);
  });

  test("is told, and counted anew, once a clock that ran ahead is put right", async () => {
    const year = 365 * 24 * 60 * minute;
    const told = async () => (await entries()).map(({ address, asked }) => [address, asked]);
    box.wait(year);
    for (const address of ["203.0.113.1", "203.0.113.2"]) for (let at = 0; at < 3; at += 1) await malformed(address);
    await flush();
    box.wait(-year);
    await malformed("203.0.113.1");
    const first = ["203.0.113.1", null];
    const before = [first, ["203.0.113.2", null], ["203.0.113.1", expect.objectContaining({ times: 2 })], first];
    expect(await told()).toEqual(before);
    await flush();
    expect(await told()).toEqual([...before, ["203.0.113.2", expect.objectContaining({ times: 2 })]]);
    await malformed("203.0.113.2");
    expect((await told()).at(-1)).toEqual(["203.0.113.2", null]);
  });

  test("is counted together by two processes on one database", async () => {
    const other = new Tallies(box.host.deps.db);
    await malformed("203.0.113.1");
    const draft = { action: "signIn", address: "203.0.113.1", actor: { id: null, email: null, role: null } } as const;
    const end = async () => ({ status: 429, message: "Too many attempts." });
    for (let at = 0; at < 3; at += 1) await other.add(draft, 429, end, box.host.deps.clock());
    await other.flush(box.host.deps.clock());
    expect(await entries()).toHaveLength(1);
    expect(await box.host.deps.db.select().from(auditTallies)).toMatchObject([{ times: 4, told: 1, status: 429 }]);
    box.wait(15 * minute);
    await Promise.all([other.flush(box.host.deps.clock()), flush()]);
    expect((await entries()).map(({ asked }) => asked)).toMatchObject([null, { times: 3 }]);
  });

  test("is counted whole, also where the first ones come side by side", async () => {
    const { db, tallies, clock } = box.host.deps;
    const draft = { action: "signIn", address: "203.0.113.1", actor: { id: null, email: null, role: null } } as const;
    const end = async () => ({ status: 429, message: "Too many attempts." });
    const threeTimes = async () => {
      for (let at = 0; at < 3; at += 1) await tallies.add(draft, 429, end, clock());
    };
    await Promise.all(Array.from({ length: 40 }, threeTimes));
    await flush();
    expect(await db.select().from(auditTallies)).toMatchObject([{ times: 120, told: 1 }]);
  });

  test("stays counted where the database fails to keep the count, in a window and at its end", async () => {
    const { db } = box.host.deps;
    const failing = async () => {
      vi.spyOn(db, "insert").mockImplementationOnce(() => {
        throw new Error("the database is away");
      });
      await expect(flush()).rejects.toThrow("the database is away");
    };
    for (let at = 0; at < 3; at += 1) await malformed("203.0.113.1");
    await failing();
    await flush();
    expect(await db.select().from(auditTallies)).toMatchObject([{ times: 3, told: 1 }]);
    await malformed("203.0.113.1");
    box.wait(15 * minute);
    await failing();
    await flush();
    expect((await entries()).map(({ asked }) => asked)).toMatchObject([null, { times: 3 }]);
  });

  test("is told apart by network, an IPv6 one by its first 64 bits, and an account that exists by itself", async () => {
    await Promise.all(Array.from({ length: 8 }, (_, at) => malformed(`2001:db8:1:2::${at}`)));
    await malformed("203.0.113.2");
    const wrong = (email: string) => malformed("203.0.113.2", { email, passwordPin: "000000" });
    for (const email of ["a@example.com", "b@example.com", "super_admin1@example.com", "SUPER_ADMIN1@example.com"]) await wrong(email);
    expect((await entries()).map(({ actor, status }) => [actor ?? null, status])).toEqual([
      [null, 400],
      [null, 400],
      ["super_admin1@example.com", 401],
    ]);
  });

  test("is told together once it comes from more networks than anybody can look at", async () => {
    const { tallies, clock } = box.host.deps;
    const end = async () => ({ status: 401, message: "no" });
    for (let at = 0; at < 520; at += 1) {
      const draft = { action: "fund", address: `10.0.${at >> 8}.${at & 255}`, actor: { id: null, email: null, role: null } } as const;
      await tallies.add(draft, 401, end, clock());
    }
    const { body } = await box.call("GET /audit/logs?page=1&limit=1", { token });
    expect(v.parse(auditLogs.answer, body).total).toBe(502);
    expect(v.parse(auditLogs.answer, body).entries[0]).toMatchObject({ address: "many networks" });
  });

  test("is counted without a token, at every call that leaves an entry, and one more of a flood waits", async () => {
    const fund = () => box.call("POST /funduser/fund", { body: "{", address: "203.0.113.3" });
    for (let at = 0; at < 62; at += 1) expect((await fund()).status).toBe(401);
    for (let at = 0; at < 3; at += 1) await box.call("POST /adminsignin/logout", { address: "203.0.113.3", token: "none" });
    expect((await entries()).map(({ action }) => action)).toEqual(["fund", "signOut"]);
  });

  test("asking for links is told once for an address, an account apart", async () => {
    const ask = (email: string) => box.call("POST /reset-password", { body: { email }, address: "203.0.113.4" });
    await Promise.all(["a", "b", "c"].map((name) => ask(`${name}@example.com`)));
    await ask("super_admin1@example.com");
    expect((await entries()).map(({ target }) => target)).toEqual([expect.stringContaining("@"), "super_admin1@example.com"]);
  });
});

describe("[HOST-4] a network that is shut out", () => {
  test("is refused before its request is read, and without the database, whatever it sends", async () => {
    for (let at = 0; at < 31; at += 1) await malformed("203.0.113.9");
    const { db } = box.host.deps;
    const before = await db.select().from(throttles);
    const big = `{"email":"${"a".repeat(2 * 1024 * 1024)}"}`;
    const begun = performance.now();
    const refused = await Promise.all(
      ["{broken", big, { email: "a@example.com", passwordPin: "1" }].map((body) => malformed("203.0.113.9", body)),
    );
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429]);
    // Refusals are delayed, so that a flood costs almost nothing.
    expect(performance.now() - begun).toBeGreaterThan(250);
    expect(await db.select().from(throttles)).toEqual(before);
    expect((await entries()).length).toBeLessThan(6);
  });

  test("is told what a body lacks until then", async () => {
    const statuses = [];
    for (let at = 0; at < 31; at += 1) statuses.push((await malformed("203.0.113.8", { email: "a@example.com" })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
    box.wait(5 * minute);
    expect((await malformed("203.0.113.8")).status).toBe(400);
  });
});
