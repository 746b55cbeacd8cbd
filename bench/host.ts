/**
 * The host with much data: the cost of lists (first, middle and last page), search and figures, and of a shift's load.
 * `npm run bench:host -- --transactions 1000000 --users 100000 --seconds 30 [--embedded]`
 * `npm run bench:host -- --sizes 100000,1000000,10000000` compares the calls at several sizes, with a tenth as many users,
 * each on a fresh database, and then plays a shift of three times `--seconds` at the largest, with a stream open for each admin. It
 * writes both tables into docs/performance.md, except with `--dry`. With `--keep` the databases stay on DATABASE_URL's server, and
 * are used as they are the next time. `--best` takes the best of the rounds for their median, where other work keeps the machine
 * busy.
 * Without --embedded it uses a PostgreSQL server: DATABASE_URL's, or one it starts.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildIfNeeded } from "../scripts/build.mjs";
import { HostProcess } from "../tests/support/browser/host-process.ts";
import { measured, megabytesOf, openServer, ratio } from "./host/measure.ts";
import { listsOf } from "./host/lists.ts";
import { longShift, shift } from "./host/shift.ts";
import { type Loaded, loadAt, signedIn, singleCalls, sizesTable } from "./host/sizes.ts";
import { putTable } from "./table.ts";

const { values } = parseArgs({
  options: {
    transactions: { type: "string", default: "1000000" },
    users: { type: "string", default: "100000" },
    seconds: { type: "string", default: "30" },
    embedded: { type: "boolean", default: false },
    sizes: { type: "string" },
    dry: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    best: { type: "boolean", default: false },
  },
});
const size = { transactions: Number(values.transactions), users: Number(values.users) };

if (!(await buildIfNeeded())) process.exit(1);
if (values.sizes !== undefined) {
  await compare(values.sizes.split(",").map(Number));
  process.exit(process.exitCode);
}
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

  const { headers, emails, read } = await signedIn(host);

  console.log("| list | page 1 | middle | end | middle ÷ page 1 | end ÷ page 1 |\n|---|---|---|---|---|---|");
  for (const { name, pages } of listsOf(size)) {
    const [first, middle, end] = await measured(pages.map(read));
    console.log(`| ${name} | ${first} ms | ${middle} ms | ${end} ms | ${ratio(middle, first)} | ${ratio(end, first)} |`);
  }

  const single = [
    ...singleCalls(emails[0] ?? ""),
    ["search for two letters that nothing has", "/analytics/filter?searchTerm=%C3%BF%C3%BE"],
  ] as const;
  const costs = await measured(single.map(([, path]) => read(path)));
  console.log("\n| call | median |\n|---|---|");
  for (const [at, [name]] of single.entries()) console.log(`| ${name} | ${costs[at]} ms |`);

  const before = await megabytesOf(host.pid);
  console.log("\n| load | requests | a second | median | p99 | errors and refusals |\n|---|---|---|---|---|---|");
  for (const load of await shift({ origin: host.origin, headers, emails, size, seconds: Number(values.seconds) }))
    console.log(`| ${load.name} | ${load.requests} | ${load.perSecond} | ${load.medianMs} ms | ${load.p99Ms} ms | ${load.failed} |`);
  console.log(`\nThe host's memory: ${before} MB before the load, ${await megabytesOf(host.pid)} MB after it.`);
} finally {
  await host.stop();
  await server?.stop();
  await rm(home, { recursive: true, force: true });
}

function loading({ startSeconds }: Loaded): string {
  return startSeconds === undefined ? "before" : `in ${startSeconds.toFixed(0)} s`;
}

/** Measures the calls at several sizes, smallest first. */
async function compare(sizes: readonly number[]): Promise<void> {
  const { url, stop } = await openServer();
  const folder = await mkdtemp(join(tmpdir(), "counterfoil-bench-host-"));
  const hosts: Loaded[] = [];
  try {
    for (const transactions of sizes) {
      const host = await loadAt({ transactions, users: transactions / 10 }, url, join(folder, String(transactions)), values.keep);
      hosts.push(host);
      console.log(`${transactions.toLocaleString("en")} transactions: ${loading(host)}`);
    }
    const date = new Date().toISOString().slice(0, 10);
    const machine = () => `${date}, ${cpus().length} cores at a load of ${loadavg()[1]?.toFixed(1)}, Node ${process.versions.node}`;
    const starts = hosts.map((host) => `${host.size.transactions.toLocaleString("en")} ${loading(host)}`);
    const table = await sizesTable(hosts, values.best ? 0 : 0.5);
    const which = values.best ? "the best of the rounds" : "medians";
    const lines = [`${machine()}; ${which}; loaded with a tenth as many users: ${starts.join(", ")}.`, "", ...table];
    console.log(lines.join("\n"));
    if (!values.dry) await putTable("sizes", lines);
    const largest = hosts.at(-1);
    if (largest === undefined) return;
    const { host, headers, emails, size } = largest;
    const before = await megabytesOf(host.pid);
    const seconds = Number(values.seconds);
    const played = await longShift({ origin: host.origin, headers, emails, size, seconds }, host.pid, ["begin", "middle", "end"]);
    const { loads, events, resets, ended } = played;
    const shiftLines = [
      `${machine()}; ${size.transactions.toLocaleString("en")} transactions. The host held ${before} MB before; each stream had ${(events / 200).toLocaleString("en")} changes; there were ${resets} resets, and ${ended} streams ended early.`,
      "",
      `| 200 admins, a stream and a request every 2 s each: ${seconds} s at the | requests | median | p99 | errors and refusals | the host's memory |`,
      "|---|---:|---:|---:|---:|---:|",
      ...loads.map(
        ({ name, requests, medianMs, p99Ms, failed, megabytes }) =>
          `| ${name} | ${requests.toLocaleString("en")} | ${medianMs} ms | ${p99Ms} ms | ${failed} | ${megabytes} MB |`,
      ),
    ];
    console.log(shiftLines.join("\n"));
    if (!values.dry) await putTable("shift", shiftLines);
  } finally {
    for (const host of hosts) await host.close();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}
