import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { buildIfNeeded } from "../scripts/build.mjs";
import { needChromium } from "../scripts/chromium.mjs";
import { HostProcess } from "../tests/support/browser/host-process.ts";
import { signInAt } from "../tests/support/browser/truth.ts";

/** A signed-in page of the host's origin that hasn't loaded the app yet. */
export interface SignedIn {
  readonly page: Page;
  readonly origin: string;
  readonly browserVersion: string;
  /** A temporary folder, removed afterwards. */
  readonly home: string;
}

/** Measures the built product on a host and browser of its own; both are ended afterwards. Exits if the build fails. */
export async function withSignedIn(measure: (signedIn: SignedIn) => Promise<void>): Promise<void> {
  if (!(await buildIfNeeded())) process.exit(1);
  const home = await mkdtemp(join(tmpdir(), "counterfoil-bench-"));
  const host = await HostProcess.start({ dataDir: join(home, "data"), args: ["--users=500", "--transactions=200"] });
  const browser = await chromium.launch({
    executablePath: await needChromium(),
    args: ["--disable-gpu", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])],
  });
  try {
    const session = await signInAt(host);
    const page = await browser.newPage();
    // tsx wraps functions in a `__name` helper, which pages lack.
    await page.addInitScript("globalThis.__name = (named) => named");
    await page.goto(`${host.origin}/icon.svg`);
    await page.evaluate(({ token, user }) => {
      localStorage.setItem("token", token);
      localStorage.setItem("user", user);
    }, session);
    await measure({ page, origin: host.origin, browserVersion: browser.version(), home });
  } finally {
    await browser.close();
    await host.stop();
    await rm(home, { recursive: true, force: true });
  }
}
