import type { BrowserContext } from "@playwright/test";
import { PlayedCalls } from "../played-calls.ts";

/** Plays the host for the pages of a test, behind their origin's front. */
export class PlayedHost extends PlayedCalls {
  #isCutOff = false;

  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** Takes the network away from the pages, and the played host with it. */
  async cutOff(context: BrowserContext, isCutOff = true): Promise<void> {
    this.#isCutOff = isCutOff;
    await context.setOffline(isCutOff);
  }
}
