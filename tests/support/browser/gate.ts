/** Something that waits until the test lets it go on. */
export class Gate {
  readonly #listeners = new Set<() => void>();
  readonly opened = new Promise<void>((resolve) => this.#listeners.add(resolve));

  open(): void {
    for (const listener of this.#listeners) listener();
  }
}
