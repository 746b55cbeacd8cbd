import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Leadership } from "../../src/sync/leadership.ts";

interface Held {
  readonly name: string;
  readonly clientId: string;
  readonly end: (how: "released" | "stolen") => void;
}

/** Web Locks of several pages, each under its client id. */
class Locks {
  held: Held[] = [];
  #waiting: { readonly name: string; readonly take: () => void }[] = [];

  /** As a page with this id sees them. */
  of(clientId: string) {
    const request = async (name: string, ...rest: unknown[]): Promise<unknown> => {
      const options = (rest.length > 1 ? rest[0] : {}) as { ifAvailable?: boolean; steal?: boolean };
      const run = rest.at(-1) as (lock: object | null) => unknown;
      const holder = this.held.find((one) => one.name === name);
      if (holder && options.ifAvailable) return run(null);
      if (holder && options.steal) holder.end("stolen");
      else if (holder) await new Promise<void>((take) => this.#waiting.push({ name, take }));
      return this.#hold(name, clientId, run);
    };
    return { request, query: async () => ({ held: this.held.map(({ name, clientId: id }) => ({ name, clientId: id })) }) };
  }

  #hold(name: string, clientId: string, run: (lock: object) => unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const lock: Held = {
        name,
        clientId,
        end: (how) => {
          this.held = this.held.filter((one) => one !== lock);
          if (how === "stolen") reject(new DOMException("stolen", "AbortError"));
          else this.#waiting.splice(this.#waiting.findIndex((one) => one.name === name) >>> 0, 1)[0]?.take();
        },
      };
      this.held.push(lock);
      // A grant is told in a task of its own.
      setTimeout(async () => {
        const result = await run({ name });
        lock.end("released");
        resolve(result);
      });
    });
  }

  /** A page that is gone, and whose locks the browser hasn't let go of. */
  leave(name: string, clientId: string): void {
    this.#hold(name, clientId, () => new Promise(() => {})).catch(() => {});
  }
}

let locks: Locks;
let closed: AbortController;

beforeEach(() => {
  locks = new Locks();
  closed = new AbortController();
});
afterEach(() => {
  closed.abort();
  vi.unstubAllGlobals();
});

function load(clientId: string): { readonly page: Leadership; readonly terms: AbortSignal[] } {
  vi.stubGlobal("navigator", { locks: locks.of(clientId) });
  const terms: AbortSignal[] = [];
  return { page: new Leadership("cache-lead", (term) => terms.push(term), closed.signal), terms };
}

const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 30));

test("[SYNC-6] a page that is loaded anew takes the lead at once from the page before, which still holds it under the same id", async () => {
  locks.leave("cache-lead", "page-1");
  const { page, terms } = load("page-1");
  await soon();
  expect(page.leads).toBe(true);
  expect(terms.map(({ aborted }) => aborted)).toEqual([false]);
});

test("[SYNC-6] a page leaves the lead to another tab that has it, and to itself", async () => {
  const first = load("page-1");
  await soon();
  expect(first.page.leads).toBe(true);
  const second = load("page-2");
  await soon();
  expect(second.page.leads).toBe(false);
  expect(first.terms.map(({ aborted }) => aborted)).toEqual([false]);
});
