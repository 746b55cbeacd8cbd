import { relative } from "node:path";
import { root } from "../run.mjs";
import { writeResults } from "./results.mjs";

/** @typedef {import("@playwright/test/reporter").Reporter} Reporter */

/** Writes every journey's file, title and time for scripts/test.mjs. @implements {Reporter} */
export default class ResultsReporter {
  /** @type {import("./results.mjs").TestResult[]} */
  #results = [];

  /**
   * @param {import("@playwright/test/reporter").TestCase} test
   * @param {import("@playwright/test/reporter").TestResult} result
   */
  onTestEnd(test, result) {
    this.#results.push({
      part: "browser",
      file: relative(root, test.location.file),
      title: test.titlePath().slice(3).join(" > "),
      ms: result.duration,
      state: result.status === "passed" || result.status === "skipped" ? result.status : "failed",
    });
  }

  /** @param {import("@playwright/test/reporter").TestError} error outside any test: in global setup, or loading a file */
  onError(error) {
    this.#results.push({ part: "browser", file: "", title: error.message ?? "an error of no test", ms: 0, state: "failed" });
  }

  onEnd() {
    writeResults("browser", this.#results);
  }
}
