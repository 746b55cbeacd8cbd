// npm test                     everything
// npm test -- --only NAME,…    some parts: build, lint, format, unused, size, unit, components, sim, host, postgres, browser, engines
// npm test -- --changed [REV]  what the changes since REV (default: main) can affect
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { installIfNeeded } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { root } from "./run.mjs";

requireNode();
process.chdir(root);
await installIfNeeded();

// From here on, installed packages may be imported.
const { partNames, partsOf } = await import("./testing/parts.mjs");
const { reachOf } = await import("./testing/changed.mjs");
const { runSideBySide } = await import("./testing/schedule.mjs");
const { printParts, timesFile } = await import("./testing/times.mjs");

/** @returns {{ only?: string[], reach?: import("./testing/changed.mjs").Reach }} */
function choose() {
  const [option, value, ...rest] = process.argv.slice(2);
  if (option === undefined) return {};
  if (option === "--only" && value && rest.length === 0) {
    const only = value.split(",");
    const unknown = only.filter((name) => !partNames.includes(name));
    if (unknown.length === 0) return { only };
    console.error(`There is no part ${unknown.join(", ")}. The parts: ${partNames.join(", ")}`);
  } else if (option === "--changed" && rest.length === 0) {
    const reach = reachOf(value);
    console.log(`${reach.files.length} files changed since ${reach.since}; journeys: ${reach.journeys.join(", ") || "none"}`);
    return { reach };
  } else {
    console.error("usage: npm test [-- --only NAME,… | -- --changed [REV]]");
  }
  process.exit(2);
}

/** @param {import("./testing/results.mjs").TestResult[]} failed */
function printFailed(failed) {
  for (const { file, title } of failed) console.log(`    ${file} ${title}`);
}

const chosen = choose();
const started = Date.now();
/** @type {import("./testing/times.mjs").Times} */
const times = { on: new Date().toISOString().slice(0, 10), seconds: 0, parts: [], tests: [] };
await runSideBySide(partsOf(chosen), availableParallelism(), ({ name }, results, seconds) => {
  const failed = results.filter(({ state }) => state === "failed");
  console.log(`${failed.length > 0 ? "✗" : "✓"} ${name}: ${results.length} in ${seconds} s`);
  printFailed(failed);
  times.parts.push({ name, seconds });
  times.tests.push(...results);
});
times.seconds = Math.round((Date.now() - started) / 1000);
mkdirSync(`${root}test-results`, { recursive: true });
writeFileSync(timesFile, JSON.stringify(times));

console.log(`\nTimes (every test's own in test-results/times.json), ${times.seconds} s in all:`);
printParts(times);
/** @param {string} state */
const count = (state) => times.tests.filter((test) => test.state === state).length;
const [passed, failed, skipped] = ["passed", "failed", "skipped"].map(count);
// Again at the end, where a log that is cut off still has them.
printFailed(times.tests.filter(({ state }) => state === "failed"));
if (skipped) console.log(`${skipped} skipped`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
