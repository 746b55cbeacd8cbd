import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eq, isNotNull } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { checkChain } from "../../host/audit/watch-chain.ts";
import { openEmbedded } from "../../host/db/connection.ts";
import { ledgerEntries, slips } from "../../host/db/schema.ts";
import { Random } from "../../host/seed/random.ts";
import { createAdmin } from "../../src/contract/admins.ts";
import { type Slip, approveSlip, makeSlip, slip } from "../../src/contract/approvals.ts";
import { attemptEnd } from "../../src/contract/attempts.ts";
import { openedSession, signIn } from "../../src/contract/sign-in.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { ledgerProblems } from "./support/ledger.ts";
import { putCopy } from "./support/embedded.ts";
import { type Spawned, readyOrigin, spawnHost, spawnedAdmin } from "./support/spawned-host.ts";
import { seededImage } from "./support/test-host.ts";

/** Run occasionally with KILLS=50. */
const kills = Number(process.env["KILLS"] ?? 1);

/** An approval that was sent; `end` is its answer's outcome, or the host's when asked later. */
interface Sent {
  readonly key: string;
  readonly token: string;
  readonly id: string;
  end: "done" | "refused" | "never" | undefined;
}

test(
  `[APPR-6] after kill -9 while two checkers decide, ${kills} times, each slip was executed once or not at all, as its host tells afterwards`,
  async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "counterfoil-slips-"));
    await putCopy(await seededImage(), DATA_DIR);
    const begin = (): Spawned => spawnHost({ DATA_DIR, APPROVALS: "on" });
    const random = new Random(83);
    const sent: Sent[] = [];
    let origin = "";
    const call = async (
      line: string,
      token: string | undefined,
      body?: object,
      key?: string,
    ): Promise<{ status: number; said: unknown }> => {
      const [method = "", path = ""] = line.split(" ");
      const answer = await fetch(origin + path, {
        method,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(key === undefined ? {} : { "Idempotency-Key": key }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: answer.status, said: await answer.json() };
    };
    const tokenOf = async (who: { readonly email: string; readonly passwordPin: string }): Promise<string> =>
      v.parse(openedSession, (await call(`POST ${signIn.path}`, undefined, who)).said).accessToken;

    let host = begin();
    origin = await readyOrigin(host);
    const maker = await tokenOf(spawnedAdmin);
    const checkers: string[] = [];
    for (const name of ["one", "two"]) {
      const who = { email: `${name}@example.com`, passwordPin: "739154" };
      await call(`POST ${createAdmin.path}`, maker, { ...who, adminName: `Checker ${name}`, role: "admin" });
      checkers.push(await tokenOf(who));
    }
    const emails = v.parse(usersAnswer, (await call("GET /usermanagement/users?limit=3", maker)).said).users.map(({ email }) => email);

    const made: Slip[] = [];
    /** Makes a slip and lets both checkers approve it at once; rejects when the host is gone. */
    const race = async (): Promise<void> => {
      const at = made.length;
      const body = { operation: "fund", email: emails[at % 3], currency: "NGNB", amount: String(1_000_000 + at), reason: "refund" };
      const one: Slip = v.parse(v.object({ data: slip }), (await call(`POST ${makeSlip.path}`, maker, body)).said).data;
      made.push(one);
      const tries = checkers.map(async (token, place) => {
        const attempt: Sent = { key: `${one.id}-${place}`, token, id: one.id, end: undefined };
        sent.push(attempt);
        const { status } = await call(`POST ${approveSlip.path.replace("{id}", one.id)}`, token, { digest: one.digest }, attempt.key);
        attempt.end = status === 200 ? "done" : "refused";
      });
      const ends = await Promise.allSettled(tries);
      if (ends.some(({ status }) => status === "rejected")) throw new Error("the host is gone");
    };
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = made.length + random.whole(3, 12);
      const racing = (async () => {
        for (;;) await race();
      })().catch(() => {});
      while (made.length < enough) await pause(1);
      await pause(random.whole(0, 25));
      host.child.kill("SIGKILL");
      await host.ended;
      await racing;
      host = begin();
      origin = await readyOrigin(host);
      // Unanswered attempts are asked about, which closes those the host hasn't seen (KEY-1).
      for (const attempt of sent.filter(({ end }) => end === undefined)) {
        const { said } = await call(`POST /api/attempts/${attempt.key}/close`, attempt.token, {});
        const { state } = v.parse(v.object({ data: attemptEnd }), said).data;
        attempt.end = v.parse(v.picklist(["done", "refused", "never"]), state);
      }
    }
    host.child.kill("SIGTERM");
    await host.ended;

    const { db, close } = await openEmbedded(join(DATA_DIR, "postgres"));
    const done = sent.filter(({ end }) => end === "done").map(({ id }) => id);
    const entries = await db.select().from(ledgerEntries).where(isNotNull(ledgerEntries.slipId));
    const executed = await db.select().from(slips).where(eq(slips.state, "executed"));
    expect(new Set(done).size).toBe(done.length);
    expect(entries.map(({ slipId }) => slipId ?? "").toSorted()).toEqual(done.toSorted());
    expect(executed.map(({ id }) => id).toSorted()).toEqual(done.toSorted());
    expect(await ledgerProblems(db)).toEqual([]);
    expect((await checkChain(db)).broken).toBeUndefined();
    console.log(
      `${kills} kills: ${made.length} slips, ${sent.length} approvals sent, ${done.length} executed, ${entries.length} in the ledger`,
    );
    await close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  },
  60_000 + kills * 30_000,
);
