import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addAdmin } from "../../host/sessions/admins.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { sweepThrottles } from "../../host/sessions/throttle.ts";
import { asked, confirm, holder, signInAs } from "./support/passkeys.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

const minute = 60_000;
const email = "super_admin1@example.com";
const pin = "135790";
let box: TestHost;

beforeEach(async () => {
  box = await openTestHost();
  await box.tokenFor("super_admin");
});
afterEach(() => box.close());

const from = (address: string, cookie?: string) => ({ address, ...(cookie === undefined ? {} : { headers: { Cookie: cookie } }) });
const signIn = (passwordPin: string, address: string, cookie?: string, who = email) =>
  box.call("POST /adminsignin/signin", { body: { email: who, passwordPin }, ...from(address, cookie) });
const statuses = async (times: number, one: (at: number) => Promise<{ status: number }>): Promise<number[]> => {
  const found = [];
  for (let at = 0; at < times; at += 1) found.push((await one(at)).status);
  return found;
};
const waitOf = ({ headers }: { headers: Headers }): number => Number(headers.get("Retry-After"));

/** The cookie as a browser sends it back. */
const cookieIn = ({ headers }: { headers: Headers }): string => /^[^;]+/.exec(headers.get("Set-Cookie") ?? "")?.[0] ?? "";

describe("[HOST-4] locks", () => {
  test("five wrong PINs lock the account for that network, longer each time, also for the right PIN", async () => {
    const waits = [];
    for (const hours of [0.25, 1, 6, 24, 24]) {
      expect(await statuses(5, () => signIn("000000", "203.0.113.1"))).toEqual([401, 401, 401, 401, 401]);
      const locked = await signIn(pin, "203.0.113.1");
      waits.push([locked.status, waitOf(locked)]);
      box.wait(hours * 60 * minute);
      await sweepThrottles(box.host.deps.db, box.host.deps.clock());
    }
    expect(waits).toEqual([900, 3600, 6 * 3600, 24 * 3600, 24 * 3600].map((seconds) => [429, seconds]));
    expect((await signIn(pin, "203.0.113.1")).status).toBe(200);
    expect(await statuses(5, () => signIn("000000", "203.0.113.1"))).not.toContain(429);
    expect(waitOf(await signIn(pin, "203.0.113.1"))).toBe(900);
  });

  test("says how long in minutes, or in hours", async () => {
    const said = async () => (await signIn(pin, "203.0.113.1")).body;
    await statuses(5, () => signIn("000000", "203.0.113.1"));
    expect(await said()).toMatchObject({ message: "Too many attempts. Try again in 15 minutes." });
    for (const wait of [15, 60]) {
      box.wait(wait * minute);
      await statuses(5, () => signIn("000000", "203.0.113.1"));
    }
    expect(await said()).toMatchObject({ message: "Too many attempts. Try again in 6 hours." });
  });

  test("a day without a lock starts over", async () => {
    await statuses(5, () => signIn("000000", "203.0.113.1"));
    box.wait((15 + 24 * 60) * minute);
    await statuses(5, () => signIn("000000", "203.0.113.1"));
    expect(waitOf(await signIn(pin, "203.0.113.1"))).toBe(900);
  });

  test("set by a clock that ran ahead end once it is put right", async () => {
    const year = 365 * 24 * 60 * minute;
    box.wait(year);
    await statuses(5, () => signIn("000000", "203.0.113.1"));
    await statuses(31, (at) => signIn("000000", "203.0.113.9", undefined, `x${at}@example.com`));
    for (const address of ["203.0.113.1", "203.0.113.9"]) expect((await signIn(pin, address)).status).toBe(429);
    box.wait(-year);
    for (const address of ["203.0.113.1", "203.0.113.9"]) expect((await signIn(pin, address)).status).toBe(200);
  });

  test("a stranger's lock holds up nobody in another network", async () => {
    await statuses(6, () => signIn("000000", "203.0.113.1"));
    expect((await signIn(pin, "198.51.100.1")).status).toBe(200);
    expect((await signIn(pin, "203.0.113.1")).status).toBe(429);
  });

  test("25 wrong PINs from many networks lock the account for all of them, and tries side by side don't slip past", async () => {
    const tries = await Promise.all(Array.from({ length: 40 }, (_, at) => signIn("000000", `203.0.113.${at}`)));
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(25);
    expect((await signIn(pin, "198.51.100.1")).status).toBe(429);
    box.wait(15 * minute);
    expect((await signIn(pin, "198.51.100.1")).status).toBe(200);
  });

  test("come however slowly a network tries, and once all networks together have tried 50 times, but not for a known device", async () => {
    const cookie = cookieIn(await signIn(pin, "198.51.100.1"));
    const slowly = (address: string) => {
      box.wait(16 * minute);
      return signIn("000000", address);
    };
    expect(await statuses(5, () => slowly("203.0.113.1"))).toEqual([401, 401, 401, 401, 401]);
    expect((await signIn("000000", "203.0.113.1")).status).toBe(429);
    expect(await statuses(45, (at) => slowly(`198.51.100.${at + 10}`))).toEqual(Array.from({ length: 45 }, () => 401));
    expect((await signIn(pin, "192.0.2.8")).status).toBe(429);
    expect((await signIn(pin, "192.0.2.8", cookie)).status).toBe(200);
    box.wait(15 * minute);
    expect((await signIn(pin, "192.0.2.8")).status).toBe(200);
  });

  test("a sign-in starts over the 50 tries of all networks", async () => {
    const slowly = (at: number) => {
      box.wait(16 * minute);
      return signIn("000000", `198.51.100.${at}`);
    };
    expect(await statuses(45, slowly)).not.toContain(429);
    expect((await signIn(pin, "192.0.2.8")).status).toBe(200);
    expect(await statuses(5, slowly)).not.toContain(429);
    // A lock by the fiftieth try would end before the next slow one.
    expect((await signIn(pin, "192.0.2.9")).status).toBe(200);
  });

  test("[PASS-2] come after five right PINs that no passkey has followed, for that network and until one does", async () => {
    const { email: who, passkey } = await holder(box);
    const stranger = { address: "203.0.113.7" };
    const first = () => signInAs(box, who, stranger);
    expect(await statuses(6, first)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(waitOf(await first())).toBe(900);
    const { ticket, options } = await asked(box, who);
    expect((await confirm(box, ticket, passkey.get(options))).status, "nobody else is locked").toBe(200);
    box.wait(15 * minute);
    for (let at = 0; at < 7; at += 1) {
      const again = await asked(box, who, stranger);
      expect((await confirm(box, again.ticket, passkey.get(again.options), stranger)).status).toBe(200);
    }
  });

  test("count tries under every spelling of an email together", async () => {
    const spellings = ["example.com", "ｅxample.com", "eＸample.com", "xn--example-.com", "xn--Example-.com", "EXAMPLE.com"];
    const as = (at: number) => `super_admin1@${spellings[at]}`;
    expect(await statuses(6, (at) => signIn("000000", "203.0.113.1", undefined, as(at)))).toEqual([401, 401, 401, 401, 401, 429]);
    const ask = (at: number) => box.call("POST /reset-password", { body: { email: as(at) }, ...from("203.0.113.1") });
    expect(await statuses(6, ask)).toEqual([200, 200, 200, 200, 200, 429]);
  });

  test("are lifted by a PIN set with a link, also where the domain was typed in its other form", async () => {
    const { db, pinCost, clock } = box.host.deps;
    const ada = {
      email: "ada@xn--exmple-cua.com",
      adminName: "Ada",
      pin,
      role: "super_admin",
      permissions: permissionsOf.super_admin,
    } as const;
    await addAdmin(db, ada, pinCost, clock());
    const typed = "ada@exämple.com";
    await statuses(5, () => signIn("000000", "203.0.113.1", undefined, typed));
    await box.call("POST /reset-password", { body: { email: typed } });
    const token = /token=(\S+)/.exec(box.mails[0]?.text ?? "")?.[1] ?? "";
    const body = new URLSearchParams({ token, pin: "739154" }).toString();
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await box.call("POST /reset-password/confirm", { body, headers })).status).toBe(200);
    expect((await signIn("739154", "203.0.113.1", undefined, typed)).status).toBe(200);
  });
});

describe("[HOST-4] a device that has signed this admin in before", () => {
  test("is not held up by strangers: neither by the account's lock nor by its network's", async () => {
    const signedIn = await signIn(pin, "198.51.100.1");
    const kept = signedIn.headers.get("Set-Cookie") ?? "";
    expect(kept).toMatch(/^counterfoil-device=.*; HttpOnly; SameSite=Strict$/);
    const cookie = cookieIn(signedIn);
    await Promise.all(Array.from({ length: 30 }, (_, at) => signIn("000000", `203.0.113.${at}`)));
    await statuses(31, (at) => signIn("000000", "198.51.100.1", undefined, `x${at}@example.com`));
    expect((await signIn(pin, "198.51.100.1")).status).toBe(429);
    expect((await signIn(pin, "198.51.100.1", cookie)).status).toBe(200);
    expect((await signIn(pin, "192.0.2.77", cookie)).status).toBe(200);
  });

  test("opens its account by a mailed link, also where strangers have its network shut out, which the page says to them", async () => {
    const cookie = cookieIn(await signIn(pin, "198.51.100.1"));
    await box.call("POST /reset-password", { body: { email }, ...from("198.51.100.1", cookie) });
    const token = /token=(\S+)/.exec(box.mails[0]?.text ?? "")?.[1] ?? "";
    await statuses(31, (at) => signIn("000000", "198.51.100.1", undefined, `x${at}@example.com`));
    const choose = (more: Record<string, string>) =>
      box.call("POST /reset-password/confirm", {
        body: new URLSearchParams({ token, pin: "739154" }).toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded", ...more },
        address: "198.51.100.1",
      });
    const stranger = await choose({});
    expect([stranger.status, waitOf(stranger)]).toEqual([429, 300]);
    expect(stranger.body).toContain('<p role="alert">Too many attempts. Try again in 5 minutes.</p>');
    expect((await choose({ Cookie: cookie })).status).toBe(200);
  });

  test("has its own five tries, and its lock is no one else's", async () => {
    const cookie = cookieIn(await signIn(pin, "198.51.100.1"));
    expect(await statuses(6, (at) => signIn("000000", `198.51.100.${at}`, cookie))).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await signIn(pin, "198.51.100.9")).status).toBe(200);
  });

  test("is a stranger to other accounts, and so is one whose token was not signed here", async () => {
    const cookie = cookieIn(await signIn(pin, "198.51.100.1"));
    await box.tokenFor("super_admin");
    const other = "super_admin2@example.com";
    const [name = "", token = ""] = cookie.split("=");
    const [content = "", mark = ""] = token.split(".");
    const device = v.parse(
      v.object({ id: v.string(), admins: v.array(v.string()) }),
      JSON.parse(Buffer.from(content, "base64url").toString()),
    );
    const forged = Buffer.from(JSON.stringify({ ...device, id: "another" })).toString("base64url");
    for (const sent of [cookie, `${name}=${forged}.${mark}`, `${name}=x.y`, `${name}=${content}.`])
      expect((await signIn("000000", "203.0.113.1", sent, other)).status).toBe(401);
    expect(await statuses(2, () => signIn("000000", "203.0.113.1", cookie, other))).toEqual([401, 429]);
  });

  test("is shut out itself when it floods, from wherever that comes, and nobody else is", async () => {
    const cookie = cookieIn(await signIn(pin, "198.51.100.1"));
    const malformed = (at: number) => box.call("POST /adminsignin/signin", { body: "{broken", ...from(`203.0.113.${at}`, cookie) });
    expect(await statuses(31, malformed)).toEqual([...Array.from({ length: 30 }, () => 400), 429]);
    expect((await signIn(pin, "198.51.100.1", cookie)).status).toBe(429);
    expect((await signIn(pin, "198.51.100.1")).status).toBe(200);
  });

  test("is remembered for each admin who uses it", async () => {
    await box.tokenFor("super_admin");
    const first = cookieIn(await signIn(pin, "198.51.100.1"));
    const both = cookieIn(await signIn(pin, "198.51.100.1", first, "super_admin2@example.com"));
    await Promise.all(Array.from({ length: 30 }, (_, at) => signIn("000000", `203.0.113.${at}`)));
    expect((await signIn(pin, "198.51.100.1", both)).status).toBe(200);
  });

  test("keeps its cookie to HTTPS where the host is reached by it", async () => {
    const secure = await openTestHost({ publicUrl: "https://desk.example" });
    await secure.tokenFor("super_admin");
    const { headers } = await secure.call("POST /adminsignin/signin", { body: { email, passwordPin: pin } });
    expect(headers.get("Set-Cookie")).toContain("; Secure");
    await secure.close();
  });
});

describe("[HOST-4] links to choose a new PIN", () => {
  const ask = (address: string, cookie?: string) => box.call("POST /reset-password", { body: { email }, ...from(address, cookie) });

  test("are mailed five times to a network and twenty times to all, for longer each time, but to a known device all the same", async () => {
    const cookie = cookieIn(await signIn(pin, "198.51.100.1"));
    expect(await statuses(6, () => ask("203.0.113.1"))).toEqual([200, 200, 200, 200, 200, 429]);
    const others = await Promise.all(Array.from({ length: 20 }, (_, at) => ask(`203.0.113.${10 + at}`)));
    expect(others.filter(({ status }) => status === 200)).toHaveLength(15);
    expect(box.mails).toHaveLength(20);
    expect((await ask("192.0.2.8")).headers.get("Retry-After")).toBe("900");
    expect((await ask("192.0.2.8", cookie)).status).toBe(200);
    box.wait(15 * minute);
    expect(await statuses(5, () => ask("203.0.113.1"))).toEqual([200, 200, 200, 200, 200]);
    expect(waitOf(await ask("203.0.113.1"))).toBe(3600);
  });
});
