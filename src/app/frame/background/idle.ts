import { isUnsaved } from "../../state/typing.ts";

/** No input on the page for this time counts as idle, in ms (settled reading of SET-1). */
const stillForMs = 30_000;

/** Watches whether the page can be reloaded without losing anything. */
export class Idleness {
  readonly #now: () => number;
  readonly #isWorking: () => boolean;
  #touchedAt: number;

  /** `isWorking`: whether a mutation is in flight. */
  constructor(signal: AbortSignal, isWorking: () => boolean, now: () => number = Date.now) {
    this.#now = now;
    this.#isWorking = isWorking;
    this.#touchedAt = now();
    const touch = (): void => {
      this.#touchedAt = this.#now();
    };
    // Assistive technology presses controls without pointer or key events: "mousedown", "click".
    for (const kind of ["pointerdown", "pointermove", "keydown", "input", "wheel", "touchstart", "mousedown", "click"])
      document.addEventListener(kind, touch, { signal, capture: true, passive: true });
  }

  isIdle(): boolean {
    return this.#now() - this.#touchedAt >= stillForMs && !isUnsaved() && !this.#isWorking();
  }
}
