/**
 * One tab of a cache leads: it fetches for all. Web Locks choose it, and choose anew when it closes; a tab
 * that hears nothing from a frozen leader takes the lock away from it.
 */
export class Leadership {
  readonly #name: string;
  readonly #onLead: (signal: AbortSignal) => void;
  readonly #closed: AbortSignal;
  #leading: AbortController | undefined;

  constructor(name: string, onLead: (signal: AbortSignal) => void, closed: AbortSignal) {
    this.#name = name;
    this.#onLead = onLead;
    this.#closed = closed;
    void this.#stand({});
  }

  get leads(): boolean {
    return this.#leading !== undefined;
  }

  /** Takes over from a leader that doesn't answer. */
  seize(): void {
    if (!this.leads) void this.#stand({ steal: true });
  }

  /** Gives up leading, as a tab must whose writes are refused because another leads. */
  stepDown(): void {
    this.#leading?.abort();
  }

  async #stand(options: { steal?: boolean }): Promise<void> {
    const locks = globalThis.navigator?.locks;
    if (!locks) {
      this.#lead();
      return;
    }
    try {
      await locks.request(this.#name, options.steal ? { steal: true } : { signal: this.#closed }, () => {
        if (this.#closed.aborted) return;
        const term = this.#lead();
        return new Promise<void>((resolve) => term.addEventListener("abort", () => resolve(), { once: true }));
      });
    } catch {
      // Stolen by another tab, or this one is closing.
    }
    this.#leading?.abort();
    this.#leading = undefined;
    if (!this.#closed.aborted && !options.steal) void this.#stand({});
  }

  #lead(): AbortSignal {
    const leading = new AbortController();
    this.#leading = leading;
    this.#closed.addEventListener("abort", () => leading.abort(), { once: true });
    this.#onLead(leading.signal);
    return leading.signal;
  }
}
