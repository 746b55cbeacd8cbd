/** What a text/event-stream holds: a frame, or a comment, which only says that the stream is alive. */
export type StreamPart =
  | { readonly is: "comment" }
  | { readonly is: "frame"; readonly event: string; readonly id: string | undefined; readonly data: string };

/**
 * Reads a text/event-stream piece by piece, wherever it is cut. A frame counts once its empty line has come: the rest of
 * one that breaks off is never told. `retry` is ignored, and an id belongs to its own frame alone.
 */
export class StreamReader {
  readonly #decoder = new TextDecoder();
  #rest = "";
  #event = "";
  #id: string | undefined;
  #data: string[] = [];

  /** The parts that this piece completes. */
  push(piece: Uint8Array): StreamPart[] {
    this.#rest += this.#decoder.decode(piece, { stream: true });
    const parts: StreamPart[] = [];
    for (;;) {
      const end = /\r\n|\n|\r(?=[^])/.exec(this.#rest);
      if (end === null) return parts;
      const line = this.#rest.slice(0, end.index);
      this.#rest = this.#rest.slice(end.index + end[0].length);
      const part = this.#take(line);
      if (part !== undefined) parts.push(part);
    }
  }

  #take(line: string): StreamPart | undefined {
    if (line === "") return this.#finish();
    if (line.startsWith(":")) return { is: "comment" };
    const [, name = "", value = ""] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (name === "event") this.#event = value;
    else if (name === "id") this.#id = value;
    else if (name === "data") this.#data.push(value);
    return undefined;
  }

  #finish(): StreamPart | undefined {
    const frame = { is: "frame", event: this.#event, id: this.#id, data: this.#data.join("\n") } as const;
    const isEmpty = this.#data.length === 0;
    this.#event = "";
    this.#id = undefined;
    this.#data = [];
    return isEmpty ? undefined : frame;
  }
}
