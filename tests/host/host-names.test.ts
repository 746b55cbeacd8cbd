import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { HostEnv } from "../../host/http/host-env.ts";
import { calledByName, hostNames } from "../../host/http/host-names.ts";
import { Refusal } from "../../host/http/refusal.ts";

const local = { HOST: "127.0.0.1", TRUST_PROXY: false, PUBLIC_URL: undefined };
const desk = { HOST: "10.0.0.5", TRUST_PROXY: true, PUBLIC_URL: "https://Desk.example:8443/" };

/** The status of a request with these headers to a host with these options. */
async function called(options: typeof local | typeof desk, headers: Record<string, string>): Promise<number> {
  const names = hostNames(options);
  const app = new Hono<HostEnv>();
  app.onError((error, c) => c.text(error.message, error instanceof Refusal ? error.status : 500));
  if (names !== undefined) app.use(calledByName(names));
  app.get("/", (c) => c.text("here"));
  return (await app.request("http://localhost/", { headers })).status;
}

describe("[HOST-4] a request's name for the host", () => {
  test.each(["localhost", "LOCALHOST:4173", "127.0.0.1:4173", "127.3.2.1", "[::1]:4173", "desk.localhost"])(
    "is taken where it is this machine's: %s",
    async (Host) => {
      expect(await called(local, { Host })).toBe(200);
      expect(await called(desk, { Host })).toBe(200);
    },
  );

  test.each([
    "evil.example",
    "evil.example:4173",
    "localhost.evil.example",
    "desk.example.evil",
    "192.168.1.9",
    "[::2]",
    "127.0.0.1.evil.example",
  ])("is refused with 421 where it is another's: %s", async (Host) => {
    expect(await called(local, { Host })).toBe(421);
    expect(await called(desk, { Host })).toBe(421);
  });

  test("is PUBLIC_URL's, on whatever port a proxy listens, or the address that it listens on", async () => {
    for (const Host of ["desk.example", "DESK.example:8443", "10.0.0.5:4173"]) expect(await called(desk, { Host })).toBe(200);
    expect(await called({ ...desk, HOST: "2001:DB8::7" }, { Host: "[2001:db8::7]:4173" })).toBe(200);
    expect(await called(local, { Host: "desk.example" })).toBe(421);
  });

  test("is what a trusted proxy says of it, and of no other", async () => {
    const upstream = { Host: "counterfoil", "X-Forwarded-Host": "desk.example" };
    expect(await called(desk, upstream)).toBe(200);
    expect(await called({ ...desk, TRUST_PROXY: false }, upstream)).toBe(421);
    expect(await called(desk, { Host: "desk.example", "X-Forwarded-Host": "evil.example" })).toBe(421);
    expect(await called({ ...desk, TRUST_PROXY: false }, { Host: "evil.example", "X-Forwarded-Host": "desk.example" })).toBe(421);
  });

  test("can't be checked where others reach the host and it isn't told its name", async () => {
    for (const options of [
      { ...local, HOST: "0.0.0.0" },
      { ...local, TRUST_PROXY: true },
    ])
      expect(await called(options, { Host: "anything.example" })).toBe(200);
  });
});
