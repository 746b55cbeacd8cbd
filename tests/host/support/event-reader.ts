import * as v from "valibot";
import { type EventFrame, eventFrame, eventsPath } from "../../../src/contract/events.ts";
import { StreamReader } from "../../../src/contract/event-stream.ts";

type Ask = (path: string, headers: Record<string, string>) => Response | Promise<Response>;

/** Reads one stream and keeps its frames, each checked against the contract. */
export class EventReader {
  readonly frames: EventFrame[] = [];
  /** Each change's data as received. */
  readonly sent: { readonly kind: string; readonly row?: unknown; readonly gone?: string }[] = [];
  /** The last change's id, or the position in `hello`. */
  position: string | undefined;
  comments = 0;
  hasEnded = false;
  /** Whether it broke rather than ended. */
  hasBroken = false;
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #parts = new StreamReader();
  #waiting: (() => void)[] = [];

  private constructor(response: Response, body: ReadableStream<Uint8Array>) {
    this.response = response;
    this.#reader = body.getReader();
    void this.#read();
  }

  /** Opens a stream; `ask` makes the request. */
  static async open(ask: Ask, token: string, after?: string): Promise<EventReader> {
    const query = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
    const response = await ask(`${eventsPath}${query}`, { Authorization: `Bearer ${token}`, Accept: "text/event-stream" });
    if (response.status !== 200 || response.body === null) throw new Error(`${response.status}: ${await response.text()}`);
    return new EventReader(response, response.body);
  }

  async #read(): Promise<void> {
    try {
      for (;;) {
        const { done, value } = await this.#reader.read();
        if (done) break;
        for (const part of this.#parts.push(value)) {
          if (part.is === "comment") {
            this.comments += 1;
            continue;
          }
          const data: unknown = JSON.parse(part.data);
          const found = v.parse(eventFrame, { event: part.event, id: part.id, data });
          if (found.event === "change") this.sent.push(data as (typeof this.sent)[number]);
          this.frames.push(found);
          if (found.event === "change") this.position = found.id;
          if (found.event === "hello") this.position = found.data.position;
        }
        this.#tell();
      }
    } catch {
      this.hasBroken = true;
    }
    this.hasEnded = true;
    this.#tell();
  }

  #tell(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Resolves once the condition holds; rejects if the stream ends first. */
  async until(holds: () => boolean): Promise<void> {
    while (!holds()) {
      if (this.hasEnded) throw new Error(`the stream has ended after ${JSON.stringify(this.frames.slice(-3))}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  /** Resolves with the `hello`. */
  async hello(): Promise<Extract<EventFrame, { event: "hello" }>["data"]> {
    const found = () => this.frames.find((one) => one.event === "hello");
    await this.until(() => found() !== undefined);
    const hello = found();
    if (hello?.event !== "hello") throw new Error("no hello");
    return hello.data;
  }

  /** Resolves once the stream has ended. */
  async ended(): Promise<void> {
    await this.until(() => this.hasEnded);
  }

  of<E extends EventFrame["event"]>(event: E): Extract<EventFrame, { event: E }>[] {
    return this.frames.filter((one): one is Extract<EventFrame, { event: E }> => one.event === event);
  }

  /** Closes the connection. */
  async cut(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}
