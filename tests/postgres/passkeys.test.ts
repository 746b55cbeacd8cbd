import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { firstPolicy } from "../../host/approvals/policy.ts";
import { openServer } from "../../host/db/connection.ts";
import { rows } from "../../host/db/rows.ts";
import { admins, ledgerEntries, passkeyChallenges, passkeys } from "../../host/db/schema.ts";
import { Random } from "../../host/seed/random.ts";
import { createHost } from "../../host/host.ts";
import { type Slip, slip } from "../../src/contract/approvals.ts";
import { registerOptions, signOptions } from "../../src/contract/passkeys.ts";
import { addPasskey, asked, confirm, holder, newAdmin, signInAs, tokenOf } from "../host/support/passkeys.ts";
import { everyUser } from "../host/support/reference.ts";
import { urlOf } from "../host/support/server-database.ts";
import { type TestHost, callsOf, openTestHost } from "../host/support/test-host.ts";
import { SoftwarePasskey } from "../support/software-passkey.ts";

const races = 25;
/** Two hosts on one database, and how each is called in its turn. */
let box: TestHost;
let sides: readonly [TestHost, TestHost];
let closeOther: () => Promise<void>;

beforeAll(async () => {
  box = await openTestHost({ approvals: true });
  const [name] = await rows(box.host.deps.db, v.object({ name: v.string() }), sql`select current_database() as name`);
  const connection = openServer(urlOf(name?.name ?? ""));
  closeOther = connection.close;
  const { clock, pinCost } = box.host.deps;
  const other = await createHost({ connection, clock, pinCost, approvals: true });
  sides = [box, { ...box, host: other, call: callsOf(other) }];
});
afterAll(async () => {
  await closeOther();
  await box.close();
});

const sideAt = (at: number): TestHost => sides[at % 2 === 0 ? 0 : 1];
const statusesOf = (answers: readonly { readonly status: number }[]): number[] =>
  answers.map(({ status }) => status).toSorted((a, b) => a - b);
const counterOf = async ({ id }: SoftwarePasskey): Promise<number | undefined> => {
  const [row] = await box.host.deps.db
    .select({ counter: passkeys.counter })
    .from(passkeys)
    .where(eq(passkeys.id, id.toString("base64url")));
  return row?.counter;
};

describe("at two hosts on one database", () => {
  test(`[PASS-2] of six uses of a ticket at once one opens a session, ${races} times, and nothing fails`, async () => {
    for (let race = 0; race < races; race += 1) {
      // Another one each time, since who is refused too often is locked out; it doesn't count, so that the ticket alone tells.
      const still = new SoftwarePasskey("http://localhost", 0);
      const email = await newAdmin(box);
      await addPasskey(box, tokenOf(await signInAs(box, email)), "Synced", still);
      const { ticket, options } = await asked(sideAt(race), email);
      const credential = still.get(options);
      const answers = await Promise.all(
        // From other networks, as else the tries of one would be counted.
        Array.from({ length: 6 }, (_, at) => confirm(sideAt(at), ticket, credential, { address: `198.51.100.${at + 1}` })),
      );
      expect(statusesOf(answers)).toEqual([200, 401, 401, 401, 401, 401]);
      box.wait(60_000);
    }
  });

  test(`[PASS-2] of two passkeys with one counter at once one is let in, ${races} times: the other may be a copy`, async () => {
    for (let race = 0; race < races; race += 1) {
      // Another one each time: who is refused too often is locked out.
      const { email, passkey } = await holder(box);
      const counter = 100 + race;
      const tickets = [await asked(sideAt(0), email), await asked(sideAt(1), email)];
      const answers = await Promise.all(
        tickets.map(({ ticket, options }, at) =>
          confirm(sideAt(at), ticket, passkey.get(options, { counter }), { address: `203.0.113.${race + 1}` }),
        ),
      );
      expect(statusesOf(answers), `counter ${counter}`).toEqual([200, 403]);
      expect(await counterOf(passkey)).toBe(counter);
    }
  });

  test("[PASS-2] counters that come in any order at once leave the highest that was let in, and none goes back", async () => {
    const random = new Random(97);
    for (let race = 0; race < races; race += 1) {
      const { email, passkey } = await holder(box);
      const counters = [1, 2, 3, 4].toSorted(() => random.next() - 0.5).map((step) => 1000 + race * 10 + step);
      const tickets = await Promise.all(counters.map((_, at) => asked(sideAt(at), email)));
      const answers = await Promise.all(
        tickets.map(async ({ ticket, options }, at) => {
          const counter = counters[at] ?? 0;
          const { status } = await confirm(sideAt(at), ticket, passkey.get(options, { counter }), { address: `192.0.2.${race + 100}` });
          return { status, counter };
        }),
      );
      const letIn = answers.filter(({ status }) => status === 200).map(({ counter }) => counter);
      for (const { status } of answers) expect([200, 403]).toContain(status);
      expect(await counterOf(passkey)).toBe(Math.max(...letIn));
      // The highest is ahead of whatever came before it.
      expect(Math.max(...letIn)).toBe(1000 + race * 10 + 4);
    }
  });

  test("[PASS-3] a passkey that is being added while all of an admin's are reset is gone with them", async () => {
    const { db } = box.host.deps;
    const { email, token } = await holder(box);
    const boss = tokenOf(await signInAs(box, await newAdmin(box)));
    const told = await box.call("POST /api/passkeys/register/options", { token, body: {} });
    const { options } = v.parse(registerOptions.answer, told.body);
    const waiting = (count: number) =>
      vi.waitFor(async () => {
        const all = sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        expect(await rows(db, v.object({ n: v.number() }), all)).toEqual([{ n: count }]);
      });
    const { added, reset } = await db.transaction(async (tx) => {
      await tx.select().from(passkeyChallenges).where(eq(passkeyChallenges.challenge, options.challenge)).for("update");
      const credential = new SoftwarePasskey().create(options);
      const added = box.call("POST /api/passkeys/register", { token, body: { name: "Late", credential } });
      await waiting(1);
      const reset = sides[1].call("POST /api/passkeys/reset", { token: boss, body: { email } });
      await waiting(2);
      return { added: [added], reset: [reset] };
    });
    expect(statusesOf(await Promise.all([...added, ...reset]))).toEqual([200, 201]);
    const [admin] = await db.select().from(admins).where(eq(admins.email, email));
    expect(await db.$count(passkeys, eq(passkeys.adminId, admin?.id ?? ""))).toBe(0);
  });

  test("[APPR-10] [PASS-4] one signature that is sent twice at once approves a slip once", async () => {
    const [maker, checker] = [await holder(box), await holder(box)];
    const { body } = await box.call("PUT /api/approvals/policy", { token: maker.token, body: { ...firstPolicy, signing: "passkey" } });
    const { digest } = v.parse(v.object({ data: v.looseObject({ digest: v.string() }) }), body).data;
    expect((await box.call("POST /api/approvals/policy/approve", { token: checker.token, body: { digest } })).status).toBe(200);
    const emails = (await everyUser(box, maker.token)).flatMap((one) => one.email ?? []);
    const slipIn = (answer: { readonly body: unknown }): Slip => v.parse(v.object({ data: slip }), answer.body).data;
    const signatureOf = async ({ token, passkey }: typeof maker, one: Slip) => {
      const { body: told } = await box.call("POST /api/passkeys/sign/options", { token, body: { digest: one.digest } });
      return passkey.get(v.parse(signOptions.answer, told).options);
    };
    for (let race = 0; race < 10; race += 1) {
      const terms = { operation: "fund", email: emails[race], currency: "NGNB", amount: "2500000", reason: "refund" };
      const one = slipIn(await box.call("POST /api/approvals", { token: maker.token, body: terms }));
      const signed = { digest: one.digest, signature: await signatureOf(maker, one) };
      expect((await box.call(`POST /api/approvals/${one.id}/sign`, { token: maker.token, body: signed })).status).toBe(200);
      const approved = { digest: one.digest, signature: await signatureOf(checker, one) };
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, at) =>
          sideAt(at).call(`POST /api/approvals/${one.id}/approve`, { token: checker.token, body: approved }),
        ),
      );
      expect(statusesOf(answers)).toEqual([200, 409, 409, 409]);
      expect(await box.host.deps.db.select().from(ledgerEntries).where(eq(ledgerEntries.slipId, one.id))).toHaveLength(1);
    }
  });
});
