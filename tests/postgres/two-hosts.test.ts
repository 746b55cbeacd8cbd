import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Big from "big.js";
import { and, eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { checkChain } from "../../host/audit/watch-chain.ts";
import { openServer } from "../../host/db/connection.ts";
import { auditLog, ledgerAccounts, ledgerEntries, transactions, users } from "../../host/db/schema.ts";
import { Random } from "../../host/seed/random.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { ledgerProblems } from "../host/support/ledger.ts";
import { makeDatabase } from "../host/support/server-database.ts";
import { type Spawned, readyOrigin, spawnHost, spawnedAdmin } from "../host/support/spawned-host.ts";

/** How often one of the two is killed; more are asked for now and then: KILLS=20 npm run test:postgres. */
const kills = Number(process.env["KILLS"] ?? 3);
const clients = 8;

interface Attempt {
  readonly key: string;
  readonly amount: number;
  reference?: string;
}
interface Side {
  host: Spawned;
  origin: string;
}

const funded = v.object({ data: v.object({ reference: v.string() }) });

test(
  `[HOST-1][HOST-3][HOST-5] two hosts on one database share the fundings, one is killed in the middle ${kills} times: none is lost, none is done twice`,
  async () => {
    const home = mkdtempSync(join(tmpdir(), "counterfoil-two-"));
    const { url, drop } = await makeDatabase();
    const env = (name: string) => ({ DATABASE_URL: url, DATA_DIR: join(home, name) });
    const begin = (name: string): Spawned => spawnHost(env(name), ["--users=3", "--transactions=10"]);
    // Both at once on an empty database: one makes it, the other waits.
    const [hostA, hostB] = [begin("a"), begin("b")];
    const sides: readonly [Side, Side] = [
      { host: hostA, origin: await readyOrigin(hostA) },
      { host: hostB, origin: await readyOrigin(hostB) },
    ];
    const { db, close } = openServer(url);
    try {
      const people = await db.select().from(users);
      expect(people).toHaveLength(3);
      expect(await db.select().from(transactions)).toHaveLength(10);
      const [{ id: userId, email } = { id: "", email: "" }] = people;
      const balance = async (): Promise<Big> => {
        const account = and(eq(ledgerAccounts.owner, userId), eq(ledgerAccounts.kind, "available"), eq(ledgerAccounts.currency, "USDT"));
        const [row] = await db.select().from(ledgerAccounts).where(account);
        return new Big(row?.balance ?? 0);
      };
      const before = await balance();

      const opened = await fetch(`${sides[0].origin}/adminsignin/signin`, { method: "POST", body: JSON.stringify(spawnedAdmin) });
      // The session that one host opened holds on the other.
      const Authorization = `Bearer ${v.parse(openedSession, await opened.json()).accessToken}`;
      const send = async ({ key, amount }: Attempt, side: Side): Promise<string> => {
        const answer = await fetch(`${side.origin}/funduser/fund`, {
          method: "POST",
          headers: { Authorization, "Idempotency-Key": key },
          body: JSON.stringify({ email, currency: "USDT", amount }),
        });
        return v.parse(funded, await answer.json()).data.reference;
      };

      const random = new Random(7);
      const attempts: Attempt[] = [];
      const over = new AbortController();
      let lost = 0;
      /** Like a proxy before both: what one doesn't answer is sent to the other, under its key. */
      const client = async (of: number): Promise<void> => {
        for (let i = 0; !over.signal.aborted; i += 1) {
          const attempt: Attempt = { key: `${of}-${i}`, amount: random.whole(1, 900) };
          attempts.push(attempt);
          for (let at = of + i; attempt.reference === undefined; at += 1) {
            const side = sides[at % 2 === 0 ? 0 : 1];
            try {
              attempt.reference = await send(attempt, side);
            } catch {
              lost += 1;
              await pause(20);
            }
          }
        }
      };
      const working = Promise.all(Array.from({ length: clients }, (_, of) => client(of)));
      const acknowledged = (): number => attempts.filter(({ reference }) => reference !== undefined).length;
      const more = async (count: number): Promise<void> => {
        const enough = acknowledged() + count;
        while (acknowledged() < enough) await pause(1);
      };
      for (let kill = 0; kill < kills; kill += 1) {
        const side = sides[kill % 2 === 0 ? 0 : 1];
        await more(random.whole(20, 60));
        side.host.child.kill("SIGKILL");
        await side.host.ended;
        await more(random.whole(20, 40));
        side.host = begin(kill % 2 === 0 ? "a" : "b");
        side.origin = await readyOrigin(side.host);
      }
      await more(20);
      over.abort();
      await working;

      expect(lost).toBeGreaterThan(0);
      expect(await ledgerProblems(db)).toEqual([]);
      const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.kind, "funding"));
      const references = attempts.flatMap(({ reference }) => reference ?? []);
      expect(entries.map(({ reference }) => reference).sort()).toEqual(references.sort());
      const sum = attempts.reduce((total, { amount }) => total.plus(amount), new Big(0));
      expect((await balance()).toFixed()).toBe(before.plus(sum).toFixed());
      // Each has its one entry in the audit log, and the two hosts' entries are one chain.
      expect(await db.select().from(auditLog).where(eq(auditLog.action, "fund"))).toHaveLength(attempts.length);
      expect((await checkChain(db)).broken).toBeUndefined();
      for (const attempt of attempts.slice(-10))
        expect(await Promise.all(sides.map((side) => send(attempt, side)))).toEqual([attempt.reference, attempt.reference]);
      console.log(
        `${kills} kills: ${attempts.length} fundings by two hosts, ${lost} requests without an answer, ${entries.length} in the ledger`,
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
  60_000 + kills * 60_000,
);
