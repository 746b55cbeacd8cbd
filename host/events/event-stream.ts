import type { SignedIn } from "../sessions/require-admin.ts";

/** Maximum bytes queued per reader; with its socket's buffer, the memory a stream can use. */
const mostWaitingBytes = 512 * 1024;
/** A replay pauses while more than this is queued. */
const replayBelowBytes = 64 * 1024;
/** The queue is handed over in chunks of about this size. */
const pieceBytes = 16 * 1024;
/** A reader that takes nothing from a non-empty queue for this long, in ms, is cut off. */
const patienceMs = 15_000;

const encoder = new TextEncoder();

/** A server-sent event, encoded once and shared by all streams that send it. */
export const frame = (event: string, data: object, id?: string): Uint8Array =>
  encoder.encode(`event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);

const heartbeat = encoder.encode(":\n\n");

interface Ends {
  /** Breaks the reader's connection. */
  readonly cut: () => void;
  /** Called once, when nothing more will be queued. */
  readonly ended: (stream: EventStream) => void;
}

/** One reader's stream: its bounded queue, and how it ends. */
export class EventStream {
  readonly sessionId: string;
  readonly adminId: string;
  /** The admin's permissions as last looked up. */
  permissions: SignedIn["permissions"];
  /** Whether `hello` was sent; from then on it gets live changes. */
  isLive = false;
  readonly body: ReadableStream<Uint8Array>;
  readonly #ends: Ends;
  readonly #expiry: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #state: "open" | "ending" | "closed" = "open";
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  /** Resolves the pending pull. */
  #wanted: (() => void) | undefined;
  #drained: (() => void)[] = [];
  #impatience: NodeJS.Timeout | undefined;

  constructor(admin: SignedIn, now: Date, ends: Ends) {
    this.sessionId = admin.sessionId;
    this.adminId = admin.id;
    this.permissions = admin.permissions;
    this.#ends = ends;
    this.body = new ReadableStream(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#pull(),
        cancel: () => this.#close(),
      },
      { highWaterMark: 0 },
    );
    this.#expiry = setTimeout(() => this.end(), Math.max(0, admin.tokenEndsAt.getTime() - now.getTime()));
    this.#expiry.unref();
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Queues a frame. A reader too slow for it gets a reset, and the stream ends. */
  send(bytes: Uint8Array): void {
    if (!this.isOpen) return;
    if (this.#bytes + bytes.length > mostWaitingBytes) this.reset("The reader was too slow.");
    else this.#add(bytes);
  }

  /** Sends a heartbeat if nothing else is queued. */
  beat(): void {
    if (this.isOpen && this.#waiting.length === 0) this.#add(heartbeat);
  }

  /** Resolves once most of the queue was taken, or the stream ended. */
  async drained(): Promise<void> {
    if (!this.isOpen || this.#bytes <= replayBelowBytes) return;
    await new Promise<void>((resolve) => {
      this.#drained.push(resolve);
    });
  }

  /** Replaces the queue with a `reset`, which tells the reader to drop its position, and ends the stream. */
  reset(why: string): void {
    if (!this.isOpen) return;
    this.#waiting = [];
    this.#bytes = 0;
    this.#add(frame("reset", { why }));
    this.end();
  }

  /** Ends once the queue is empty. */
  end(): void {
    if (!this.isOpen) return;
    this.#state = "ending";
    clearTimeout(this.#expiry);
    this.#release();
    this.#ends.ended(this);
    if (this.#waiting.length === 0) this.#finish();
  }

  #add(bytes: Uint8Array): void {
    this.#waiting.push(bytes);
    this.#bytes += bytes.length;
    if (this.#wanted !== undefined) this.#wanted();
    else this.#expect();
  }

  /** Starts the patience timer if something is queued. */
  #expect(): void {
    if (this.#waiting.length === 0 || this.#impatience !== undefined) return;
    this.#impatience = setTimeout(() => {
      this.#finish();
      this.#ends.cut();
    }, patienceMs);
    this.#impatience.unref();
  }

  /** The reader has taken the last chunk and wants more. */
  async #pull(): Promise<void> {
    clearTimeout(this.#impatience);
    this.#impatience = undefined;
    if (this.#waiting.length === 0 && this.isOpen)
      await new Promise<void>((resolve) => {
        this.#wanted = resolve;
      });
    this.#wanted = undefined;
    const piece = this.#piece();
    if (piece === undefined) return;
    this.#bytes -= piece.length;
    this.#controller?.enqueue(piece);
    if (this.#bytes <= replayBelowBytes) this.#release();
    if (this.#waiting.length === 0 && this.#state === "ending") this.#finish();
    this.#expect();
  }

  /** Dequeues the next chunk. */
  #piece(): Uint8Array | undefined {
    let size = 0;
    const past = this.#waiting.findIndex(({ length }) => {
      size += length;
      return size > pieceBytes;
    });
    const [first, ...more] = this.#waiting.splice(0, past === -1 ? this.#waiting.length : Math.max(1, past));
    return first === undefined || more.length === 0 ? first : Buffer.concat([first, ...more]);
  }

  #release(): void {
    for (const resolve of this.#drained.splice(0)) resolve();
  }

  #finish(): void {
    this.#controller?.close();
    this.#close();
  }

  #close(): void {
    if (this.#state === "closed") return;
    const wasOpen = this.isOpen;
    this.#state = "closed";
    this.#waiting = [];
    this.#bytes = 0;
    clearTimeout(this.#expiry);
    clearTimeout(this.#impatience);
    this.#wanted?.();
    this.#release();
    if (wasOpen) this.#ends.ended(this);
  }
}
