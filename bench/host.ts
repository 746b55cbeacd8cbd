/**
 * The host at size: what lists, search and figures cost at the beginning, in the middle and at the end, and how it bears a shift.
 * `npm run bench:host -- --transactions 1000000 --users 100000 --seconds 30 [--embedded]`
 * Without --embedded it runs on a PostgreSQL server: the one that DATABASE_URL names, or one that it starts for itself.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import * as v from "valibot";
import { buildIfNeeded } from "../scripts/build.mjs";
import { openedSession } from "../src/contract/sign-in.ts";
import { usersAnswer } from "../src/contract/users.ts";
import { HostProcess, firstAdmin } from "../tests/support/browser/host-process.ts";
import { measured, megabytesOf, openServer, ratio, took } from "./host/measure.ts";
import { listsOf } from "./host/lists.ts";
import { shift } from "./host/shift.ts";

const { values } = parseArgs({
  options: {
    transactions: { type: "string", default: "1000000" },
    users: { type: "string", default: "100000" },
    seconds: { type: "string", default: "30" },
    embedded: { type: "boolean", default: false },
  },
});
const size = { transactions: Number(values.transactions), users: Number(values.users) };

if (!(await buildIfNeeded())) process.exit(1);
const server = values.embedded ? undefined : await openServer();
const home = await mkdtemp(join(tmpdir(), "counterfoil-bench-host-"));
const begun = performance.now();
const host = await HostProcess.start({
  dataDir: join(home, "data"),
  args: [`--transactions=${size.transactions}`, `--users=${size.users}`],
  env: server === undefined ? {} : { DATABASE_URL: server.url },
});
try {
  const where = server === undefined ? "the embedded database" : "a PostgreSQL server";
  const date = new Date().toISOString().slice(0, 10);
  console.log(`${date}, ${cpus().length} × ${cpus()[0]?.model ?? "?"}, Node ${process.versions.node}, ${where}`);
  console.log(`${size.transactions.toLocaleString("en")} transactions and ${size.users.toLocaleString("en")} users`);
  console.log(`first start, with the loading: ${((performance.now() - begun) / 1000).toFixed(0)} s\n`);

  const opened = await fetch(`${host.origin}/adminsignin/signin`, {
    method: "POST",
    body: JSON.stringify({ email: firstAdmin.email, passwordPin: firstAdmin.pin }),
  });
  const headers = { Authorization: `Bearer ${v.parse(openedSession, await opened.json()).accessToken}` };
  const somebody = await fetch(`${host.origin}/usermanagement/users?limit=200`, { headers });
  const people = v.parse(usersAnswer, await somebody.json()).users;
  const read = (path: string) => () => took(async () => (await fetch(host.origin + path, { headers })).arrayBuffer());

  console.log("| list | page 1 | middle | end | middle ÷ page 1 | end ÷ page 1 |\n|---|---|---|---|---|---|");
  for (const { name, pages } of listsOf(size)) {
    const [first, middle, end] = await measured(pages.map(read));
    console.log(`| ${name} | ${first} ms | ${middle} ms | ${end} ms | ${ratio(middle, first)} | ${ratio(end, first)} |`);
  }

  const [one] = people;
  const single = [
    ["the dashboard's figures", "/analytics/dashboard"],
    ["search for a user's name", `/analytics/filter?searchTerm=${encodeURIComponent(one?.username ?? "")}`],
    ["search for the beginning of a reference", "/analytics/filter?searchTerm=CF-12AB"],
    ["search that finds nothing", "/analytics/filter?searchTerm=nothinglikethis"],
    ["search for two letters that nothing has", "/analytics/filter?searchTerm=%C3%BF%C3%BE"],
    ["search for a user by email", `/usermanagement/users?q=${encodeURIComponent(one?.email ?? "")}`],
  ] as const;
  const costs = await measured(single.map(([, path]) => read(path)));
  console.log("\n| call | median |\n|---|---|");
  for (const [at, [name]] of single.entries()) console.log(`| ${name} | ${costs[at]} ms |`);

  const before = await megabytesOf(host.pid);
  const emails = people.flatMap(({ email }) => email ?? []);
  console.log("\n| load | requests | a second | median | p99 | errors and refusals |\n|---|---|---|---|---|---|");
  for (const load of await shift({ origin: host.origin, headers, emails, size, seconds: Number(values.seconds) }))
    console.log(`| ${load.name} | ${load.requests} | ${load.perSecond} | ${load.medianMs} ms | ${load.p99Ms} ms | ${load.failed} |`);
  console.log(`\nThe host's memory: ${before} MB before the load, ${await megabytesOf(host.pid)} MB after it.`);
} finally {
  await host.stop();
  await server?.stop();
  await rm(home, { recursive: true, force: true });
}
