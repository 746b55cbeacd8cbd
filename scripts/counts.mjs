import { readFileSync, rmSync } from "node:fs";
import { root } from "./run.mjs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** @param {string} file */
function read(file) {
  try {
    return JSON.parse(readFileSync(root + file, "utf8"));
  } catch {
    return undefined;
  }
}

/**
 * A run that failed without naming a test (a crash, a file that would not load) counts as one failure.
 * @param {Counts} counts
 * @param {boolean} ok
 * @returns {Counts}
 */
const honest = (counts, ok) => (!ok && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

/**
 * @param {string} file vitest's JSON report
 * @param {boolean} ok how the run ended
 */
export function vitestCounts(file, ok) {
  const report = read(file);
  if (!report) return honest({ passed: 0, failed: 0, skipped: 0 }, false);
  const unloaded = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ suite) =>
      suite.status === "failed" && suite.assertionResults.length === 0,
  ).length;
  return honest(
    { passed: report.numPassedTests, failed: report.numFailedTests + unloaded, skipped: report.numPendingTests + report.numTodoTests },
    ok && report.numTotalTests > 0,
  );
}

/**
 * @param {string} file Playwright's JSON report
 * @param {boolean} ok how the run ended
 */
export function playwrightCounts(file, ok) {
  const stats = read(file)?.stats;
  if (!stats) return honest({ passed: 0, failed: 0, skipped: 0 }, false);
  if (stats.flaky > 0) console.log(`${stats.flaky} of the journeys passed at the second try only: look at them`);
  return honest({ passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }, ok && stats.expected > 0);
}

/**
 * Last time's report must not speak for this time's run.
 * @param {string} file
 */
export const forget = (file) => rmSync(root + file, { force: true });
