import { count, eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stepActivity } from "../../host/activity.ts";
import { transactions, users } from "../../host/db/schema.ts";
import { Random } from "../../host/seed/random.ts";
import { type TestHost, openTestHost, testNow } from "./support/test-host.ts";

let box: TestHost;
beforeAll(async () => {
  box = await openTestHost();
});
afterAll(() => box.close());

const unsettled = inArray(transactions.status, ["PENDING", "PROCESSING"]);

async function live(steps: number): Promise<void> {
  const random = new Random(1);
  for (let step = 0; step < steps; step += 1) await stepActivity(box.host.deps.db, random, testNow);
}

test("[HOST-2] demonstration life goes on among the demonstration's people alone: real users get no rows, and theirs stay as they are", async () => {
  const { db } = box.host.deps;
  const counted = async () => {
    const [all] = await db.select({ rows: count() }).from(transactions);
    const [waiting] = await db.select({ rows: count() }).from(transactions).where(unsettled);
    return { all: all?.rows ?? 0, waiting: waiting?.rows ?? 0 };
  };
  await db.update(users).set({ email: sql`username || '@kuda.ng'` });
  const before = await counted();
  expect(before.waiting).toBeGreaterThan(0);
  await live(5);
  expect(await counted()).toEqual(before);

  const [one] = await db.select({ userId: transactions.userId }).from(transactions).where(unsettled).limit(1);
  await db
    .update(users)
    .set({ email: "ada@example.com" })
    .where(eq(users.id, one?.userId ?? ""));
  await live(1);
  expect((await counted()).all).toBeGreaterThan(before.all);
});
