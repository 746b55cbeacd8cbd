import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { findChromium, findHeadlessShell } from "./scripts/chromium.mjs";

/** Journeys that need what the headless shell lacks: installing, printing, notifications, choosing a file by key, the cache of pages behind the Back button. */
const wholeBrowser = /(file-by-key|installed|print|put-away|settings)\.spec\.ts$/;

/** The longest run of one worker: its journeys share the next version and the hosts of both. */
const updates = /updates\.spec\.ts$/;

/** @param executablePath without one, Playwright's own download */
export const launchOptions = (executablePath: string | undefined) => ({
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
});

export default defineConfig({
  testDir: "tests/browser",
  outputDir: "test-results/browser",
  globalSetup: "./tests/support/browser/global-setup.ts",
  fullyParallel: true,
  // One more than the cores of a small machine: a journey waits for a third of its time.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // The limits allow for a machine of a third of the speed.
  timeout: 180_000,
  // Twice what they take on a slow machine: a run that hangs says which journeys were left.
  globalTimeout: 60 * 60_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["./scripts/testing/playwright-reporter.mjs"]],
  use: {
    locale: "en-US",
    timezoneId: "UTC",
    viewport: { width: 1440, height: 900 },
    // A control that is not there is said after this, not after the whole test's time.
    actionTimeout: 60_000,
    // A trace of every journey would cost a quarter of their time: ask for one with --trace on.
    trace: "off",
    // `testWithShell` has one.
    serviceWorkers: "block",
    screenshot: "only-on-failure",
  },
  projects: [
    // In this order, as at the end the other workers would wait for a long journey.
    { name: "updates", testMatch: updates, use: { launchOptions: launchOptions(await findHeadlessShell()) } },
    {
      name: "whole browser",
      testMatch: wholeBrowser,
      // With the back/forward cache, as in people's browsers.
      use: { launchOptions: { ...launchOptions(await findChromium()), ignoreDefaultArgs: ["--disable-back-forward-cache"] } },
    },
    {
      name: "journeys",
      testIgnore: [updates, wholeBrowser],
      use: { launchOptions: launchOptions(await findHeadlessShell()) },
    },
  ],
});
