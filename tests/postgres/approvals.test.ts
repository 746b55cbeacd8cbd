import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { and, count, eq, isNotNull } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { checkChain } from "../../host/audit/watch-chain.ts";
import { openServer } from "../../host/db/connection.ts";
import { auditLog, ledgerEntries, users } from "../../host/db/schema.ts";
import { Random } from "../../host/seed/random.ts";
import { createAdmin } from "../../src/contract/admins.ts";
import { type Slip, approveSlip, makeSlip, slip } from "../../src/contract/approvals.ts";
import { attemptEnd } from "../../src/contract/attempts.ts";
import { openedSession, signIn } from "../../src/contract/sign-in.ts";
import { ledgerProblems } from "../host/support/ledger.ts";
import { makeDatabase } from "../host/support/server-database.ts";
import { type Spawned, readyOrigin, spawnHost, spawnedAdmin } from "../host/support/spawned-host.ts";

/** As in tests/host/approval-races.test.ts; one race in `perKill` has a host killed in its middle. */
const races = Number(process.env["APPROVAL_RACES"] ?? 40);
const kills = Number(process.env["KILLS"] ?? 1);

interface Side {
  host: Spawned;
  origin: string;
}
interface Answered {
  readonly status: number;
  readonly body: unknown;
}
const slipIn = (body: unknown): Slip => v.parse(v.object({ data: slip }), body).data;

test(
  `[APPR-6] two checkers at two hosts on one database, ${races} seeded races, a host killed in ${kills} of them: each slip is executed at most once, and what was lost can be told`,
  async () => {
    const home = mkdtempSync(join(tmpdir(), "counterfoil-slips-"));
    const { url, drop } = await makeDatabase();
    const begin = (name: string): Spawned =>
      spawnHost({ DATABASE_URL: url, DATA_DIR: join(home, name), APPROVALS: "on" }, ["--users=20", "--transactions=10"]);
    const [hostA, hostB] = [begin("a"), begin("b")];
    const sides: readonly [Side, Side] = [
      { host: hostA, origin: await readyOrigin(hostA) },
      { host: hostB, origin: await readyOrigin(hostB) },
    ];
    const { db, close } = openServer(url);
    try {
      const send = async (side: Side, line: string, token: string | undefined, body: object, key?: string): Promise<Answered> => {
        const [method = "", path = ""] = line.split(" ");
        const answer = await fetch(`${side.origin}${path}`, {
          method,
          headers: {
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...(key === undefined ? {} : { "Idempotency-Key": key }),
          },
          body: JSON.stringify(body),
        });
        return { status: answer.status, body: await answer.json() };
      };
      const tokenOf = async (email: string, passwordPin: string): Promise<string> =>
        v.parse(openedSession, (await send(sides[0], `POST ${signIn.path}`, undefined, { email, passwordPin })).body).accessToken;
      const maker = await tokenOf(spawnedAdmin.email, spawnedAdmin.passwordPin);
      const checkers: string[] = [];
      for (const name of ["one", "two"]) {
        const who = { email: `${name}@example.com`, passwordPin: "739154" };
        await send(sides[0], `POST ${createAdmin.path}`, maker, { ...who, adminName: `Checker ${name}`, role: "admin" });
        checkers.push(await tokenOf(who.email, who.passwordPin));
      }
      const people = await db.select({ email: users.email }).from(users);
      const random = new Random(79);
      const killAt = new Set(Array.from({ length: kills }, (_, at) => Math.floor(((at + 0.5) * races) / kills)));
      const by = [0, 0];
      let lost = 0;
      for (let race = 0; race < races; race += 1) {
        const body = {
          operation: "fund",
          email: people[race % people.length]?.email,
          currency: "NGNB",
          amount: String(1_000_000 + race),
          reason: "refund",
        };
        const one = slipIn((await send(sides[race % 2 === 0 ? 0 : 1], `POST ${makeSlip.path}`, maker, body)).body);
        const line = `POST ${approveSlip.path.replace("{id}", one.id)}`;
        const works = checkers.map(async (token, at) => {
          await pause(random.whole(0, 4));
          const key = `race-${race}-${at}`;
          const answer = await send(sides[at === 0 ? 0 : 1], line, token, { digest: one.digest }, key).catch(() => undefined);
          return { at, key, token, answer };
        });
        if (killAt.has(race)) {
          const at = race % 2 === 0 ? 0 : 1;
          const side = sides[at];
          await pause(random.whole(0, 12));
          side.host.child.kill("SIGKILL");
          await side.host.ended;
          side.host = begin(at === 0 ? "a" : "b");
          side.origin = await readyOrigin(side.host);
        }
        for (const { at, key, token, answer } of await Promise.all(works)) {
          if (answer !== undefined) {
            expect([200, 409]).toContain(answer.status);
            if (answer.status === 200) by[at] = (by[at] ?? 0) + 1;
            continue;
          }
          lost += 1;
          // The other host tells what became of it (KEY-1).
          const { body: said } = await send(sides[at === 0 ? 1 : 0], `POST /api/attempts/${key}/close`, token, {});
          const { data: end } = v.parse(v.object({ data: attemptEnd }), said);
          expect(["done", "refused", "never"]).toContain(end.state);
          if (end.state === "done") by[at] = (by[at] ?? 0) + 1;
        }
        const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.slipId, one.id));
        expect(entries.length, one.id).toBeLessThanOrEqual(1);
      }
      const [posted] = await db.select({ entries: count() }).from(ledgerEntries).where(isNotNull(ledgerEntries.slipId));
      expect(posted?.entries).toBe((by[0] ?? 0) + (by[1] ?? 0));
      expect(await ledgerProblems(db)).toEqual([]);
      const logged = await db
        .select()
        .from(auditLog)
        .where(and(eq(auditLog.action, "approveSlip"), eq(auditLog.outcome, "done")));
      expect(logged).toHaveLength(posted?.entries ?? -1);
      expect((await checkChain(db)).broken).toBeUndefined();
      for (const times of by) expect(times).toBeGreaterThan(races / 20);
      console.log(
        `${races} races at two hosts, ${kills} kills: ${by.join(" and ")} by each checker, ${lost} answers lost, ${posted?.entries} in the ledger`,
      );
    } finally {
      for (const { host } of sides) {
        host.child.kill("SIGKILL");
        await host.ended;
      }
      await close();
      await drop();
      rmSync(home, { recursive: true, force: true });
    }
  },
  60_000 + races * 300 + kills * 60_000,
);
