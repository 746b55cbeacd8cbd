/**
 * Load from strangers: 24 connections of malformed sign-ins, with fundings in parallel.
 * `npm run bench:attack -- --seconds 60 [--connections 24]` fails if the audit log grows by more than 100 rows, or fundings take
 * more than three times as long as alone. Uses the embedded database, or DATABASE_URL.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import * as v from "valibot";
import { buildIfNeeded } from "../scripts/build.mjs";
import { auditLogs } from "../src/contract/audit.ts";
import { openedSession } from "../src/contract/sign-in.ts";
import { usersAnswer } from "../src/contract/users.ts";
import { HostProcess, firstAdmin } from "../tests/support/browser/host-process.ts";
import { percentile, ratio, took } from "./host/measure.ts";

const { values } = parseArgs({
  options: { seconds: { type: "string", default: "60" }, connections: { type: "string", default: "24" } },
});
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
const mostRows = 100;
const mostTimes = 3;
const fundings = 60;

/** Sent in turn: broken JSON, no PIN, no email, an invalid PIN. */
const malformed = ["{broken", '{"email":"a@example.com"}', '{"passwordPin":"1"}', '{"email":"x","passwordPin":[]}'];

if (!(await buildIfNeeded())) process.exit(1);
const home = await mkdtemp(join(tmpdir(), "counterfoil-bench-attack-"));
const host = await HostProcess.start({ dataDir: join(home, "data"), args: ["--transactions=20000", "--users=500"] });
try {
  const opened = await fetch(`${host.origin}/adminsignin/signin`, {
    method: "POST",
    body: JSON.stringify({ email: firstAdmin.email, passwordPin: firstAdmin.pin }),
  });
  const headers = { Authorization: `Bearer ${v.parse(openedSession, await opened.json()).accessToken}` };
  const get = async (path: string): Promise<unknown> => (await fetch(host.origin + path, { headers })).json();
  const [user] = v.parse(usersAnswer, await get("/usermanagement/users?limit=1")).users;
  const rows = async (): Promise<number> => v.parse(auditLogs.answer, await get("/audit/logs?page=1&limit=1")).total ?? 0;
  const fund = async (): Promise<void> => {
    const answer = await fetch(`${host.origin}/funduser/fund`, {
      method: "POST",
      headers: { ...headers, "Idempotency-Key": randomUUID() },
      body: JSON.stringify({ email: user?.email, currency: "USDT", amount: 1 }),
    });
    if (!answer.ok) throw new Error(`A funding was refused: ${await answer.text()}`);
  };
  /** Sequential fundings, spread evenly over `overMs`; resolves to their times in ms. */
  const funded = async (count: number, overMs: number): Promise<number[]> => {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const ms = await took(fund);
      times.push(ms);
      await pause(Math.max(0, overMs / count - ms));
    }
    return times;
  };

  await funded(10, 0);
  const alone = await funded(fundings, seconds * 250);
  const before = await rows();
  const attack = autocannon({
    url: `${host.origin}/adminsignin/signin`,
    connections,
    duration: seconds,
    requests: malformed.map((body) => ({ method: "POST" as const, body })),
  });
  const beside = await funded(fundings, seconds * 950);
  const { requests } = await attack;
  const grown = (await rows()) - before - fundings;

  const inMs = (times: readonly number[], share: number): number => Math.round(percentile(times, share) * 10) / 10;
  const [medianAlone, median] = [inMs(alone, 0.5), inMs(beside, 0.5)];
  console.log(`${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.versions.node}`);
  console.log(`${connections} connections of malformed sign-ins for ${seconds} s: ${requests.total} requests\n`);
  console.log("| | alone | beside them | times |\n|---|---|---|---|");
  console.log(`| a funding, median | ${medianAlone} ms | ${median} ms | ${ratio(median, medianAlone)} |`);
  console.log(
    `| a funding, 95th percentile | ${inMs(alone, 0.95)} ms | ${inMs(beside, 0.95)} ms | ${ratio(inMs(beside, 0.95), inMs(alone, 0.95))} |`,
  );
  console.log(`| rows that the audit log grew by, without the fundings' | | ${grown} | |`);
  if (grown > mostRows || median > mostTimes * medianAlone) process.exitCode = 1;
} finally {
  await host.stop();
  await rm(home, { recursive: true, force: true });
}
