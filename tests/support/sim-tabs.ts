/** One tab's life: it counts the awaits of what runs in it, and can die at any of them. */
export class Life {
  #steps = 0;
  #dieAt: number | undefined;
  #die: () => void = () => {};
  isDead = false;
  readonly died = new Promise<"died">((resolve) => {
    this.#die = () => resolve("died");
  });

  /** The tab dies at the n-th await from now on. */
  dieAt(step: number | undefined): void {
    this.#steps = 0;
    this.#dieAt = step;
  }

  kill(): void {
    this.isDead = true;
    this.#die();
  }

  /** Passed at every await: whoever comes here in a dead tab never goes on. */
  async point(): Promise<void> {
    this.#steps += 1;
    if (this.#steps === this.#dieAt) this.kill();
    if (this.isDead) await new Promise<never>(() => {});
  }
}

interface Held {
  life: Life | undefined;
}

/** Web Locks as the gate uses them, across simulated tabs: a lock whose tab died is free. */
export class SimLocks {
  readonly #held = new Map<string, Held>();
  /** The tab whose code runs right now; the first thing done under a lock tells. */
  #now: Life | undefined;

  enter(life: Life): void {
    this.#now = life;
  }

  readonly request = async <T>(name: string, _options: { ifAvailable: true }, run: (lock: object | null) => Promise<T>): Promise<T> => {
    const other = this.#held.get(name);
    if (other && !other.life?.isDead) return run(null);
    const held: Held = { life: undefined };
    this.#held.set(name, held);
    this.#now = undefined;
    const running = run({});
    held.life = this.#now;
    try {
      return await running;
    } finally {
      if (this.#held.get(name) === held) this.#held.delete(name);
    }
  };
}
