import { beforeEach, expect, test, vi } from "vitest";
import * as v from "valibot";
import { config } from "../../src/contract/config.ts";
import { askForNew, askForSigned, whyNoPasskeys } from "../../src/sync/session/browser-passkeys.ts";
import { connect } from "../../src/sync/wire/host.ts";
import { confirmWithPasskey } from "../../src/sync/session/passkeys.ts";

const options = { challenge: "AAAA", rpId: "localhost" };
const creation = {
  challenge: "AAAA",
  rp: { id: "localhost", name: "Counterfoil" },
  user: { id: "AAAA", name: "grace@example.com", displayName: "Grace" },
  pubKeyCredParams: [{ type: "public-key" as const, alg: -7 }],
  authenticatorSelection: { userVerification: "required" as const },
};

const openAt = (hostname: string): void => void vi.stubGlobal("location", { hostname });
const refuse = (name: string): void => {
  const say = () => Promise.reject(new DOMException("said by the browser", name));
  vi.stubGlobal("navigator", { credentials: { get: say, create: say } });
};

beforeEach(() => {
  openAt("localhost");
  vi.stubGlobal("isSecureContext", true);
  vi.stubGlobal("PublicKeyCredential", () => undefined);
});

test("[PASS-2] a page by plain http, at an address, or in a browser without WebAuthn can't have passkeys", async () => {
  expect(whyNoPasskeys()).toBeUndefined();
  openAt("127.0.0.1");
  expect(whyNoPasskeys()).toBe("address");
  openAt("[::1]");
  expect(whyNoPasskeys()).toBe("address");
  openAt("desk.example");
  vi.stubGlobal("PublicKeyCredential", undefined);
  expect(whyNoPasskeys()).toBe("unsupported");
  vi.stubGlobal("isSecureContext", false);
  expect(await askForSigned(options)).toEqual({ is: "none", why: "insecure" });
});

test.each([
  ["NotAllowedError", "cancelled"],
  ["AbortError", "cancelled"],
  ["SecurityError", "otherName"],
  ["UnknownError", "failed"],
])("[PASS-2] the browser's %s is told as %s", async (name, why) => {
  openAt("other.example");
  refuse(name);
  expect(await askForSigned(options)).toEqual({ is: "none", why });
});

test.each([
  ["InvalidStateError", "known"],
  ["ConstraintError", "unverified"],
  ["NotAllowedError", "cancelled"],
])("[PASS-1] while one is added, %s is told as %s", async (name, why) => {
  refuse(name);
  expect(await askForNew(creation)).toEqual({ is: "none", why });
});

test("[PASS-2] a host that asks for a passkey without saying where it takes one: its config.json is named", async () => {
  const over = new AbortController();
  vi.stubGlobal("navigator", { onLine: true });
  const end = await confirmWithPasskey(connect(v.parse(config, {}), over.signal), {
    is: "passkey",
    asked: { ticket: "t", options },
    keep: () => Promise.resolve(true),
  });
  over.abort();
  expect(end).toEqual({ is: "none", why: "unannounced" });
});
