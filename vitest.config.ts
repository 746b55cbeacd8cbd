import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify("0.0.0-test") },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "unit", include: ["tests/unit/**/*.test.ts"], environment: "node", setupFiles: ["tests/support/indexeddb.ts"] },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: "components",
          include: ["tests/unit/**/*.test.tsx"],
          environment: "happy-dom",
          setupFiles: ["tests/support/indexeddb.ts", "tests/support/dom.ts"],
          // The first test of a file waits until the whole app has been transformed.
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: "host", include: ["tests/host/**/*.test.ts"], environment: "node", testTimeout: 30_000, hookTimeout: 60_000 },
      },
      {
        // Against a PostgreSQL server, which scripts/test-postgres.mjs starts: the host's own tests, and those of several hosts on it.
        extends: true,
        test: {
          name: "postgres",
          include: ["tests/host/**/*.test.ts", "tests/postgres/**/*.test.ts"],
          // These run on data directories of the embedded database, wherever the others run.
          exclude: ["tests/host/{kill,start,addresses}.test.ts"],
          environment: "node",
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "sim",
          include: ["tests/sim/**/*.test.ts"],
          environment: "node",
          testTimeout: 900_000,
          setupFiles: ["tests/support/indexeddb.ts"],
        },
      },
      {
        // One journey on the built app in Chromium, Firefox and WebKit, side by side.
        extends: true,
        test: {
          name: "engines",
          include: ["tests/engines/**/*.test.ts"],
          environment: "node",
          globalSetup: ["tests/support/browser/global-setup.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // As many browsers at once as a small machine has cores.
          maxWorkers: 2,
        },
      },
    ],
  },
});
