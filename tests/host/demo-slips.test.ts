import { readFileSync } from "node:fs";
import { asc, eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { digestOf } from "../../host/approvals/slips.ts";
import { checkChain } from "../../host/audit/watch-chain.ts";
import { admins, sessions, slips } from "../../host/db/schema.ts";
import { demoAdmin } from "../../host/first-admin.ts";
import { readOptions } from "../../host/options.ts";
import { beganWithApprovals, loadDemoSlips, secondAdmin, wantDemoSlips } from "../../host/seed/demo-slips.ts";
import { addAdmin } from "../../host/sessions/admins.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { problemsOf } from "../../scripts/receipt-problems.mjs";
import { listSlips, slipStates } from "../../src/contract/approvals.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { ledgerProblems } from "./support/ledger.ts";
import { openTestHost, testNow } from "./support/test-host.ts";

test("[APPR-1] a new demonstration has slips in every state, whose receipts hold, and a second admin who can decide; loaded once, and withdrawn by what docs/deploy.md runs after a restore", async () => {
  const box = await openTestHost({ approvals: true });
  const { db, pinCost } = box.host.deps;
  const boss = { ...demoAdmin, adminName: "First Admin", role: "super_admin", permissions: permissionsOf.super_admin, demo: true } as const;
  await addAdmin(db, boss, pinCost, testNow);
  await loadDemoSlips(db, pinCost, testNow);
  expect(await beganWithApprovals(db)).toBe(false);
  expect(await db.select().from(admins)).toHaveLength(1);
  await wantDemoSlips(db);
  for (let time = 0; time < 2; time += 1) await loadDemoSlips(db, pinCost, testNow);
  expect(await beganWithApprovals(db)).toBe(true);
  expect(await db.select().from(admins)).toHaveLength(3);

  const opened = await box.call("POST /adminsignin/signin", { body: { email: secondAdmin.email, passwordPin: demoAdmin.pin } });
  const token = v.parse(openedSession, opened.body).accessToken;
  const list = v.parse(listSlips.answer, (await box.call("GET /api/approvals", { token })).body);
  expect(new Set(list.slips.map(({ state }) => state))).toEqual(new Set(slipStates));
  expect(list.toDecide).toBe(2);
  for (const { id } of list.slips.filter(({ state }) => state === "executed")) {
    const { body } = await box.call(`GET /api/approvals/${id}/receipt`, { token });
    expect(problemsOf(v.parse(v.object({ data: v.unknown() }), body).data)).toEqual([]);
  }
  const rows = await db.select().from(slips).where(eq(slips.state, "open")).orderBy(asc(slips.id));
  expect(rows.map(digestOf)).toEqual(rows.map(({ digest }) => digest));
  expect(await ledgerProblems(db)).toEqual([]);
  expect((await checkChain(db)).broken).toBeUndefined();

  // What docs/deploy.md runs after a restore.
  const deploying = readFileSync("docs/deploy.md", "utf8");
  const [, script = ""] = /^(begin;\nupdate sessions.*?commit;)$/ms.exec(deploying) ?? [];
  await box.host.deps.connection.script(script);
  expect(deploying.indexOf("start one host on it and look")).toBeGreaterThan(deploying.indexOf(script));
  expect(await db.select().from(slips).where(eq(slips.state, "open"))).toEqual([]);
  expect((await db.select().from(sessions)).filter(({ endedAt }) => endedAt === null)).toEqual([]);
  expect((await box.call("GET /api/approvals", { token })).status).toBe(403);
  await box.close();
});

test("[APPR-1] APPROVALS is on, off, or left to how the database was begun; anything else stops the start", () => {
  const of = (APPROVALS: string) => readOptions({ APPROVALS }, []).APPROVALS;
  expect([of("on"), of("No"), of("")]).toEqual([true, false, undefined]);
  expect(() => of("maybe")).toThrow("APPROVALS is neither on nor off.");
});
