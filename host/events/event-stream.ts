import type { SignedIn } from "../sessions/require-admin.ts";

/** So many bytes may wait for a reader: this, and what its socket holds, is the memory that a stream may take. */
const mostWaitingBytes = 512 * 1024;
/** A replay pauses while more than this waits. */
const replayBelowBytes = 64 * 1024;
/** What waits is handed over in pieces of about this size. */
const pieceBytes = 16 * 1024;
/** A reader that takes nothing of what waits for as long, in ms, is cut. */
const patienceMs = 15_000;

const encoder = new TextEncoder();

/** A frame as it goes out. It is made once, and shared by all the streams that send it. */
export const frame = (event: string, data: object, id?: string): Uint8Array =>
  encoder.encode(`event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`);

const heartbeat = encoder.encode(":\n\n");

interface Ends {
  /** Breaks the reader's connection. */
  readonly cut: () => void;
  /** Called once, when nothing more will be added to the stream. */
  readonly ended: (stream: EventStream) => void;
}

/** One reader's stream: what waits for the reader, how much at most, and how it ends. */
export class EventStream {
  readonly sessionId: string;
  readonly adminId: string;
  /** What the admin may do, as last looked up. */
  permissions: SignedIn["permissions"];
  /** Whether it has had its `hello`, and is sent what happens. */
  isLive = false;
  readonly body: ReadableStream<Uint8Array>;
  readonly #ends: Ends;
  readonly #expiry: NodeJS.Timeout;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  #state: "open" | "ending" | "closed" = "open";
  #waiting: Uint8Array[] = [];
  #bytes = 0;
  /** Answers the reader, who waits for the next frame. */
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

  /** Adds a frame to what waits. A reader that is too slow for it is told to begin anew, and let go. */
  send(bytes: Uint8Array): void {
    if (!this.isOpen) return;
    if (this.#bytes + bytes.length > mostWaitingBytes) this.reset("The reader was too slow.");
    else this.#add(bytes);
  }

  /** A sign of life, where nothing else is on its way. */
  beat(): void {
    if (this.isOpen && this.#waiting.length === 0) this.#add(heartbeat);
  }

  /** Resolves once the reader has taken most of what waits, or is gone. */
  async drained(): Promise<void> {
    if (!this.isOpen || this.#bytes <= replayBelowBytes) return;
    await new Promise<void>((resolve) => {
      this.#drained.push(resolve);
    });
  }

  /** Tells the reader to forget its position, in the place of all that waits, and ends. */
  reset(why: string): void {
    if (!this.isOpen) return;
    this.#waiting = [];
    this.#bytes = 0;
    this.#add(frame("reset", { why }));
    this.end();
  }

  /** Ends once the reader has taken what waits. */
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

  /** Gives the reader its time from now on, where something waits. */
  #expect(): void {
    if (this.#waiting.length === 0 || this.#impatience !== undefined) return;
    this.#impatience = setTimeout(() => {
      this.#finish();
      this.#ends.cut();
    }, patienceMs);
    this.#impatience.unref();
  }

  /** The reader asks for more: it has taken what it was given. */
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

  /** Takes the next frames off what waits. */
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
