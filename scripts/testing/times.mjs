// The times of a run: printed by `npm test`, and written into docs/testing.md by
//   node scripts/testing/times.mjs before|after [FILE]
// from FILE, by default the last run's test-results/times.json.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { root } from "../run.mjs";

/**
 * @typedef {{ name: string, seconds: number }} PartTime a part's wall-clock time
 * @typedef {{ on: string, seconds: number, parts: PartTime[], tests: import("./results.mjs").TestResult[] }} Times
 */

export const timesFile = `${root}test-results/times.json`;

/** @param {number} ms */
const inSeconds = (ms) => (ms / 1000).toFixed(1);

/**
 * A row per part. A runner runs several parts in parallel, so a part's time is the sum of its tests' times, and wall-clock time is
 * given per runner only.
 * @param {Times} times
 */
export function partRows({ parts, tests }) {
  const names = [...new Set(tests.map(({ part }) => part))];
  return names.map((name) => {
    const own = tests.filter(({ part }) => part === name);
    const count = (/** @type {string} */ state) => own.filter((test) => test.state === state).length;
    const clock = parts.find((part) => part.name === name);
    return {
      name,
      passed: count("passed"),
      failed: count("failed"),
      skipped: count("skipped"),
      tests: inSeconds(own.reduce((sum, { ms }) => sum + ms, 0)),
      clock: clock ? String(clock.seconds) : "",
    };
  });
}

/** @param {Times} times */
export function printParts(times) {
  const head = { name: "part", passed: "passed", failed: "failed", skipped: "skipped", tests: "sum of tests, s", clock: "clock, s" };
  const rows = [head, ...partRows(times)];
  for (const row of rows) {
    const figures = [row.passed, row.failed, row.skipped, row.tests, row.clock];
    console.log(`  ${row.name.padEnd(12)}${figures.map((figure, at) => String(figure).padStart(at < 3 ? 9 : 17)).join("")}`);
  }
}

/** @param {Times} times */
function asMarkdown(times) {
  const { on, seconds, parts, tests } = times;
  const slowest = tests
    .filter(({ file }) => file !== "")
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 50);
  const runners = parts.map(({ name, seconds: clock }) => `${name} ${clock} s`).join(", ");
  return [
    `${on}: ${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s in all. By the clock: ${runners}.`,
    "",
    "| part | passed | failed | skipped | sum of its tests, s |",
    "|---|---:|---:|---:|---:|",
    ...partRows(times).map(({ name, passed, failed, skipped, tests: sum }) => `| ${name} | ${passed} | ${failed} | ${skipped} | ${sum} |`),
    "",
    "| s | the fifty slowest tests | |",
    "|---:|---|---|",
    ...slowest.map(({ ms, file, title }) => `| ${inSeconds(ms)} | ${file.replace(/^tests\//, "")} | ${title.replaceAll("|", "\\|")} |`),
  ].join("\n");
}

/**
 * @param {string} label
 * @param {Times} times
 */
function writeInto(label, times) {
  const doc = `${root}docs/testing.md`;
  const text = readFileSync(doc, "utf8");
  const [open, close] = [`<!-- times: ${label} -->`, `<!-- end of times: ${label} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < 0) throw new Error(`docs/testing.md has no place for the times "${label}"`);
  writeFileSync(doc, `${text.slice(0, from + open.length)}\n${asMarkdown(times)}\n${text.slice(to)}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [label, file = timesFile] = process.argv.slice(2);
  if (label !== "before" && label !== "after") throw new Error("usage: node scripts/testing/times.mjs before|after [FILE]");
  writeInto(label, JSON.parse(readFileSync(file, "utf8")));
}
