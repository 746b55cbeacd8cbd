import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { openServer as connect } from "../../host/db/connection.ts";
import { openedSession } from "../../src/contract/sign-in.ts";
import { usersAnswer } from "../../src/contract/users.ts";
import { HostProcess, firstAdmin } from "../../tests/support/browser/host-process.ts";
import { type Size, listsOf } from "./lists.ts";
import { measured, took } from "./measure.ts";

/** What the calls of a host cost at a size: the medians in ms, by what they are. */
export interface Costs {
  readonly size: Size;
  /** The first start, with the loading, in s. */
  readonly startSeconds: number;
  readonly calls: ReadonlyMap<string, number>;
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

/** Loads a database of its own on the server, asks for everything on a host, and drops it. */
export async function costsAt(size: Size, server: string, dataDir: string): Promise<Costs> {
  const name = `bench_${randomBytes(6).toString("hex")}`;
  const admin = connect(server);
  await admin.db.execute(sql.raw(`create database ${name}`));
  const begun = performance.now();
  let host: HostProcess | undefined;
  try {
    const url = server.replace(/\/[^/?]*(\?|$)/, `/${name}$1`);
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
    const calls = [...lists, ...singleCalls(emails[0] ?? "")];
    const medians = await measured(calls.map(([, path]) => read(path)));
    return { size, startSeconds, calls: new Map(calls.map(([what], at) => [what, medians[at] ?? Number.NaN])) };
  } finally {
    await host?.stop();
    await admin.db.execute(sql.raw(`drop database ${name} with (force)`));
    await admin.close();
  }
}

const short = (count: number): string => count.toLocaleString("en");

/** A table with a row for each call: ms at the smallest size, and how many times as much at the others. */
export function sizesTable(costs: readonly Costs[]): string[] {
  const [least, ...others] = costs;
  if (least === undefined) return [];
  const head = [short(least.size.transactions), ...others.map(({ size }) => `${short(size.transactions)}, times as much`)];
  const lines = [`| call | ${head.join(" | ")} |`, `|---|${head.map(() => "---:|").join("")}`];
  for (const [what, ms] of least.calls)
    lines.push(`| ${what} | ${ms} ms | ${others.map(({ calls }) => ((calls.get(what) ?? Number.NaN) / ms).toFixed(1)).join(" | ")} |`);
  const most = others.map(({ calls }) =>
    Math.max(...[...least.calls].map(([what, ms]) => (calls.get(what) ?? Number.NaN) / ms)).toFixed(1),
  );
  if (most.length > 0) lines.push(`| **the most of them** | | ${most.map((times) => `**${times}**`).join(" | ")} |`);
  return lines;
}
