import { expect, test, vi } from "vitest";
import { Database } from "../../src/db/store/database.ts";
import { MutationGate } from "../../src/sync/money/gate.ts";
import { sessionStore } from "../../src/sync/state/session-store.ts";
import { fundingIntent } from "../support/attempts.ts";
import { Gate } from "../support/browser/gate.ts";
import { DeviceStorage } from "../support/device-storage.ts";
import { fakeSession } from "../support/fake-login.ts";
import { PlayedCalls } from "../support/played-calls.ts";
import { connectPlayed } from "../support/played-host.ts";

test("[FUND-6, AUTH-14] what one admin confirmed is not sent under the token of another who signs in while the host is looked for", async () => {
  vi.stubGlobal("localStorage", new DeviceStorage());
  const gate = new Gate();
  const played = new PlayedCalls().on("HEAD /asset-markdown/global", async () => {
    await gate.opened;
    return { json: {} };
  });
  const host = connectPlayed(played, {});
  const signIn = (id: string) => {
    const { token } = fakeSession(new Date(), { sub: id }, id);
    sessionStore.open(token, { id });
    const session = sessionStore.current();
    if (!session) throw new Error("nobody is signed in");
    return session;
  };
  const ada = signIn("ada");
  const money = new MutationGate(host, new Database("counterfoil-ada"), () => sessionStore.current() ?? ada, "Ada");
  const sent = money.submit(fundingIntent("a"));
  await vi.waitFor(() => expect(played.callsOf("HEAD /asset-markdown/global")).toHaveLength(1));
  signIn("bea");
  gate.open();
  expect(await sent).toEqual({ is: "blocked", why: "expired" });
  expect(played.callsOf("POST /funduser/fund")).toEqual([]);
});
