import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import type { Size } from "./lists.ts";
import { megabytesOf } from "./measure.ts";
import { openStreams } from "./stream.ts";

interface Shift {
  readonly origin: string;
  readonly headers: Record<string, string>;
  readonly emails: readonly string[];
  readonly size: Size;
  readonly seconds: number;
}

interface Load {
  readonly name: string;
  readonly requests: number;
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly failed: number;
}

const admins = 200;
/** Requests per second of an admin at work: the list's head every few seconds, now and then a page or a search. */
const perAdmin = 0.5;

const anyOf = <T>(from: readonly T[]): T | undefined => from[Math.floor(Math.random() * from.length)];

/** A hundred requests in a shift's proportions. */
function mix({ headers, emails, size }: Shift): autocannon.Request[] {
  const get = (count: number, path: () => string): autocannon.Request[] =>
    Array.from({ length: count }, () => ({ method: "GET", headers, setupRequest: (request) => ({ ...request, path: path() }) }));
  const email = (): string => encodeURIComponent(anyOf(emails) ?? "");
  const page = (): number => 1 + Math.floor(Math.random() * (size.transactions / 50));
  const fund: autocannon.Request = {
    method: "POST",
    setupRequest: (request) => ({
      ...request,
      path: "/funduser/fund",
      headers: { ...headers, "Idempotency-Key": randomUUID() },
      body: JSON.stringify({ email: anyOf(emails), currency: anyOf(["USDT", "NGNB", "BTC"]), amount: "1" }),
    }),
  };
  return [
    ...get(35, () => "/analytics/recent-transactions?page=1&limit=50"),
    ...get(12, () => `/analytics/recent-transactions?page=${page()}&limit=50`),
    ...get(12, () => "/analytics/dashboard"),
    ...get(8, () => `/analytics/filter?searchTerm=${email().split("%40")[0]}`),
    ...get(6, () => "/analytics/filter?transactionStatus=PENDING"),
    ...get(8, () => `/usermanagement/users?limit=50&skip=${Math.floor(Math.random() * size.users)}`),
    ...get(5, () => `/usermanagement/users?limit=10&q=${email()}`),
    ...get(4, () => "/set-fee/crypto-fee"),
    ...get(3, () => "/audit/logs?page=1&limit=50"),
    ...get(2, () => `/admin/users/wallets?email=${email()}`),
    ...Array.from({ length: 5 }, () => fund),
  ];
}

/** Shuffled for each run, or all admins would ask for the same at once. */
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);

async function run(name: string, shift: Shift, options: Partial<autocannon.Options>): Promise<Load> {
  const requests = mix(shift);
  const result = await autocannon({
    url: shift.origin,
    duration: shift.seconds,
    timeout: 30,
    setupClient: (client) => client.setRequests(shuffled(requests)),
    ...options,
  });
  return {
    name,
    requests: result.requests.total,
    perSecond: Math.round(result.requests.average),
    medianMs: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.errors + result.timeouts + result.non2xx,
  };
}

const groups = 10;

/** Ten groups of admins, started one after the other; otherwise all requests of a second would come at its start. */
async function paced(of: Shift): Promise<Load> {
  const each = { connections: admins / groups, overallRate: (admins * perAdmin) / groups };
  const name = `${admins} admins, a request every ${1 / perAdmin} s each`;
  const loads = await Promise.all(
    Array.from({ length: groups }, async (_, at) => {
      await pause((at * 1000) / groups);
      return run(name, of, each);
    }),
  );
  const sum = (field: "requests" | "perSecond" | "failed"): number => loads.reduce((total, load) => total + load[field], 0);
  const sorted = (field: "medianMs" | "p99Ms"): number[] => loads.map((load) => load[field]).toSorted((a, b) => a - b);
  return {
    name,
    requests: sum("requests"),
    perSecond: sum("perSecond"),
    failed: sum("failed"),
    medianMs: sorted("medianMs")[groups / 2] ?? Number.NaN,
    // The slowest group's.
    p99Ms: sorted("p99Ms").at(-1) ?? Number.NaN,
  };
}

interface Stretch extends Load {
  /** The host's memory at its end, in MB. */
  readonly megabytes: number;
}

/** A shift in stretches of `seconds`, with a stream of changes open for each admin. */
export async function longShift(of: Shift, pid: number | undefined, stretches: readonly string[]) {
  const streams = { events: 0, resets: 0, ended: 0 };
  const requests = await openStreams(of.origin, admins, {
    hear: (frames) => {
      streams.events += frames.match(/^event: change$/gm)?.length ?? 0;
      streams.resets += frames.match(/^event: reset$/gm)?.length ?? 0;
    },
    ended: () => {
      streams.ended += 1;
    },
  });
  const loads: Stretch[] = [];
  for (const name of stretches) loads.push({ ...(await paced(of)), name, megabytes: await megabytesOf(pid) });
  const { events, resets, ended } = streams;
  for (const request of requests) request.destroy();
  return { loads, events, resets, ended };
}

/** 200 admins at their usual pace, then 20 connections without a pause. */
export const shift = async (of: Shift): Promise<readonly Load[]> => [
  await paced(of),
  await run("20 connections without a pause", of, { connections: 20 }),
];
