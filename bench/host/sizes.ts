import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { openServer as connect } from "../../host/db/connection.ts";
import { rows } from "../../host/db/rows.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { HostProcess } from "../../tests/support/browser/host-process.ts";
import { type Size, listsOf } from "./lists.ts";
import { measured, took } from "./measure.ts";
import { openSession } from "./stream.ts";

/** A host on its own seeded database. */
export interface Loaded extends Signed {
  readonly size: Size;
  readonly host: HostProcess;
  /** The first start, seeding included, in s; undefined if the database was there. */
  readonly startSeconds: number | undefined;
  /** The calls to measure, by name. */
  readonly calls: readonly (readonly [string, () => Promise<number>])[];
  /** Ends the host, and drops the database unless it is kept. */
  readonly close: () => Promise<void>;
}

/** A running host, signed in. */
export interface Signed {
  readonly headers: Record<string, string>;
  readonly emails: readonly string[];
  readonly read: (path: string) => () => Promise<number>;
}

/** Signs in at a bench host. */
export async function signedIn({ origin }: HostProcess): Promise<Signed> {
  const headers = { Authorization: `Bearer ${await openSession(origin)}` };
  const somebody = await fetch(`${origin}/usermanagement/users?limit=200`, { headers });
  const emails = v.parse(usersAnswer, await somebody.json()).users.flatMap(({ email }) => email ?? []);
  const read = (path: string) => () =>
    took(async () => {
      const answer = await fetch(origin + path, { headers });
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
    });
  return { headers, emails, read };
}

/** Calls other than list pages, as [name, path]. */
export const singleCalls = (email: string): readonly (readonly [string, string])[] => [
  ["the dashboard's figures", "/analytics/dashboard"],
  ["search for a user's name", `/analytics/filter?searchTerm=${encodeURIComponent(email.split("@")[0] ?? "")}`],
  ["search for the beginning of a reference", "/analytics/filter?searchTerm=CF-12AB"],
  ["search that finds nothing", "/analytics/filter?searchTerm=nothinglikethis"],
  ["search for a user by email", `/usermanagement/users?q=${encodeURIComponent(email)}`],
];

/**
 * Starts a host on a database of this size on the server, and seeds that first if it is new. Kept databases are found again by their
 * size.
 */
export async function loadAt(size: Size, server: string, dataDir: string, isKept: boolean): Promise<Loaded> {
  const name = `bench_${isKept ? size.transactions : randomBytes(6).toString("hex")}`;
  const admin = connect(server);
  const there = await rows(admin.db, v.object({}), sql`select from pg_database where datname = ${name}`);
  if (there.length === 0) await admin.db.execute(sql.raw(`create database ${name}`));
  let host: HostProcess | undefined;
  const close = async (): Promise<void> => {
    await host?.stop();
    if (!isKept) await admin.db.execute(sql.raw(`drop database ${name} with (force)`));
    await admin.close();
  };
  try {
    const url = server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
    const begun = performance.now();
    host = await HostProcess.start({
      dataDir,
      args: [`--transactions=${size.transactions}`, `--users=${size.users}`],
      env: { DATABASE_URL: url },
    });
    const startSeconds = there.length > 0 ? undefined : (performance.now() - begun) / 1000;
    const { headers, emails, read } = await signedIn(host);
    const lists = listsOf(size).flatMap(({ name: list, pages }) =>
      (["page 1", "middle", "end"] as const).map((place, at) => [`${list}, ${place}`, pages[at] ?? ""] as const),
    );
    const calls = [...lists, ...singleCalls(emails[0] ?? "")].map(([what, path]) => [what, read(path)] as const);
    return { size, host, headers, emails, read, startSeconds, calls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const short = (count: number): string => count.toLocaleString("en");

/**
 * A Markdown table with a row per call: the median (or the time at another share of the rounds) in ms at the first size, ratios at the others. Every call is measured at all
 * sizes in turn, so that disturbances hit all alike.
 */
export async function sizesTable(hosts: readonly Loaded[], share: number): Promise<string[]> {
  const [least, ...others] = hosts;
  if (least === undefined) return [];
  const medians = await measured(
    least.calls.flatMap((_, at) => hosts.flatMap(({ calls }) => calls[at]?.[1] ?? [])),
    share,
  );
  const rows = least.calls.map(([what], at) => ({ what, ms: medians.slice(at * hosts.length, (at + 1) * hosts.length) }));
  const times = (ms: readonly number[], at: number): number => (ms[at + 1] ?? Number.NaN) / (ms[0] ?? Number.NaN);
  const head = [short(least.size.transactions), ...others.map(({ size }) => `${short(size.transactions)}, times as much`)];
  return [
    `| call | ${head.join(" | ")} |`,
    `|---|${head.map(() => "---:|").join("")}`,
    ...rows.map(({ what, ms }) => `| ${what} | ${ms[0]} ms | ${others.map((_, at) => times(ms, at).toFixed(1)).join(" | ")} |`),
    `| **the most of them** | | ${others.map((_, at) => `**${Math.max(...rows.map(({ ms }) => times(ms, at))).toFixed(1)}**`).join(" | ")} |`,
  ];
}
