/** Nobody has touched the page for this time, in ms (settled reading of SET-1). */
const stillForMs = 30_000;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;

const contentOf = (control: Control): string =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type) ? String(control.checked) : control.value;

/** Watches whether the page can be left without anybody losing anything. */
export class Idleness {
  readonly #now: () => number;
  readonly #isWorking: () => boolean;
  /** What each field held before it was first touched. */
  readonly #before = new Map<Control, string>();
  #touchedAt: number;

  /** `isWorking`: whether a mutation is on its way. */
  constructor(signal: AbortSignal, isWorking: () => boolean, now: () => number = Date.now) {
    this.#now = now;
    this.#isWorking = isWorking;
    this.#touchedAt = now();
    const touch = (): void => {
      this.#touchedAt = this.#now();
    };
    for (const kind of ["pointerdown", "pointermove", "keydown", "input", "wheel", "touchstart"])
      document.addEventListener(kind, touch, { signal, capture: true, passive: true });
    const note = ({ target }: Event): void => {
      if (isControl(target) && !this.#before.has(target)) this.#before.set(target, contentOf(target));
    };
    document.addEventListener("focusin", note, { signal, capture: true });
    // A click on a label changes a box before it has the focus.
    document.addEventListener("pointerdown", note, { signal, capture: true });
  }

  /** Whether somebody has typed something that stands in a field still. */
  #isDirty(): boolean {
    for (const [control, before] of this.#before) {
      if (!control.isConnected) this.#before.delete(control);
      else if (contentOf(control) !== before) return true;
    }
    return false;
  }

  isIdle(): boolean {
    const isAsking = document.querySelector("dialog[open], [role=dialog][data-state=open], [role=alertdialog][data-state=open]") !== null;
    return this.#now() - this.#touchedAt >= stillForMs && !isAsking && !this.#isDirty() && !this.#isWorking();
  }
}
