/** A promise that the test resolves with `open`. */
export class Gate {
  readonly #listeners = new Set<() => void>();
  readonly opened = new Promise<void>((resolve) => this.#listeners.add(resolve));

  open(): void {
    for (const listener of this.#listeners) listener();
  }
}
