import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { everyUser } from "./support/reference.ts";
import { EventReader } from "./support/event-reader.ts";
import { openTestHost, type TestHost } from "./support/test-host.ts";

let box: TestHost;
let token: string;
const readers: EventReader[] = [];
beforeAll(async () => {
  box = await openTestHost();
  token = await box.tokenFor("super_admin");
});
afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.cut();
});
afterAll(() => box.close());

async function follow(after?: string, as = token): Promise<EventReader> {
  const reader = await EventReader.open(
    (path, headers) => box.host.app.request(path, { headers }, { address: "192.0.2.1" }),
    as,
    after,
  );
  readers.push(reader);
  return reader;
}

test("[LIVE-1] a stream begins with hello", async () => {
  const reader = await follow();
  expect((await reader.hello()).complete).toBe(true);
  const [one] = await everyUser(box, token);
  const answered = await box.call("POST /funduser/fund", { token, body: { email: one?.email, currency: "USDT", amount: 3 } });
  expect(answered.status).toBe(200);
  await reader.until(() => reader.of("change").length > 0 && reader.of("figures").length > 0);
  console.log(reader.frames);
  await box.host.deps.db.execute(sql`select 1`);
});
