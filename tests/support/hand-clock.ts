/** A clock with its timers that only the test moves; epoch ms. */
export class HandClock {
  time = 1_000_000;
  #timers: { readonly at: number; readonly run: () => void; readonly signal: AbortSignal | undefined }[] = [];
  readonly now = (): number => this.time;
  readonly after = (ms: number, run: () => void, signal?: AbortSignal): void => void this.#timers.push({ at: this.time + ms, run, signal });

  /** Lets a time pass, in ms, with every timer that is due by then. */
  readonly pass = (ms: number): void => {
    this.time += ms;
    const due = this.#timers.filter(({ at }) => at <= this.time);
    this.#timers = this.#timers.filter(({ at }) => at > this.time);
    for (const { run, signal } of due) if (!signal?.aborted) run();
  };
}
