/** BroadcastChannels of several tabs in one process: a message is cloned and delivered in its own microtask. */
export class FakeChannels {
  readonly #open = new Set<{ readonly name: string; readonly hear: (data: unknown) => void }>();
  /** All messages posted, in order. */
  readonly posted: unknown[] = [];

  /** Replaces BroadcastChannel. */
  readonly Channel = this.#makeChannel();

  #makeChannel() {
    const { posted } = this;
    const open = this.#open;
    return class {
      readonly #me: { readonly name: string; readonly hear: (data: unknown) => void };
      readonly #listeners: ((event: { data: unknown }) => void)[] = [];

      constructor(name: string) {
        this.#me = { name, hear: (data) => this.#listeners.forEach((listener) => listener({ data })) };
        open.add(this.#me);
      }

      addEventListener(_: "message", listener: (event: { data: unknown }) => void): void {
        this.#listeners.push(listener);
      }

      postMessage(data: unknown): void {
        if (!open.has(this.#me)) throw new DOMException("closed", "InvalidStateError");
        posted.push(data);
        for (const other of open)
          if (other !== this.#me && other.name === this.#me.name)
            queueMicrotask(() => {
              if (open.has(other)) other.hear(structuredClone(data));
            });
      }

      close(): void {
        open.delete(this.#me);
      }
    };
  }
}
