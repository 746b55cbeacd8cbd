interface Held {
  readonly name: string;
  readonly clientId: string;
  readonly end: (how: "released" | "stolen") => void;
}

/** Web Locks of several pages, each under its client id. */
export class FakeLocks {
  #held: Held[] = [];
  #waiting: { readonly name: string; readonly take: () => void }[] = [];

  /** The API as seen by the page with this id. */
  of(clientId: string) {
    const request = async (name: string, ...rest: unknown[]): Promise<unknown> => {
      const options = (rest.length > 1 ? rest[0] : {}) as { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal };
      const run = rest.at(-1) as (lock: object | null) => unknown;
      const holder = this.#held.find((one) => one.name === name);
      if (holder && options.ifAvailable) return run(null);
      if (holder && options.steal) holder.end("stolen");
      else if (holder) return this.#wait(name, clientId, run, options.signal);
      return this.#hold(name, clientId, run);
    };
    const query = async () => {
      // Answers and grants arrive in separate tasks, in order.
      await new Promise((resolve) => setTimeout(resolve));
      return { held: this.#held.map(({ name, clientId: id }) => ({ name, clientId: id })) };
    };
    return { request, query };
  }

  /** A released lock goes directly to the next waiter: nobody gets in between. */
  #wait(name: string, clientId: string, run: (lock: object) => unknown, signal?: AbortSignal): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting = { name, take: () => void this.#hold(name, clientId, run).then(resolve, reject) };
      this.#waiting.push(waiting);
      signal?.addEventListener("abort", () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(new DOMException("closed", "AbortError"));
      });
    });
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
      setTimeout(async () => {
        // Stolen before it was granted.
        if (!this.#held.includes(lock)) return;
        const result = await run({ name });
        lock.end("released");
        resolve(result);
      });
    });
  }

  /** A page that holds a lock and never responds: frozen, or gone while the browser hasn't released its locks yet. */
  leave(name: string, clientId: string): void {
    this.#hold(name, clientId, () => new Promise(() => {})).catch(() => {});
  }
}
