import { chromium, type BrowserContext } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import config, { launchOptions } from "../../../playwright.config.ts";
import { findHeadlessShell } from "../../../scripts/chromium.mjs";

/** A browser that can be killed, with a profile that outlives it. */
export class MortalBrowser {
  readonly #home: string;
  #context: BrowserContext | undefined;
  #pid: number | undefined;

  private constructor(home: string) {
    this.#home = home;
  }

  static async create(): Promise<MortalBrowser> {
    return new MortalBrowser(await mkdtemp(join(tmpdir(), "counterfoil-browser-")));
  }

  /** Starts it, or restarts it on the same profile. */
  async start(): Promise<BrowserContext> {
    const { use } = config;
    this.#context = await chromium.launchPersistentContext(join(this.#home, "profile"), {
      ...launchOptions(await findHeadlessShell()),
      viewport: use?.viewport ?? null,
      locale: "en-US",
      timezoneId: "UTC",
    });
    const devtools = await this.#context.browser()?.newBrowserCDPSession();
    const told = await devtools?.send("SystemInfo.getProcessInfo");
    this.#pid = told?.processInfo.find(({ type }) => type === "browser")?.id;
    if (this.#pid === undefined) throw new Error("Chromium did not name its process");
    return this.#context;
  }

  /** Kills it without any clean-up, as a power cut does. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    if (!context || this.#pid === undefined) return;
    const closed = new Promise<void>((resolve) => void context.once("close", () => resolve()));
    process.kill(this.#pid, "SIGKILL");
    await closed;
  }

  /** Closes it normally. */
  async close(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    await context?.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}
