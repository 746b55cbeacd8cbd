import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { quickWasm } from "./tests/support/quick-wasm.ts";

/** Files with tests of what a PostgreSQL server may do otherwise than the embedded one: locks, order, triggers, plans. */
const differsOnServer =
  "tests/host/{approval-races,approvals,attempts,audit,audit-walk,cached-filter,events,figures,funding,gift-cards,months,plain-text,sign-in,tallies,transactions,user-tools,users}.test.ts";

/** Panda's functions would take a twentieth of the time. */
const noStyles = fileURLToPath(new URL("tests/support/no-styles.ts", import.meta.url));

export default defineConfig({
  // No test looks at a style; without this Panda would read all sources for them.
  css: { postcss: {} },
  define: { __APP_VERSION__: JSON.stringify("0.0.0-test") },
  test: {
    // One more than the cores: a screen waits for a third of its time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          environment: "node",
          setupFiles: ["tests/support/fresh-modules.ts", "tests/support/indexeddb.ts"],
          isolate: false,
          // Property tests take seconds, and more of them beside others.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        plugins: [react()],
        resolve: { alias: [{ find: /^#styled\/css$/, replacement: noStyles }] },
        // Elements that don't remember where they were made cost a tenth less.
        oxc: { jsx: { development: false } },
        test: {
          name: "components",
          include: ["tests/unit/**/*.test.tsx"],
          // React as it is shipped: the build for development costs a quarter more.
          env: { NODE_ENV: "production" },
          environment: "./tests/support/one-window.ts",
          isolate: false,
          setupFiles: [
            "tests/support/fresh-modules.ts",
            "tests/support/quick-react.ts",
            "tests/support/indexeddb.ts",
            "tests/support/random-delays.ts",
            "tests/support/dom.ts",
          ],
          // The first test of a file waits until the whole app has been transformed.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "host",
          include: ["tests/host/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/host/support/built-host.ts"],
          setupFiles: ["tests/support/fresh-modules.ts"],
          isolate: false,
          execArgv: quickWasm,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Against the PostgreSQL server that whoever runs vitest has started.
        extends: true,
        test: {
          name: "postgres",
          include: [differsOnServer, "tests/postgres/**/*.test.ts"],
          env: { TEST_DATABASE_URL: process.env["TEST_POSTGRES_URL"] ?? "" },
          environment: "node",
          globalSetup: ["tests/host/support/built-host.ts"],
          setupFiles: ["tests/support/fresh-modules.ts"],
          isolate: false,
          execArgv: quickWasm,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // docs/deploy.md tried with real servers; scripts/test-deploy.mjs starts PostgreSQL and finds the others.
        extends: true,
        test: {
          name: "deploy",
          include: ["tests/deploy/**/*.test.ts"],
          env: { TEST_DATABASE_URL: process.env["TEST_POSTGRES_URL"] ?? "" },
          environment: "node",
          globalSetup: ["tests/host/support/built-host.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: "sim",
          include: ["tests/sim/**/*.test.ts"],
          environment: "node",
          testTimeout: 900_000,
          setupFiles: ["tests/support/fresh-modules.ts", "tests/support/indexeddb.ts"],
          isolate: false,
        },
      },
      {
        // One journey on the built app in Chromium, Firefox and WebKit, side by side.
        extends: true,
        test: {
          name: "engines",
          include: ["tests/engines/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/engines/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // As many browsers at once as a small machine has cores.
          maxWorkers: 2,
        },
      },
    ],
  },
});
