import type { BrowserContext } from "@playwright/test";
import { PlayedCalls } from "../played-calls.ts";

/** A scripted host for a test's pages, behind their origin's proxy. */
export class PlayedHost extends PlayedCalls {
  #isCutOff = false;

  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** Takes the pages offline, and the played host with them. */
  async cutOff(context: BrowserContext, isCutOff = true): Promise<void> {
    this.#isCutOff = isCutOff;
    await context.setOffline(isCutOff);
  }
}
