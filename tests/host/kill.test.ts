import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import * as v from "valibot";
import { expect, test } from "vitest";
import { openEmbedded } from "../../host/db/connection.ts";
import { ledgerEntries, wallets } from "../../host/db/schema.ts";
import { Random } from "../../host/seed/random.ts";
import { walletTokens } from "../../src/contract/currencies.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { type Generation, generationAnswer } from "../../src/contract/wallet-generation.ts";
import { ledgerProblems } from "./support/ledger.ts";
import { putCopy } from "./support/embedded.ts";
import { readyOrigin, spawnHost, spawnedAdmin } from "./support/spawned-host.ts";
import { seededImage } from "./support/test-host.ts";

/** Run occasionally with KILLS=50 npm run test:host. */
const kills = Number(process.env["KILLS"] ?? 3);

const acknowledged = v.object({ data: v.object({ reference: v.string() }) });
interface Sent {
  readonly key: string;
  readonly amount: number;
  reference: string | undefined;
}

/** An admin's request headers. */
async function headersAt(origin: string): Promise<{ Authorization: string }> {
  const opened = await fetch(`${origin}/adminsignin/signin`, { method: "POST", body: JSON.stringify(spawnedAdmin) });
  return { Authorization: `Bearer ${v.parse(openedSession, await opened.json()).accessToken}` };
}

test(
  `[HOST-3] after kill -9 in the middle of fundings, ${kills} times, every acknowledged one is there, once, and none is half`,
  async () => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), "counterfoil-kill-"));
    await putCopy(await seededImage(), DATA_DIR);
    const random = new Random(50);
    const sent: Sent[] = [];
    let email = "";

    for (let kill = 0; kill < kills; kill += 1) {
      const host = spawnHost({ DATA_DIR });
      const origin = await readyOrigin(host);
      const headers = await headersAt(origin);
      const fund = async (attempt: Sent): Promise<void> => {
        const body = JSON.stringify({ email, currency: "USDT", amount: attempt.amount });
        const answer = await fetch(`${origin}/funduser/fund`, {
          method: "POST",
          headers: { ...headers, "Idempotency-Key": attempt.key },
          body,
        });
        attempt.reference = v.parse(acknowledged, await answer.json()).data.reference;
      };
      if (email === "") {
        const users = await fetch(`${origin}/usermanagement/users?limit=1`, { headers });
        email = v.parse(usersAnswer, await users.json()).users[0]?.email ?? "";
      }
      // Attempts left open by the last kill are repeated under their keys: done already, or done now, exactly once.
      for (const attempt of sent.filter(({ reference }) => reference === undefined)) await fund(attempt);

      const client = async (of: number): Promise<void> => {
        for (let i = 0; ; i += 1) {
          const attempt: Sent = { key: `${kill}-${of}-${i}`, amount: random.whole(1, 900), reference: undefined };
          sent.push(attempt);
          await fund(attempt);
        }
      };
      const clients = Promise.allSettled(Array.from({ length: 4 }, (_, of) => client(of)));
      // Kill at an arbitrary moment: after some answers, somewhere within the next request.
      const enough = sent.filter(({ reference }) => reference !== undefined).length + random.whole(3, 30);
      while (sent.filter(({ reference }) => reference !== undefined).length < enough) await pause(1);
      await pause(random.whole(0, 12));
      host.child.kill("SIGKILL");
      await host.ended;
      await clients;
    }

    const { db, close } = await openEmbedded(join(DATA_DIR, "postgres"));
    expect(await ledgerProblems(db)).toEqual([]);
    const entries = await db.select().from(ledgerEntries).where(eq(ledgerEntries.kind, "funding"));
    const references = sent.flatMap(({ reference }) => reference ?? []);
    expect(references.length).toBeGreaterThan(3 * kills);
    expect(new Set(references).size).toBe(references.length);
    const stored = new Set(entries.map(({ reference }) => reference));
    expect(references.filter((reference) => !stored.has(reference))).toEqual([]);
    // Beyond those, only attempts left unanswered by the last kill can be there.
    const unanswered = sent.filter(({ reference }) => reference === undefined).length;
    expect(entries.length - references.length).toBeLessThanOrEqual(unanswered);
    console.log(`${kills} kills: ${sent.length} sent, ${references.length} acknowledged, ${entries.length} in the ledger`);
    await close();
    rmSync(DATA_DIR, { recursive: true, force: true });
  },
  60_000 + kills * 20_000,
);

test("[HOST-3] [TOOL-6] a wallet generation that kill -9 breaks off twice goes on where it was, and gives each token one wallet", async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), "counterfoil-kill-"));
  await putCopy(await seededImage(), DATA_DIR);
  let user = { id: "", phonenumber: "" };

  /** Runs a host until it reports the awaited state, and kills it; the first run starts the generation. */
  const runUntil = async (isReached: (said: Generation) => boolean): Promise<void> => {
    const host = spawnHost({ DATA_DIR });
    const origin = await readyOrigin(host);
    const headers = await headersAt(origin);
    const call = async (path: string, init: RequestInit = {}): Promise<unknown> =>
      (await fetch(origin + path, { ...init, headers: { ...headers, "Idempotency-Key": "generation" } })).json();
    if (user.id === "") {
      const found = v.parse(usersAnswer, await call("/usermanagement/users?limit=3")).users.find(({ phonenumber }) => phonenumber);
      user = { id: found?.id ?? "", phonenumber: found?.phonenumber ?? "" };
      const body = JSON.stringify({ phonenumber: user.phonenumber, force: true });
      await call("/updateuseraddress/generate-wallets-by-phone", { method: "POST", body });
    }
    const status = `/updateuseraddress/status-by-phone?phonenumber=${encodeURIComponent(user.phonenumber)}`;
    while (!isReached(v.parse(generationAnswer, await call(status)))) await pause(50);
    host.child.kill("SIGKILL");
    await host.ended;
  };
  const begun = new Date();
  await runUntil(({ walletsGenerated }) => Number(walletsGenerated) >= 1);
  await runUntil(({ walletsGenerated }) => Number(walletsGenerated) >= 3);
  await runUntil(({ isComplete }) => isComplete);

  const { db, close } = await openEmbedded(join(DATA_DIR, "postgres"));
  const rows = await db.select().from(wallets).where(eq(wallets.userId, user.id));
  const tokensOf = (some: typeof rows): string[] => some.map(({ token }) => token).toSorted();
  expect(tokensOf(rows.filter(({ retiredAt }) => retiredAt === null))).toEqual(walletTokens.toSorted());
  expect(tokensOf(rows.filter(({ createdAt }) => createdAt >= begun))).toEqual(walletTokens.toSorted());
  await close();
  rmSync(DATA_DIR, { recursive: true, force: true });
}, 120_000);
