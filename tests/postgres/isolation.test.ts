import { sql } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { openServer } from "../../host/db/connection.ts";
import { everyUser } from "../host/support/reference.ts";
import { makeDatabase } from "../host/support/server-database.ts";
import { openTestHost, seed } from "../host/support/test-host.ts";

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});

test("[HOST-3] admins at work at once are all served, whichever isolation the database begins transactions with", async () => {
  const { url, drop } = await makeDatabase(undefined, "UTF8");
  undo.push(drop);
  const operator = openServer(url);
  undo.push(operator.close);
  await seed(operator);
  const alter = "format('alter database %I set default_transaction_isolation = serializable', current_database())";
  await operator.db.execute(sql.raw(`do $$ begin execute ${alter}; end $$`));
  const connection = openServer(url);
  undo.push(connection.close);
  const box = await openTestHost({ connection });
  undo.push(() => box.host.events.stop());
  const token = await box.tokenFor("super_admin");
  const users = (await everyUser(box, token)).slice(0, 10);
  const answers = await Promise.all(
    users.map(({ email }) => box.call("POST /funduser/fund", { token, body: { email, currency: "USDT", amount: 1 } })),
  );
  expect(answers.map(({ status }) => status)).toEqual(users.map(() => 200));
  // Single statements of many requests at once, too: when the session was last seen, and the tries of a network.
  box.wait(5 * 60_000);
  const reads = await Promise.all(users.map(() => box.call("GET /set-fee/crypto-fee", { token })));
  expect(reads.map(({ status }) => status)).toEqual(users.map(() => 200));
  const body = { email: "super_admin1@example.com", passwordPin: "135790" };
  const signIns = await Promise.all(users.map((_, at) => box.call("POST /adminsignin/signin", { body, address: `198.51.100.${at % 2}` })));
  expect(signIns.map(({ status }) => status)).not.toContain(500);
});
