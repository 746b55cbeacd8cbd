import type { Database } from "../../src/db/store/database.ts";

/** A tab's life: counts the awaits of its code, and can end at any of them. */
export class Life {
  #steps = 0;
  #dieAt: number | undefined;
  #die: () => void = () => {};
  isDead = false;
  readonly died = new Promise<"died">((resolve) => {
    this.#die = () => resolve("died");
  });

  /** Lets the tab die at the nth await from now on. */
  dieAt(step: number | undefined): void {
    this.#steps = 0;
    this.#dieAt = step;
  }

  kill(): void {
    this.isDead = true;
    this.#die();
  }

  /** Called at every await: never resolves in a dead tab. */
  async point(): Promise<void> {
    this.#steps += 1;
    if (this.#steps === this.#dieAt) this.kill();
    if (this.isDead) await new Promise<never>(() => {});
  }
}

interface Held {
  life: Life | undefined;
}

/** Web Locks as the gate uses them, across simulated tabs; a dead tab's locks are free. */
export class SimLocks {
  readonly #held = new Map<string, Held>();
  /** The tab whose code is running; set by the first action under a lock. */
  #now: Life | undefined;
  /** The tab whose code ran last. */
  #last: Life | undefined;

  enter(life: Life): void {
    this.#now = life;
    this.#last = life;
  }

  readonly query = async () => ({
    held: [...this.#held].flatMap(([name, { life }]) => (life?.isDead === true ? [] : [{ name }])),
  });

  /** With options (`ifAvailable`), or without if nobody else requests the same lock. */
  readonly request = async <T>(name: string, ...rest: readonly [...unknown[], (lock: object | null) => Promise<T>]): Promise<T> => {
    const run = rest.at(-1) as (lock: object | null) => Promise<T>;
    const other = this.#held.get(name);
    if (other && !other.life?.isDead) return run(null);
    const held: Held = { life: this.#last };
    this.#held.set(name, held);
    this.#now = undefined;
    const running = run({});
    // Through a function, as the code under the lock may have changed it.
    held.life = this.#entered() ?? held.life;
    try {
      return await running;
    } finally {
      if (this.#held.get(name) === held) this.#held.delete(name);
    }
  };

  readonly #entered = (): Life | undefined => this.#now;
}

/** In which life each tab's database is used, and what its code calls on entering it. */
export const world = { lives: new WeakMap<object, Life>(), enter: (_life: Life): void => {} };

/** As the function, but the tab can die before and after the database has worked. */
export const mortal =
  <A extends [Database, ...never[]], R>(work: (...args: A) => Promise<R>) =>
  async (...args: A): Promise<R> => {
    const life = world.lives.get(args[0]);
    if (life) world.enter(life);
    await life?.point();
    const result = await work(...args);
    await life?.point();
    return result;
  };

/** The journal's module; the tab can die at every await of the gate on it. */
export const mortalJournal = (real: typeof import("../../src/db/money/journal.ts")) => ({
  ...real,
  writeAttempt: mortal(real.writeAttempt),
  unsettledAttempts: mortal(real.unsettledAttempts),
  readAttempt: mortal(real.readAttempt),
  recordOutcome: mortal(real.recordOutcome),
  settleAttempt: mortal(real.settleAttempt),
});
