import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "../db/connection.ts";
import { Refusal } from "../http/refusal.ts";
import { type Limit, countTry } from "./throttle.ts";

/** A refusal is remembered so long, in ms, without asking the database again. */
const rememberedMs = 60_000;
/** So many networks are remembered at most; the database knows the others. */
const mostRemembered = 10_000;
/** Who is shut out waits so long, in ms, for each refusal: a flood from a few connections then costs nearly nothing. */
const heldMs = 300;
/** So many wait at a time; any more are refused at once. */
const mostHeld = 200;

interface Remembered {
  readonly until: number;
  readonly refusal: Refusal;
}

/** Refuses networks that are shut out from memory, so that a flood reaches neither the database nor a request's body. */
export class ShutOut {
  readonly #remembered = new Map<string, Remembered>();
  #held = 0;

  /** Counts a try of a network; throws 429 when it is shut out. */
  async countTry(db: Db, limit: Limit, now: Date): Promise<void> {
    const known = this.#remembered.get(limit.subject);
    if (known !== undefined && known.until > now.getTime()) {
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

  /** Makes a refusal wait. */
  async hold(): Promise<void> {
    if (this.#held >= mostHeld) return;
    this.#held += 1;
    await pause(heldMs);
    this.#held -= 1;
  }
}
