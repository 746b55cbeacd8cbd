import { underLock } from "./under-lock.ts";
import { newId } from "../../db/store/new-id.ts";

/**
 * Elects the tab that fetches for all tabs of a cache. Web Locks choose it, and
 * choose again when it closes; a tab that gets no answer from a frozen leader
 * steals the lock.
 */
export class Leadership {
  readonly #name: string;
  readonly #onLead: (signal: AbortSignal) => void;
  readonly #closed: AbortSignal;
  #leading: AbortController | undefined;
  /** The page is being left: the next page, e.g. after a reload, leads at once. */
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
      // Locks can't be had or queried: a tab that gets no answer takes over as from any frozen leader.
    });
  }

  get leads(): boolean {
    return this.#leading?.signal.aborted === false;
  }

  /** The leading tab's lock client id; undefined if none leads or the browser has no locks. */
  async leader(): Promise<string | undefined> {
    const known = await globalThis.navigator?.locks?.query().catch(() => undefined);
    return known?.held?.find(({ name }) => name === this.#name)?.clientId;
  }

  /**
   * WebKit gives a reloaded page the client id of the page it replaces, whose locks are released seconds later. A lead under this
   * page's id that it doesn't hold is the old page's: take it at once.
   */
  async #succeed(): Promise<void> {
    const own = await this.#ownId();
    if (own === undefined || this.leads || (await this.leader()) !== own) return;
    // If this page was granted the lock meanwhile, the callback has run by the next answer.
    await this.leader();
    if (!this.leads) await this.seize(own);
  }

  /** This page's lock client id, found through a uniquely named lock. */
  async #ownId(): Promise<string | undefined> {
    const { locks } = navigator;
    const name = `${this.#name}-who-${newId()}`;
    return locks.request(name, async () => (await locks.query()).held?.find((lock) => lock.name === name)?.clientId);
  }

  /** Takes over from a leader that doesn't answer. Resolves to false if another tab did so or is about to. */
  async seize(from: string | undefined): Promise<boolean> {
    if (this.leads) return true;
    // One tab at a time; the next one sees the new leader.
    return underLock(`${this.#name}-seize`, { ifAvailable: true }, async (isHeld) => {
      if (!isHeld || this.#closed.aborted || (await this.leader()) !== from) return false;
      void this.#stand({ steal: true });
      return true;
    });
  }

  /** Gives up leading, e.g. when writes are refused because another tab leads. */
  stepDown(): void {
    this.#leading?.abort();
  }

  async #stand(options: { steal?: boolean }): Promise<void> {
    try {
      await navigator.locks.request(this.#name, options.steal ? { steal: true } : { signal: this.#closed }, () => {
        if (this.#closed.aborted) return;
        const term = this.#lead();
        return new Promise<void>((resolve) => term.addEventListener("abort", () => resolve()));
      });
    } catch (lost) {
      // Stolen by another tab, or this one is closing. Otherwise locks are refused or missing, and each tab leads itself.
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
    this.#closed.addEventListener("abort", () => leading.abort());
    this.#onLead(leading.signal);
    return leading.signal;
  }
}
