/**
 * The host with many change streams: memory per stream, latency of a change to the first and last of them, and the time of fundings
 * meanwhile.
 * `npm run bench:streams -- --streams 1000 [--fundings 60] [--embedded]`
 * Without --embedded it uses a PostgreSQL server: DATABASE_URL's, or one it starts.
 */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { ClientRequest } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { buildIfNeeded } from "../scripts/build.mjs";
import { usersAnswer } from "../src/contract/users.ts";
import { HostProcess } from "../tests/support/browser/host-process.ts";
import { megabytesOf, openServer, percentile, took } from "./host/measure.ts";
import { openSession, openStreams } from "./host/stream.ts";

const { values } = parseArgs({
  options: {
    streams: { type: "string", default: "1000" },
    fundings: { type: "string", default: "60" },
    embedded: { type: "boolean", default: false },
  },
});
const [streams, fundings] = [Number(values.streams), Number(values.fundings)];
const pauseMs = 200;

/** Arrival times of each funding's frames by reference, in ms. */
const arrivals = new Map<string, number[]>();

/** Notes the arrival of each funding's frame. */
function hear(frames: string): void {
  const at = performance.now();
  for (const [, reference = ""] of frames.matchAll(/"reference":"(FUND-\w+)"/g))
    arrivals.set(reference, [...(arrivals.get(reference) ?? []), at]);
}

const funded = v.object({ data: v.object({ reference: v.string() }) });
const inMs = (times: readonly number[], share: number): string => `${Math.round(percentile(times, share) * 10) / 10} ms`;
const line = (name: string, times: readonly number[]): void =>
  console.log(`| ${name} | ${inMs(times, 0.5)} | ${inMs(times, 0.95)} | ${inMs(times, 1)} |`);

if (!(await buildIfNeeded())) process.exit(1);
const server = values.embedded ? undefined : await openServer();
const home = await mkdtemp(join(tmpdir(), "counterfoil-bench-streams-"));
const host = await HostProcess.start({
  dataDir: join(home, "data"),
  args: ["--transactions=20000", "--users=500"],
  env: server === undefined ? {} : { DATABASE_URL: server.url },
});
const requests: ClientRequest[] = [];
try {
  const headers = { Authorization: `Bearer ${await openSession(host.origin)}` };
  const list = await fetch(`${host.origin}/usermanagement/users?limit=1`, { headers });
  const [user] = v.parse(usersAnswer, await list.json()).users;
  /** Sequential fundings: when each was sent, its duration, and its reference. */
  const fund = async (): Promise<{ sentAt: number; ms: number; reference: string }[]> => {
    const done = [];
    for (let at = 0; at < fundings; at += 1) {
      const sentAt = performance.now();
      let reference = "";
      const ms = await took(async () => {
        const answer = await fetch(`${host.origin}/funduser/fund`, {
          method: "POST",
          headers: { ...headers, "Idempotency-Key": randomUUID() },
          body: JSON.stringify({ email: user?.email, currency: "USDT", amount: 1 }),
        });
        ({ reference } = v.parse(funded, await answer.json()).data);
      });
      done.push({ sentAt, ms, reference });
      await pause(pauseMs);
    }
    return done;
  };

  await fund();
  const alone = await fund();
  const before = await megabytesOf(host.pid);
  requests.push(...(await openStreams(host.origin, streams, { hear })));
  // Includes the first heartbeats and garbage collection.
  await pause(15_000);
  const after = await megabytesOf(host.pid);
  arrivals.clear();
  const beside = await fund();
  await pause(2000);

  const where = server === undefined ? "the embedded database" : "a PostgreSQL server";
  const date = new Date().toISOString().slice(0, 10);
  console.log(`${date}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.versions.node}, ${where}`);
  const each = Math.round(((after - before) * 1000) / streams);
  console.log(
    `${streams} streams on one host process, whose reader is on the same machine: ${before} MB before, ${after} MB with them, ${each} kB a stream\n`,
  );
  const came = (which: (times: readonly number[]) => number): number[] =>
    beside.map(({ sentAt, reference }) => which(arrivals.get(reference) ?? [Number.NaN]) - sentAt);
  console.log("| ms | median | 95th percentile | most |\n|---|---|---|---|");
  line(
    "a funding, without streams",
    alone.map(({ ms }) => ms),
  );
  line(
    "a funding, beside them",
    beside.map(({ ms }) => ms),
  );
  line(
    "from its sending to the first stream",
    came((times) => Math.min(...times)),
  );
  line(
    "from its sending to the last stream",
    came((times) => Math.max(...times)),
  );
  line(
    "from the first stream to the last",
    beside.map(({ reference }) => {
      const times = arrivals.get(reference) ?? [Number.NaN];
      return Math.max(...times) - Math.min(...times);
    }),
  );
  const missing = beside.filter(({ reference }) => arrivals.get(reference)?.length !== streams).length;
  console.log(
    `\n${missing === 0 ? "Each of the fundings came to each of the streams once." : `${missing} of the fundings did not come to each stream once.`}`,
  );
  if (missing > 0) process.exitCode = 1;
} finally {
  for (const request of requests) request.destroy();
  await host.stop();
  await server?.stop();
  await rm(home, { recursive: true, force: true });
}
