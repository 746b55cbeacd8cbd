import { createParser } from "eventsource-parser";

/** What a text/event-stream holds: a frame, or a comment, which only says that the stream is alive. */
export type StreamPart =
  | { readonly is: "comment" }
  | { readonly is: "frame"; readonly event: string; readonly id: string | undefined; readonly data: string };

/** No frame is longer (characters): a row is a few kB. What goes on without an end is no stream of rows. */
const longestFrame = 4_000_000;

/**
 * Reads a text/event-stream piece by piece, wherever it is cut. A frame counts once its empty line has come: the rest of
 * one that breaks off is never told. An id belongs to its own frame alone.
 */
export class StreamReader {
  readonly #decoder = new TextDecoder();
  #parts: StreamPart[] = [];
  #problem: Error | undefined;
  readonly #parser = createParser({
    maxBufferSize: longestFrame,
    onEvent: ({ event = "", id, data }) => this.#parts.push({ is: "frame", event, id, data }),
    onComment: () => this.#parts.push({ is: "comment" }),
    // A field that nobody knows, or a pause that is no number, is skipped.
    onError: (problem) => {
      if (problem.type === "max-buffer-size-exceeded") this.#problem = problem;
    },
  });

  /** The parts that this piece completes. Throws where a frame has no end. */
  push(piece: Uint8Array): StreamPart[] {
    this.#parser.feed(this.#decoder.decode(piece, { stream: true }));
    if (this.#problem) throw this.#problem;
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}
