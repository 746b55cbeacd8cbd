import { writeResults } from "./results.mjs";

/** @typedef {import("vitest/reporters").Reporter} Reporter */

/** Writes every test's project, file, title and time for scripts/test.mjs. @implements {Reporter} */
export default class ResultsReporter {
  /**
   * @param {ReadonlyArray<import("vitest/node").TestModule>} modules
   * @param {ReadonlyArray<{ message: string }>} unhandled
   */
  onTestRunEnd(modules, unhandled) {
    /** @type {import("./results.mjs").TestResult[]} */
    const results = [];
    for (const module of modules) {
      const part = module.project.name;
      const file = module.relativeModuleId;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        // Tried on the embedded database (tests/host/support/test-once.ts).
        if (part === "postgres" && state === "skipped" && file.startsWith("tests/host/") && module.state() !== "failed") continue;
        results.push({
          part,
          file,
          title: test.fullName,
          ms: test.diagnostic()?.duration ?? 0,
          state: state === "pending" ? "failed" : state,
        });
      }
      // A hook that failed leaves its tests skipped.
      const isUnnamed =
        module.state() === "failed" && !results.some((one) => one.file === file && one.part === part && one.state === "failed");
      if (module.errors().length > 0 || isUnnamed) results.push({ part, file, title: "the file itself", ms: 0, state: "failed" });
    }
    for (const { message } of unhandled) {
      results.push({ part: "vitest", file: "", title: `unhandled error: ${message}`, ms: 0, state: "failed" });
    }
    writeResults(process.env["RESULTS_OF"] ?? "vitest", results);
  }
}
