import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/chromium.mjs";

const executablePath = await findChromium();

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results/browser",
  globalSetup: "./tests/support/browser/global-setup.ts",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Alone, a journey must pass at once: a second try would hide a race. A busy build machine gets one, and it is reported.
  retries: process.env["CI"] ? 1 : 0,
  timeout: 90_000,
  // Twice what they take: a run that hangs says which journeys were left.
  globalTimeout: 65 * 60_000,
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: "test-results/browser.json" }]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
    // A control that is not there is said after this, not after the whole test's time.
    actionTimeout: 30_000,
    trace: "retain-on-failure",
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        // Chromium refuses its sandbox to root, which is whom containers run as.
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
