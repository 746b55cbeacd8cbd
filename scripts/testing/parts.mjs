import { buildIfNeeded } from "../build.mjs";
import { findOrInstallChromium, findOrInstallHeadlessShell, howToGetChromium } from "../chromium.mjs";
import { findOrInstallEngines } from "../engines.mjs";
import { findOrInstallPostgres, howToGetPostgres, startPostgres } from "../postgres.mjs";
import { bin, root, runNode } from "../run.mjs";
import { forgetResults, readResults } from "./results.mjs";

/** @typedef {import("./results.mjs").TestResult} TestResult */
/** @typedef {import("./changed.mjs").Reach} Reach */

/**
 * A pass/fail check, counted as one test.
 * @param {string} part
 * @param {string} title
 * @param {() => Promise<boolean>} holds
 * @returns {Promise<TestResult>}
 */
async function check(part, title, holds) {
  const started = Date.now();
  const ok = await holds();
  return { part, file: "", title, ms: Date.now() - started, state: ok ? "passed" : "failed" };
}

/** @param {string[]} args */
const succeeds = async (args) => (await runNode(args)).ok;

/** oxlint checks types, too, but each file in the page's or Node's environment alone; tsc adds the workers' and, for src/contract, the host's. */
async function lint() {
  const oxlint = [bin("oxlint"), "--type-aware", "--type-check", "--deny-warnings"];
  const results = [await check("lint", "lint, types and import directions", () => succeeds(oxlint))];
  for (const [of, project] of Object.entries({ workers: "tsconfig.worker.json", host: "tsconfig.host.json" })) {
    results.push(await check("lint", `types of the ${of}`, () => succeeds([bin("typescript", "tsc"), "-p", project])));
  }
  return results;
}

/** The projects in vitest.config.ts. */
const vitestProjects = ["components", "unit", "sim", "host", "postgres"];

/**
 * All of vitest's projects in one run, so that they share workers and transformed modules.
 * @param {string[]} projects
 * @param {Reach | undefined} reach
 */
async function vitest(projects, reach) {
  const programs = projects.includes("postgres") ? await findOrInstallPostgres() : undefined;
  const server = programs ? await startPostgres(programs) : undefined;
  const chosen = projects.flatMap((project) => (project !== "postgres" || server ? ["--project", project] : []));
  /** @type {TestResult[]} */
  const missing =
    projects.includes("postgres") && !server
      ? [{ part: "postgres", file: "", title: howToGetPostgres, ms: 0, state: chosen.length > 0 ? "skipped" : "failed" }]
      : [];
  if (chosen.length === 0) return missing;
  forgetResults("vitest");
  try {
    const { ok } = await runNode(
      [
        bin("vitest"),
        "run",
        ...chosen,
        ...(reach ? ["--changed", reach.since, "--passWithNoTests"] : []),
        "--reporter=default",
        `--reporter=${root}scripts/testing/vitest-reporter.mjs`,
      ],
      { env: server ? { TEST_POSTGRES_URL: server.url } : {}, atMost: 40 },
    );
    return [...readResults("vitest", ok, { mayBeEmpty: reach !== undefined }), ...missing];
  } finally {
    await server?.stop();
  }
}

/** @param {Reach | undefined} reach */
async function browser(reach) {
  if (reach?.journeys.length === 0) return [];
  if (!(await findOrInstallChromium()) || !(await findOrInstallHeadlessShell())) console.log(howToGetChromium);
  forgetResults("browser");
  const { ok } = await runNode([bin("@playwright/test", "playwright"), "test", ...(reach?.journeys ?? [])], { show: true });
  return readResults("browser", ok);
}

/** One journey in each of the three engines; a missing engine is reported, and its journey skipped. */
async function engines() {
  for (const how of await findOrInstallEngines()) console.log(how);
  forgetResults("engines");
  const args = [
    bin("vitest"),
    "run",
    "--project",
    "engines",
    "--reporter=default",
    `--reporter=${root}scripts/testing/vitest-reporter.mjs`,
  ];
  const { ok } = await runNode(args, { env: { RESULTS_OF: "engines" }, atMost: 20 });
  return readResults("engines", ok);
}

/** The names for --only. */
export const partNames = ["build", "lint", "format", "unused", "size", ...vitestProjects, "browser", "engines"];

/**
 * The parts to run: all, those named, or those that a change can affect.
 * @param {{ only?: string[] | undefined, reach?: Reach | undefined }} chosen
 * @returns {import("./schedule.mjs").Part[]}
 */
export function partsOf({ only, reach }) {
  const isChosen = (/** @type {string} */ name) => only === undefined || only.includes(name);
  const projects = vitestProjects.filter(isChosen);
  /** @type {[name: string, title: string, args: () => string[]][]} */
  const checks = [
    ["format", "format", () => [bin("oxfmt"), "--check"]],
    ["unused", "nothing unused", () => [bin("knip")]],
    ["size", "size of the first visit", () => ["scripts/first-visit-size.mjs"]],
  ];
  const needsBuild = ["size", "browser", "engines", "host"].some(isChosen);
  return [
    ...(isChosen("build") || needsBuild
      ? [{ name: "build", cores: 2, run: async () => [await check("build", "build", () => buildIfNeeded())] }]
      : []),
    ...(isChosen("lint") ? [{ name: "lint", cores: 1, after: ["build"], run: lint }] : []),
    ...checks
      .filter(([name]) => isChosen(name))
      .map(([name, title, args]) => ({
        name,
        cores: 1,
        after: ["build"],
        run: async () => [await check(name, title, () => succeeds(args()))],
      })),
    ...(projects.length > 0 ? [{ name: "vitest", cores: 2, after: ["build"], run: () => vitest(projects, reach) }] : []),
    ...(isChosen("browser") ? [{ name: "browser", cores: 2, after: ["build"], run: () => browser(reach) }] : []),
    ...(isChosen("engines") && reach?.journeys.length !== 0 ? [{ name: "engines", cores: 2, after: ["build"], run: engines }] : []),
  ];
}
