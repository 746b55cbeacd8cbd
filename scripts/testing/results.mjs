import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { root } from "../run.mjs";

/**
 * A test of any runner, or a pass/fail check.
 * @typedef {{ part: string, file: string, title: string, ms: number, state: "passed" | "failed" | "skipped" }} TestResult
 */

/** @param {string} run */
const fileOf = (run) => `${root}test-results/${run}.results.json`;

/**
 * Stores a runner's results; called by its reporter.
 * @param {string} run the name the runner was started under
 * @param {TestResult[]} results
 */
export function writeResults(run, results) {
  mkdirSync(`${root}test-results`, { recursive: true });
  writeFileSync(fileOf(run), JSON.stringify(results));
}

/**
 * Deletes the last run's results, so that they can't be taken for this one's.
 * @param {string} run
 */
export const forgetResults = (run) => rmSync(fileOf(run), { force: true });

/**
 * A runner's results. A run that failed without a failed test (a crash, a time limit), or ran none, counts as one failure.
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
