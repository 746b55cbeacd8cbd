/**
 * Lighthouse on the built product, as on a laptop's first visit: `npm run bench:lighthouse`.
 * Each page gets a fresh browser with only the session; the table goes to docs/performance.md. `-- --dry`: only prints it.
 * `-- --faults`: also prints the findings of each audit with less than the best score.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "@playwright/test";
import { buildIfNeeded } from "../scripts/build.mjs";
import { needChromium } from "../scripts/chromium.mjs";
import { run } from "../scripts/run.mjs";
import { HostProcess } from "../tests/support/browser/host-process.ts";
import { screensOf } from "../tests/support/browser/screens.ts";
import { signInAt } from "../tests/support/browser/truth.ts";
import { machine, putTable } from "./table.ts";

/** The part of its report that is used; https://github.com/GoogleChrome/lighthouse/blob/main/docs/understanding-results.md */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly title: string; readonly displayValue?: string; readonly details?: unknown }>
  >;
}

/** The last version for this project's Node. */
const lighthouse = "lighthouse@12.8.2";
const goals = { performance: 95, accessibility: 100, "best-practices": 100 };
const categories = Object.keys(goals);

const { values } = parseArgs({
  options: {
    dry: { type: "boolean", default: false },
    faults: { type: "boolean", default: false },
    only: { type: "string" },
  },
});

if (!(await buildIfNeeded())) process.exit(1);
const home = await mkdtemp(join(tmpdir(), "counterfoil-lighthouse-"));
const host = await HostProcess.start({ dataDir: join(home, "data"), args: ["--users=500", "--transactions=20000"] });
const executablePath = await needChromium();
let browserVersion = "";

/** The debugging port that a browser chose. */
const portOf = async (profile: string): Promise<string> =>
  (await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n", 1)[0] ?? "";

async function report(path: string, session: { token: string; user: string } | undefined): Promise<Report> {
  const profile = await mkdtemp(join(home, "browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: ["--remote-debugging-port=0", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    browserVersion = context.browser()?.version() ?? browserVersion;
    if (session) {
      const [page] = context.pages();
      await page?.goto(`${host.origin}/icon.svg`);
      await page?.evaluate(({ token, user }) => {
        localStorage.setItem("token", token);
        localStorage.setItem("user", user);
      }, session);
    }
    const file = join(profile, "report.json");
    const { ok } = await run("npx", [
      "--yes",
      lighthouse,
      host.origin + path,
      `--port=${await portOf(profile)}`,
      "--preset=desktop",
      "--disable-storage-reset",
      `--only-categories=${categories.join(",")}`,
      "--output=json",
      `--output-path=${file}`,
      "--quiet",
    ]);
    if (!ok) throw new Error(`Lighthouse failed on ${path}`);
    return JSON.parse(await readFile(file, "utf8")) as Report;
  } finally {
    await context.close();
  }
}

const scoreOf = ({ categories: found }: Report, category: string): number => Math.round((found[category]?.score ?? 0) * 100);

try {
  const session = await signInAt(host);
  const lines: string[] = [];
  for (const { name, path, isOpen } of await screensOf(host, session)) {
    // Its address alone is that of a transaction.
    if (name === "case") continue;
    if (values.only && values.only !== path.split("?")[0]) continue;
    const visit = (): Promise<Report> => report(path, isOpen ? undefined : session);
    // It sometimes loses a load's trace; retry once with another fresh browser.
    const found = await visit().catch(visit);
    const firstPaint = found.audits["first-contentful-paint"]?.displayValue ?? "";
    const largest = found.audits["largest-contentful-paint"]?.displayValue ?? "";
    const shift = found.audits["cumulative-layout-shift"]?.displayValue ?? "";
    const line = [name, ...categories.map((category) => scoreOf(found, category)), firstPaint, largest, shift].join(" | ");
    lines.push(`| ${line} |`);
    console.log(line);
    if (!values.faults) continue;
    for (const [id, { score, title, displayValue = "", details }] of Object.entries(found.audits))
      if (score !== null && score < 1)
        console.log(`  ${id} ${score}: ${title} ${displayValue} ${JSON.stringify(details)?.slice(0, 1500) ?? ""}`);
  }
  const table = [
    `${machine(browserVersion)}, ${lighthouse}, its desktop preset, each screen visited by a fresh browser that keeps nothing but the session.`,
    "",
    "| screen | performance | accessibility | best practices | first paint | largest paint | layout shift |",
    "|---|---|---|---|---|---|---|",
    `| goal | ${Object.values(goals).join(" | ")} | | | |`,
    ...lines,
  ];
  if (!values.dry) await putTable("lighthouse", table);
} finally {
  await host.stop();
  await rm(home, { recursive: true, force: true });
}
