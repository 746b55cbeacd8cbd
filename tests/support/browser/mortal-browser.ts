import { chromium, type BrowserContext } from "@playwright/test";
import { mkdtemp, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import config, { launchOptions } from "../../../playwright.config.ts";
import { findChromium } from "../../../scripts/chromium.mjs";

/** A browser on a profile that outlives it, to be killed in the middle of things. */
export class MortalBrowser {
  readonly #home: string;
  #context: BrowserContext | undefined;

  private constructor(home: string) {
    this.#home = home;
  }

  static async create(): Promise<MortalBrowser> {
    return new MortalBrowser(await mkdtemp(join(tmpdir(), "counterfoil-browser-")));
  }

  /** Starts it, or starts it again on what the last one left. */
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

  /** Ends it as a power cut does: nothing of it has time for anything. */
  async kill(): Promise<void> {
    const context = this.#context;
    this.#context = undefined;
    if (!context) return;
    const closed = new Promise<void>((resolve) => void context.once("close", () => resolve()));
    // Chromium's lock on its profile names its process.
    const lock = await readlink(join(this.#home, "profile", "SingletonLock"));
    process.kill(Number(lock.split("-").at(-1)), "SIGKILL");
    await closed;
  }

  /** Ends it as a person does. */
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
