import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../db/connection.ts";
import { Refusal } from "../http/refusal.ts";
import { type Limit, countTry } from "./throttle.ts";

/** How long a refusal is cached, in ms. */
const rememberedMs = 60_000;
/** Maximum cached networks; others are looked up in the database. */
const mostRemembered = 10_000;
/** Delay of each refusal, in ms: makes a flood over few connections cheap. */
const heldMs = 300;
/** Maximum delayed at a time; any more are refused at once. */
const mostHeld = 200;

interface Remembered {
  readonly until: number;
  readonly refusal: Refusal;
}

/** Caches the refusals of locked-out networks, so that a flood reaches neither the database nor a request's body. */
export class ShutOut {
  readonly #remembered = new Map<string, Remembered>();
  #held = 0;

  /** Counts a try of a network; throws 429 if it is locked out. */
  async countTry(db: Db, limit: Limit, now: Date): Promise<void> {
    const known = this.#remembered.get(limit.subject);
    if (known !== undefined && known.until > now.getTime() && known.until <= now.getTime() + rememberedMs) {
      await this.hold();
      throw known.refusal;
    }
    this.#remembered.delete(limit.subject);
    try {
      await countTry(db, [limit], now);
    } catch (error) {
      if (error instanceof Refusal) this.#remember(limit.subject, error, now);
      throw error;
    }
  }

  #remember(subject: string, refusal: Refusal, now: Date): void {
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    const waitMs = Number(refusal.headers["Retry-After"] ?? 0) * 1000;
    this.#remembered.set(subject, { until: now.getTime() + Math.min(waitMs, rememberedMs), refusal });
  }

  /** Delays a refusal. */
  async hold(): Promise<void> {
    if (this.#held >= mostHeld) return;
    this.#held += 1;
    await pause(heldMs);
    this.#held -= 1;
  }
}
