import { newId } from "../../db/store/new-id.ts";
/**
 * One tab of a cache leads: it fetches for all. Web Locks choose it, and choose anew when it closes; a tab
 * that hears nothing from a frozen leader takes the lock away from it.
 */
export class Leadership {
  readonly #name: string;
  readonly #onLead: (signal: AbortSignal) => void;
  readonly #closed: AbortSignal;
  #leading: AbortController | undefined;
  /** The page is being left: whoever comes next, such as this page loaded anew, leads at once. */
  #left = false;

  constructor(name: string, onLead: (signal: AbortSignal) => void, closed: AbortSignal) {
    this.#name = name;
    this.#onLead = onLead;
    this.#closed = closed;
    const leave = (): void => {
      this.#left = true;
      this.stepDown();
    };
    globalThis.addEventListener?.("pagehide", leave, { signal: closed });
    void this.#stand({});
    void this.#succeed().catch(() => {
      // Locks can't be read here: whoever asks in vain takes the lead as from any leader that doesn't answer.
    });
  }

  get leads(): boolean {
    return this.#leading !== undefined;
  }

  /** Which tab leads, by the id that the locks know it by; undefined where none does, or the browser has no locks. */
  async leader(): Promise<string | undefined> {
    const known = await globalThis.navigator?.locks?.query().catch(() => undefined);
    return known?.held?.find(({ name }) => name === this.#name)?.clientId;
  }

  /**
   * WebKit gives a page that is loaded anew the client id of the page that it replaces, whose locks it lets go of seconds
   * later. A lead under this page's own id that this page doesn't have is that one's: it is taken at once.
   */
  async #succeed(): Promise<void> {
    const own = await this.#ownId();
    if (own === undefined || this.leads || (await this.leader()) !== own) return;
    // What was granted to this page meanwhile is called back by the next answer at the latest.
    await this.leader();
    if (!this.leads) await this.seize(own);
  }

  /** The id that the locks know this page by: a lock under a name of its own tells. */
  async #ownId(): Promise<string | undefined> {
    const locks = globalThis.navigator?.locks;
    const name = `${this.#name}-who-${newId()}`;
    return locks?.request(name, async () => (await locks.query()).held?.find((lock) => lock.name === name)?.clientId);
  }

  /**
   * Takes over from a leader that doesn't answer. Resolves to false where another tab has done so meanwhile, or is
   * about to.
   */
  async seize(from: string | undefined): Promise<boolean> {
    const locks = globalThis.navigator?.locks;
    if (!locks || this.leads) return true;
    // One robber at a time: the next one sees who leads by then.
    return locks.request(`${this.#name}-seize`, { ifAvailable: true }, async (lock) => {
      if (!lock || this.#closed.aborted || (await this.leader()) !== from) return false;
      void this.#stand({ steal: true });
      return true;
    });
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
    } catch (lost) {
      // Stolen by another tab, or this one is closing; or else refused, and each tab leads itself.
      if (!this.#closed.aborted && !(lost instanceof DOMException && lost.name === "AbortError")) {
        this.#lead();
        return;
      }
    }
    this.#leading?.abort();
    this.#leading = undefined;
    if (!this.#closed.aborted && !this.#left && !options.steal) void this.#stand({});
  }

  #lead(): AbortSignal {
    const leading = new AbortController();
    this.#leading = leading;
    this.#closed.addEventListener("abort", () => leading.abort(), { once: true });
    this.#onLead(leading.signal);
    return leading.signal;
  }
}
