interface Held {
  readonly name: string;
  readonly clientId: string;
  readonly end: (how: "released" | "stolen") => void;
}

/** Web Locks of several pages, each under its client id. */
export class FakeLocks {
  #held: Held[] = [];
  #waiting: { readonly name: string; readonly take: () => void }[] = [];

  /** As a page with this id sees them. */
  of(clientId: string) {
    const request = async (name: string, ...rest: unknown[]): Promise<unknown> => {
      const options = (rest.length > 1 ? rest[0] : {}) as { ifAvailable?: boolean; steal?: boolean };
      const run = rest.at(-1) as (lock: object | null) => unknown;
      const holder = this.#held.find((one) => one.name === name);
      if (holder && options.ifAvailable) return run(null);
      if (holder && options.steal) holder.end("stolen");
      else if (holder) await new Promise<void>((take) => this.#waiting.push({ name, take }));
      return this.#hold(name, clientId, run);
    };
    return { request, query: async () => ({ held: this.#held.map(({ name, clientId: id }) => ({ name, clientId: id })) }) };
  }

  #hold(name: string, clientId: string, run: (lock: object) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const lock: Held = {
        name,
        clientId,
        end: (how) => {
          this.#held = this.#held.filter((one) => one !== lock);
          if (how === "stolen") reject(new DOMException("stolen", "AbortError"));
          else this.#waiting.splice(this.#waiting.findIndex((one) => one.name === name) >>> 0, 1)[0]?.take();
        },
      };
      this.#held.push(lock);
      // A grant is told in a task of its own.
      setTimeout(async () => {
        const result = await run({ name });
        lock.end("released");
        resolve(result);
      });
    });
  }

  /** A page that holds a lock and never answers: one that is frozen, or gone while the browser hasn't let go of its locks. */
  leave(name: string, clientId: string): void {
    this.#hold(name, clientId, () => new Promise(() => {})).catch(() => {});
  }
}
