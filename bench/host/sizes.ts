import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { openServer as connect } from "../../host/db/connection.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { HostProcess, firstAdmin } from "../../tests/support/browser/host-process.ts";
import { type Size, listsOf } from "./lists.ts";
import { measured, took } from "./measure.ts";

/** A host on a loaded database of its own. */
export interface Loaded {
  readonly size: Size;
  /** The first start, with the loading, in s. */
  readonly startSeconds: number;
  /** What to ask for, by what it is. */
  readonly calls: readonly (readonly [string, () => Promise<number>])[];
  /** Ends the host and drops the database. */
  readonly close: () => Promise<void>;
}

/** A running host, signed in. */
export interface Signed {
  readonly headers: Record<string, string>;
  readonly emails: readonly string[];
  readonly read: (path: string) => () => Promise<number>;
}

/** Signs in at a host of the bench. */
export async function signedIn({ origin }: HostProcess): Promise<Signed> {
  const body = JSON.stringify({ email: firstAdmin.email, passwordPin: firstAdmin.pin });
  const opened = await fetch(`${origin}/adminsignin/signin`, { method: "POST", body });
  const headers = { Authorization: `Bearer ${v.parse(openedSession, await opened.json()).accessToken}` };
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

/** The calls that are no page of a list, by what they are. */
export const singleCalls = (email: string): readonly (readonly [string, string])[] => [
  ["the dashboard's figures", "/analytics/dashboard"],
  ["search for a user's name", `/analytics/filter?searchTerm=${encodeURIComponent(email.split("@")[0] ?? "")}`],
  ["search for the beginning of a reference", "/analytics/filter?searchTerm=CF-12AB"],
  ["search that finds nothing", "/analytics/filter?searchTerm=nothinglikethis"],
  ["search for a user by email", `/usermanagement/users?q=${encodeURIComponent(email)}`],
];

/** Loads a database of its own on the server, and starts a host on it. */
export async function loadAt(size: Size, server: string, dataDir: string): Promise<Loaded> {
  const name = `bench_${randomBytes(6).toString("hex")}`;
  const admin = connect(server);
  await admin.db.execute(sql.raw(`create database ${name}`));
  let host: HostProcess | undefined;
  const close = async (): Promise<void> => {
    await host?.stop();
    await admin.db.execute(sql.raw(`drop database ${name} with (force)`));
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
    const startSeconds = (performance.now() - begun) / 1000;
    const { read, emails } = await signedIn(host);
    const lists = listsOf(size).flatMap(({ name: list, pages }) =>
      (["page 1", "middle", "end"] as const).map((place, at) => [`${list}, ${place}`, pages[at] ?? ""] as const),
    );
    const calls = [...lists, ...singleCalls(emails[0] ?? "")].map(([what, path]) => [what, read(path)] as const);
    return { size, startSeconds, calls, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const short = (count: number): string => count.toLocaleString("en");

/**
 * A table with a row for each call: the median in ms at the first size, and how many times as much it is at the others.
 * Every call is asked for at all sizes in turns, so that what disturbs one disturbs the others.
 */
export async function sizesTable(hosts: readonly Loaded[]): Promise<string[]> {
  const [least, ...others] = hosts;
  if (least === undefined) return [];
  const medians = await measured(least.calls.flatMap((_, at) => hosts.flatMap(({ calls }) => calls[at]?.[1] ?? [])));
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
