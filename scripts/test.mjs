import { buildIfNeeded } from "./build.mjs";
import { findOrInstallChromium, howToGetChromium } from "./chromium.mjs";
import { forget, playwrightCounts, vitestCounts } from "./counts.mjs";
import { findOrInstallEngines } from "./engines.mjs";
import { installIfNeeded } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { findOrInstallPostgres, howToGetPostgres, startPostgres } from "./postgres.mjs";
import { bin, root, runNode } from "./run.mjs";

requireNode();
process.chdir(root);
await installIfNeeded();
const chromium = await findOrInstallChromium();
if (!chromium) console.log(howToGetChromium);

/** @type {import("./counts.mjs").Counts} */
const total = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {string} name
 * @param {() => Promise<import("./counts.mjs").Counts>} part
 */
async function step(name, part) {
  const started = Date.now();
  const { passed, failed, skipped } = await part();
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`${failed ? "✗" : "✓"} ${name}: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""} (${seconds} s)`);
}

/**
 * A check that either holds or doesn't counts as one test.
 * @param {string} name
 * @param {() => Promise<boolean>} holds
 */
const check = (name, holds) =>
  step(name, async () => ((await holds()) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }));

/** @param {string[]} args */
const succeeds = async (args) => (await runNode(args)).ok;

/** @param {string} project */
const types = (project) => succeeds([bin("typescript", "tsc"), "-p", project]);

/**
 * @param {string[]} projects vitest's
 * @param {Record<string, string>} [env]
 */
async function vitest(projects, env = {}) {
  const report = `test-results/${projects.join("-")}.json`;
  forget(report);
  const chosen = projects.flatMap((project) => ["--project", project]);
  const { ok } = await runNode([bin("vitest"), "run", ...chosen, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`], {
    env,
    atMost: 12,
  });
  return vitestCounts(report, ok);
}

/** @param {string} programs */
async function onPostgres(programs) {
  const { url, stop } = await startPostgres(programs);
  try {
    return await vitest(["postgres"], { TEST_DATABASE_URL: url });
  } finally {
    await stop();
  }
}

async function browser() {
  const report = "test-results/browser.json";
  forget(report);
  const { ok } = await runNode([bin("@playwright/test", "playwright"), "test"], {
    show: true,
    env: chromium ? { CHROMIUM: chromium } : {},
  });
  return playwrightCounts(report, ok);
}

await check("build", buildIfNeeded);
await check("types of the app", () => types("tsconfig.json"));
await check("types of the workers", () => types("tsconfig.worker.json"));
await check("types of the host", () => types("tsconfig.host.json"));
await check("types of the tests and scripts", () => types("tsconfig.tests.json"));
await check("lint and import directions", () => succeeds([bin("oxlint"), "--type-aware", "--deny-warnings"]));
await check("format", () => succeeds([bin("oxfmt"), "--check"]));
await check("nothing unused", () => succeeds([bin("knip")]));
await step("unit and component tests", () => vitest(["unit", "components"]));
await step("simulation of the feed", () => vitest(["sim"]));
await step("host tests", () => vitest(["host"]));
const postgres = await findOrInstallPostgres();
if (postgres) await step("host tests on a PostgreSQL server", () => onPostgres(postgres));
else console.log(`- host tests on a PostgreSQL server: ${howToGetPostgres}`);
await check("size of the first visit", () => succeeds(["scripts/first-visit-size.mjs"]));
for (const how of await findOrInstallEngines()) console.log(how);
await step("a journey in three engines", () => vitest(["engines"]));
await step("browser tests", browser);

if (total.skipped) console.log(`${total.skipped} skipped`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed ? 1 : 0;
