import { createParser } from "eventsource-parser";

/** A part of a text/event-stream: a frame, or a comment as sign of life. */
export type StreamPart =
  | { readonly is: "comment" }
  | { readonly is: "frame"; readonly event: string; readonly id: string | undefined; readonly data: string };

/** Longest frame (characters); rows take a few kB, so anything longer is no stream of rows. */
const longestFrame = 4_000_000;

/**
 * Parses a text/event-stream from arbitrary pieces. A frame counts when its terminating blank line has arrived; truncated ones are
 * dropped. An id applies only to its own frame.
 */
export class StreamReader {
  readonly #decoder = new TextDecoder();
  #parts: StreamPart[] = [];
  #problem: Error | undefined;
  readonly #parser = createParser({
    maxBufferSize: longestFrame,
    onEvent: ({ event = "", id, data }) => this.#parts.push({ is: "frame", event, id, data }),
    onComment: () => this.#parts.push({ is: "comment" }),
    // Unknown fields and invalid retry values are ignored.
    onError: (problem) => {
      if (problem.type === "max-buffer-size-exceeded") this.#problem = problem;
    },
  });

  /** Returns the parts completed by this piece. Throws on an endless frame. */
  push(piece: Uint8Array): StreamPart[] {
    this.#parser.feed(this.#decoder.decode(piece, { stream: true }));
    if (this.#problem) throw this.#problem;
    const parts = this.#parts;
    this.#parts = [];
    return parts;
  }
}
