import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ledgerEntries } from "../../host/db/schema.ts";
import { listen, stopListening } from "../../host/listen.ts";
import { EventReader } from "./support/event-reader.ts";
import { everyUser } from "./support/reference.ts";
import { type TestHost, openTestHost } from "./support/test-host.ts";

let box: TestHost;
let stop: () => Promise<void>;
let origin = "";
let token = "";
let email = "";

beforeAll(async () => {
  box = await openTestHost({ faults: true });
  token = await box.tokenFor("super_admin");
  email = (await everyUser(box, token))[0]?.email ?? "";
  const { server, port } = await listen(box.host, 0, "127.0.0.1", false);
  origin = `http://127.0.0.1:${port}`;
  stop = () => stopListening(server);
});
afterAll(async () => {
  await stop();
  await box.close();
});
beforeEach(() => fetch(`${origin}/__faults`, { method: "DELETE", headers: unpooled }));

/** No keep-alive: a connection just closed by the server would look like a fault. */
const unpooled = { Connection: "close" };
const plan = (rule: object, seed = 1) =>
  fetch(`${origin}/__faults`, {
    method: "PUT",
    headers: unpooled,
    body: JSON.stringify({ seed, rules: [{ path: "/funduser/*", ...rule }] }),
  });
const fund = () =>
  fetch(`${origin}/funduser/fund`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}`, ...unpooled },
    body: JSON.stringify({ email, currency: "BTC", amount: 1 }),
  });
const entries = async () => (await box.host.deps.db.select().from(ledgerEntries)).length;
const addedBy = async (work: () => Promise<unknown>) => {
  const before = await entries();
  await work();
  return (await entries()) - before;
};

describe("the fault switch", () => {
  test("[HOST-1] it is not there unless it was asked for", async () => {
    const plain = await openTestHost();
    expect((await plain.call("PUT /__faults", { body: { rules: [] } })).status).toBe(404);
    await plain.close();
  });

  test("[FUND-6] lost before the work: no answer, nothing done", async () => {
    await plan({ lossBefore: 1 });
    expect(await addedBy(() => expect(fund()).rejects.toThrow("fetch failed"))).toBe(0);
  });

  test("[LIVE-2] a stream that is to be cut begins, and breaks; one that is to fail is not left open", async () => {
    const follow = () => EventReader.open((path, headers) => fetch(origin + path, { headers }), token);
    await plan({ path: "/api/events", cutBody: 1 });
    const reader = await follow();
    await reader.until(() => reader.hasEnded);
    expect(reader.hasBroken).toBe(true);
    expect(reader.of("hello")).toHaveLength(1);
    await plan({ path: "/api/events", errorAfter: 1 });
    await expect(follow()).rejects.toThrow("502");
    await expect.poll(() => box.host.events.openStreams).toBe(0);
  });

  test("[FUND-6] lost after the work: no answer, but done", async () => {
    await plan({ lossAfter: 1 });
    expect(await addedBy(() => expect(fund()).rejects.toThrow("fetch failed"))).toBe(1);
  });

  test("[FUND-6] a cut body: done, and the answer breaks in the middle", async () => {
    await plan({ cutBody: 1 });
    const read = async () => {
      const answer = await fund();
      expect(answer.status).toBe(200);
      await expect(answer.text()).rejects.toThrow();
    };
    expect(await addedBy(read)).toBe(1);
  });

  test("[FUND-6] a 502 before or after the work", async () => {
    await plan({ errorBefore: 1, status: 503 });
    expect(await addedBy(async () => expect((await fund()).status).toBe(503))).toBe(0);
    await plan({ errorAfter: 1 });
    expect(await addedBy(async () => expect((await fund()).status).toBe(502))).toBe(1);
  });

  test("[FUND-6] the same seed breaks the same requests, at about the probability asked for, and no other path", async () => {
    const run = async () => {
      await plan({ errorBefore: 0.3 }, 7);
      const statuses: number[] = [];
      for (let i = 0; i < 40; i += 1) statuses.push((await fund()).status);
      expect((await fetch(`${origin}/config.json`, { headers: unpooled })).status).toBe(200);
      return statuses;
    };
    const first = await run();
    expect(await run()).toEqual(first);
    const failed = first.filter((status) => status === 502).length;
    expect(failed).toBeGreaterThan(4);
    expect(failed).toBeLessThan(24);
  });

  test("[HOST-4] a rule that makes no sense is refused by its field's name", async () => {
    const answer = await plan({ lossBefore: 2 });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ field: "rules.0.lossBefore" });
  });
});
