import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { root } from "../run.mjs";

/**
 * One test of any runner, or one check that either holds or doesn't.
 * @typedef {{ part: string, file: string, title: string, ms: number, state: "passed" | "failed" | "skipped" }} TestResult
 */

/** @param {string} run */
const fileOf = (run) => `${root}test-results/${run}.results.json`;

/**
 * A runner's reporter leaves its results here.
 * @param {string} run the name the runner was started under
 * @param {TestResult[]} results
 */
export function writeResults(run, results) {
  mkdirSync(`${root}test-results`, { recursive: true });
  writeFileSync(fileOf(run), JSON.stringify(results));
}

/**
 * The last run's results must not pass for this one's.
 * @param {string} run
 */
export const forgetResults = (run) => rmSync(fileOf(run), { force: true });

/**
 * The results of a runner that ended. A run that failed without naming a test (a crash, a time limit), or ran none,
 * counts as one failure.
 * @param {string} run
 * @param {boolean} ok how the runner ended
 * @param {{ mayBeEmpty?: boolean }} [options]
 * @returns {TestResult[]}
 */
export function readResults(run, ok, { mayBeEmpty = false } = {}) {
  /** @type {TestResult[]} */
  let results = [];
  try {
    results = JSON.parse(readFileSync(fileOf(run), "utf8"));
  } catch {
    if (mayBeEmpty && ok) return [];
  }
  const isHonest = results.some(({ state }) => state === "failed") || (ok && (mayBeEmpty || results.length > 0));
  return isHonest ? results : [...results, { part: run, file: "", title: "the run itself", ms: 0, state: "failed" }];
}
