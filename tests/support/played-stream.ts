/** The host's end of one stream. */
export interface PlayedStream {
  /** The requested URL. */
  readonly url: URL;
  readonly headers: Headers;
  /** Whether the app has closed it. */
  readonly isLeft: () => boolean;
  /** Sends a frame. */
  send(event: string, data: unknown, id?: string): void;
  /** Sends raw text. */
  write(text: string): void;
  /** Ends the response, as a stopping host does. */
  end(): void;
  /** Breaks the connection. */
  cut(): void;
}

/** A text/event-stream response as from `fetch`, and the host's end of it. */
export function playStream(input: string, init: RequestInit = {}): { readonly response: Response; readonly stream: PlayedStream } {
  const encoder = new TextEncoder();
  let left = false;
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(one) {
      controller = one;
    },
    cancel() {
      left = true;
    },
  });
  init.signal?.addEventListener("abort", () => {
    left = true;
    controller?.error(new DOMException("aborted", "AbortError"));
  });
  const write = (text: string): void => controller?.enqueue(encoder.encode(text));
  const stream: PlayedStream = {
    url: new URL(input),
    headers: new Headers(init.headers),
    isLeft: () => left,
    send: (event, data, id) => write(`event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`),
    write,
    end: () => controller?.close(),
    cut: () => controller?.error(new TypeError("network error")),
  };
  return { response: new Response(body, { headers: { "content-type": "text/event-stream" } }), stream };
}
