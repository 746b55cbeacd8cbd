import type { DrivenTab, Key } from "./driver.ts";
import { findInPage, type Found, type Name, selectorOf, type Sought, type What } from "./in-page.ts";

const patienceMs = 30_000;

/** A busy machine may be slow; nothing is waited for without an end. */
export async function until<T>(what: string, look: () => Promise<T | undefined | null | false>, atMostMs = patienceMs): Promise<T> {
  const end = Date.now() + atMostMs;
  let trouble: unknown;
  for (;;) {
    try {
      const seen = await look();
      if (seen !== undefined && seen !== null && seen !== false && seen !== "") return seen;
      trouble = undefined;
    } catch (error) {
      // A page that is on its way out answers nothing.
      trouble = error;
    }
    if (Date.now() > end) throw new Error(`never came: ${what}`, { cause: trouble });
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

const wordsOf = ({ what, name, inside }: Sought): string =>
  `${what}${name === undefined ? "" : ` “${typeof name === "string" ? name : name.like}”`}${inside ? ` in ${wordsOf(inside)}` : ""}`;

/** What somebody does at a tab: finds things by the words on them, and uses pointer and keys. */
export class Person {
  readonly tab: DrivenTab;
  readonly #inside: Sought | undefined;

  constructor(tab: DrivenTab, inside?: Sought) {
    this.tab = tab;
    this.#inside = inside;
  }

  /** The same person, looking at a part of the page only. */
  in(what: What, name?: Name): Person {
    return new Person(this.tab, this.#sought(what, name));
  }

  /** Waits until it is there. */
  see(what: What, name?: Name, atMostMs?: number): Promise<Found> {
    const sought = this.#sought(what, name);
    return until(wordsOf(sought), () => this.#find(sought, "look"), atMostMs);
  }

  /** Waits until it is no longer there. */
  async seeNo(what: What, name?: Name): Promise<void> {
    const sought = this.#sought(what, name);
    await until(`no ${wordsOf(sought)}`, async () => !(await this.#find(sought, "look")));
  }

  async click(what: What, name?: Name): Promise<void> {
    const sought = this.#sought(what, name);
    const { x, y } = await until(`${wordsOf(sought)} to click`, () => this.#find(sought, "click"));
    await this.tab.click(x, y);
  }

  /** Writes into a field in place of what stands there. */
  async fill(name: Name, text: string): Promise<void> {
    await this.click("field", name);
    await this.tab.press("Control", "a");
    await this.tab.type(text);
    await this.#holds(name, text);
  }

  /**
   * Chooses from a list of the browser's own, an arrow key at a time. Not by its first letters: a browser takes letters
   * within a second of each other for one word, also those of the choice before, and later ones for another word.
   */
  async choose(name: Name, value: string): Promise<void> {
    const sought = this.#sought("field", name);
    const field = () => this.#find(sought, "focus");
    let shown = await until(wordsOf(sought), field);
    const at = shown.options.indexOf(value);
    if (at < 0) throw new Error(`no choice “${value}” in ${wordsOf(sought)}: ${shown.options.join(", ")}`);
    while (shown.value !== value) {
      const before = shown.value;
      await this.tab.press(shown.options.indexOf(before) < at ? "ArrowDown" : "ArrowUp");
      shown = await until(`${wordsOf(sought)} ≠ ${before}`, async () => {
        const now = await field();
        return now && now.value !== before && now;
      });
    }
  }

  press(...keys: Key[]): Promise<void> {
    return this.tab.press(...keys);
  }

  async #holds(name: Name, value: string): Promise<void> {
    const sought = this.#sought("field", name);
    await until(`${wordsOf(sought)} = ${value}`, async () => (await this.#find(sought, "look"))?.value === value);
  }

  #sought(what: What, name: Name | undefined): Sought {
    return { what, ...(name !== undefined && { name }), ...(this.#inside && { inside: this.#inside }) };
  }

  #find(sought: Sought, reach: "look" | "click" | "focus"): Promise<Found | null> {
    return this.tab.evaluate(findInPage, { path: selectorOf(sought), reach });
  }
}
