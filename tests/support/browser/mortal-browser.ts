import { chromium, type BrowserContext } from "@playwright/test";
import { mkdtemp, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import config, { launchOptions } from "../../../playwright.config.ts";
import { findChromium } from "../../../scripts/chromium.mjs";

/** A browser that can be killed, with a profile that outlives it. */
export class MortalBrowser {
  readonly #home: string;
  #context: BrowserContext | undefined;

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
      ...launchOptions(await findChromium()),
      viewport: use?.viewport ?? null,
      locale: "en-US",
      timezoneId: "UTC",
    });
    return this.#context;
  }

  /** Kills it without any clean-up, as a power cut does. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    if (!context) return;
    const closed = new Promise<void>((resolve) => void context.once("close", () => resolve()));
    // Chromium's profile lock is named after its process.
    const lock = await readlink(join(this.#home, "profile", "SingletonLock"));
    process.kill(Number(lock.split("-").at(-1)), "SIGKILL");
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
