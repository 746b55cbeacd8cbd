import { setTimeout as pause } from "node:timers/promises";
import { count, eq, isNotNull } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { expireAll } from "../../host/approvals/slips.ts";
import { checkChain } from "../../host/audit/watch-chain.ts";
import { admins, ledgerEntries } from "../../host/db/schema.ts";
import { Random } from "../../host/seed/random.ts";
import { permissionsOf } from "../../host/sessions/permissions.ts";
import { slip } from "../../src/contract/approvals.ts";
import { closeAttempt } from "../../src/contract/attempts.ts";
import { ledgerProblems } from "./support/ledger.ts";
import { everyUser } from "./support/reference.ts";
import { openTestHost } from "./support/test-host.ts";

/** Races of two checkers; run occasionally with APPROVAL_RACES=5000. */
const races = Number(process.env["APPROVAL_RACES"] ?? 40);

const told = v.object({ success: v.boolean(), message: v.string(), data: slip });

test(
  `[APPR-6] [APPR-7] two checkers of a slip, ${races} seeded races with double clicks, refusals, withdrawals and lost answers: each is executed at most once, and whoever is late is told`,
  async () => {
    const box = await openTestHost({ approvals: true });
    const { db } = box.host.deps;
    const maker = await box.tokenFor("admin");
    const checkers = [
      { token: await box.tokenFor("admin"), email: "admin2@example.com" },
      { token: await box.tokenFor("super_admin"), email: "super_admin3@example.com" },
    ] as const;
    const emails = (await everyUser(box, maker)).flatMap(({ email }) => email ?? []);
    const [makerRow] = await db.select().from(admins).where(eq(admins.email, "admin1@example.com"));
    const random = new Random(73);
    const ends = { executed: 0, refused: 0, withdrawn: 0 };
    let by = [0, 0];
    const path = "/api/approvals";
    for (let race = 0; race < races; race += 1) {
      const body = {
        operation: "fund",
        email: emails[race % emails.length],
        currency: "NGNB",
        amount: String(1_000_000 + race),
        reason: "refund",
      };
      const { data: one } = v.parse(told, (await box.call(`POST ${path}`, { token: maker, body })).body);
      const act = async (token: string, what: string, sent: object, key: string) => {
        const ms = random.whole(0, 3);
        if (ms > 0) await pause(ms);
        return box.call(`POST ${path}/${one.id}/${what}`, { token, body: sent, headers: { "Idempotency-Key": key } });
      };
      const digest = random.chance(0.05) ? "0".repeat(64) : one.digest;
      const tries = checkers.flatMap(({ token }, at) =>
        // Sometimes a double click, under the same key or as a new intent.
        Array.from({ length: random.whole(1, 2) }, (_, click) => {
          const key = `approve-${race}-${at}-${random.chance(0.5) ? 0 : click}`;
          return act(token, "approve", { digest }, key).then((answer) => ({ ...answer, at, key, token }));
        }),
      );
      const others = [
        ...(random.chance(0.2) ? [act(checkers[random.whole(0, 1)]?.token ?? "", "refuse", { note: "No" }, `refuse-${race}`)] : []),
        ...(random.chance(0.2) ? [act(maker, "withdraw", {}, `withdraw-${race}`)] : []),
        ...(random.chance(0.1)
          ? [
              db
                .update(admins)
                .set({ permissions: permissionsOf.moderator })
                .where(eq(admins.id, makerRow?.id ?? "")),
            ]
          : []),
      ];
      const answers = await Promise.all(tries);
      await Promise.all(others);
      await db
        .update(admins)
        .set({ permissions: permissionsOf.admin })
        .where(eq(admins.id, makerRow?.id ?? ""));

      const { data: end } = v.parse(told, { success: true, message: "", ...(await readSlip(one.id)) });
      const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.slipId, one.id));
      expect(entries, one.id).toHaveLength(end.state === "executed" ? 1 : 0);
      const done = answers.filter(({ status }) => status === 200);
      if (end.state === "executed") {
        const winner = checkers.findIndex(({ email }) => email === end.checker?.email);
        by = by.map((times, at) => times + (at === winner ? 1 : 0));
        // One intent succeeded, and its repeats got its answer.
        expect([...new Set(done.map(({ key }) => key))], one.id).toHaveLength(1);
        expect(done.map(({ at }) => at).every((at) => at === winner)).toBe(true);
        for (const { status, body } of answers.filter((answer) => answer.status !== 200)) {
          expect(status).toBe(409);
          expect(v.parse(told, body)).toMatchObject({
            success: false,
            data: { state: "executed", checker: { email: end.checker?.email } },
          });
        }
      } else expect(done, one.id).toEqual([]);
      if (end.state !== "open") ends[v.parse(v.picklist(["executed", "refused", "withdrawn"]), end.state)] += 1;
      else await box.call(`POST ${path}/${one.id}/withdraw`, { token: maker, body: {} });
      // A checker who lost the answer asks the host about the key (KEY-1), and gets the same outcome.
      const lost = answers[random.whole(0, answers.length - 1)];
      if (lost === undefined) continue;
      const asked = await box.call(`POST /api/attempts/${lost.key}/close`, { token: lost.token, body: {} });
      expect(v.parse(closeAttempt.answer, asked.body)).toMatchObject({
        state: lost.status === 200 ? "done" : "refused",
        answer: lost.body,
      });
    }
    async function readSlip(id: string): Promise<object> {
      const { body } = await box.call(`GET ${path}/${id}`, { token: checkers[0].token });
      return v.parse(v.looseObject({}), body);
    }
    const [posted] = await db.select({ entries: count() }).from(ledgerEntries).where(isNotNull(ledgerEntries.slipId));
    expect(posted?.entries).toBe(ends.executed);
    expect(await ledgerProblems(db)).toEqual([]);
    expect((await checkChain(db)).broken).toBeUndefined();
    // Each side must win sometimes, or there were no races.
    for (const times of by) expect(times).toBeGreaterThan(races / 20);
    if (races > 1000) for (const times of [ends.refused, ends.withdrawn]) expect(times).toBeGreaterThan(races / 100);
    console.log(`${races} races: ${JSON.stringify(ends)}, by ${by.join(" and ")}, ${posted?.entries} in the ledger`);
    await box.close();
  },
  60_000 + races * 300,
);

/** Slips that expire at the same moment. */
const together = 20;

test(
  `[APPR-7] ${races} approvals race with the end of their slips' time: each is executed before it, once, or has expired`,
  async () => {
    const box = await openTestHost({ approvals: true });
    const { db } = box.host.deps;
    const path = "/api/approvals";
    const random = new Random(79);
    const ends = { executed: 0, expired: 0 };
    for (let round = 0; round < races / together; round += 1) {
      const maker = await box.tokenFor("admin");
      const emails = (await everyUser(box, maker)).flatMap(({ email }) => email ?? []);
      const made = await Promise.all(
        Array.from({ length: together }, async (_, at) => {
          const body = {
            operation: "fund",
            email: emails[at % emails.length],
            currency: "NGNB",
            amount: String(1_000_000 + at),
            reason: "refund",
          };
          return v.parse(told, (await box.call(`POST ${path}`, { token: maker, body })).body).data;
        }),
      );
      const expiresAt = Date.parse(made[0]?.expiresAt ?? "");
      box.wait(24 * 3_600_000 - 1);
      const checker = await box.tokenFor("admin");
      const overAfter = random.whole(0, 12);
      const over = async () => {
        await pause(overAfter);
        box.wait(1);
        if (random.chance(0.5)) await expireAll(db, new Date(expiresAt));
      };
      const [answers] = await Promise.all([
        Promise.all(
          made.map(async ({ id, digest }) => {
            await pause(random.whole(0, 12));
            return box.call(`POST ${path}/${id}/approve`, { token: checker, body: { digest } });
          }),
        ),
        over(),
      ]);
      for (const [at, { status, body }] of answers.entries()) {
        const id = made[at]?.id ?? "";
        const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.slipId, id));
        const { state } = v.parse(told, body).data;
        expect([status, state, entries.length], id).toEqual(status === 200 ? [200, "executed", 1] : [409, "expired", 0]);
        ends[status === 200 ? "executed" : "expired"] += 1;
      }
    }
    const [posted] = await db.select({ entries: count() }).from(ledgerEntries).where(isNotNull(ledgerEntries.slipId));
    expect(posted?.entries).toBe(ends.executed);
    expect(await ledgerProblems(db)).toEqual([]);
    if (races > 1000) for (const times of Object.values(ends)) expect(times).toBeGreaterThan(races / 20);
    console.log(`${races} races with the end of the time: ${JSON.stringify(ends)}, ${posted?.entries} in the ledger`);
    await box.close();
  },
  60_000 + races * 300,
);
