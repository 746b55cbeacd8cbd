import type { Draw, SimHost, SimRow } from "./sim-host.ts";

interface Entry {
  readonly position: number;
  readonly id: string;
}

/** A frame in transit, with the tick at which it left the host. */
interface Sent {
  readonly text: string;
  readonly at: number;
}

/** Undetectable corruption in transit. */
export type Spoil = "doubled" | "swallowed" | "reordered";

/**
 * The simulated host's change stream. Transactions may commit in another order than they began; positions are assigned at commit.
 */
export class StreamHost {
  readonly host: SimHost;
  readonly #draw: Draw;
  readonly #log: Entry[] = [];
  readonly #streams = new Set<SimStream>();
  #begun: (() => void)[] = [];
  /** Events up to this position have been swept. */
  #swept = 0;
  spoils: readonly Spoil[] = [];
  /** Whether it may send resets and incomplete hellos. */
  resets = true;

  constructor(host: SimHost, draw: Draw) {
    this.host = host;
    this.#draw = draw;
  }

  /** Begins a transaction that commits later. */
  begin(change: () => void): void {
    this.#begun.push(change);
  }

  /** Commits any one of the begun transactions. */
  commit(): void {
    const [change] = this.#begun.splice(this.#draw(Math.max(1, this.#begun.length)), 1);
    if (!change) return;
    const before = new Map(this.host.rows.map((row) => [row.id, stateOf(row)]));
    change();
    for (const row of this.host.rows) {
      if (before.get(row.id) === stateOf(row)) continue;
      const entry = { position: this.#log.length + 1, id: row.id };
      this.#log.push(entry);
      for (const stream of this.#streams) stream.put(this.#spoilt(this.#frameOf(entry)));
    }
  }

  commitAll(): void {
    while (this.#begun.length > 0) this.commit();
  }

  beat(): void {
    for (const stream of this.#streams) stream.put([{ text: ":\n\n", at: this.host.now() }]);
  }

  open(after: string | undefined): SimStream {
    const stream = new SimStream(() => this.#streams.delete(stream));
    const hello = (complete: boolean): void =>
      stream.put([{ text: frame("hello", { position: `p${this.#log.length}`, complete }), at: this.host.now() }]);
    const from = after === undefined ? this.#log.length : Number(after.slice(1));
    const kind = after === undefined || !this.resets ? 2 : this.#draw(12);
    if (kind === 0) this.#swept = this.#log.length;
    if (after !== undefined && from < this.#swept) {
      stream.put([{ text: frame("reset", { why: "swept" }), at: this.host.now() }]);
      return stream;
    }
    if (after === undefined) hello(true);
    else if (kind === 1) hello(false);
    else {
      for (const entry of this.#log.filter(({ position }) => position > from)) stream.put([this.#frameOf(entry)]);
      hello(true);
    }
    this.#streams.add(stream);
    return stream;
  }

  #frameOf({ position, id }: Entry): Sent {
    const row = this.host.rows.find((one) => one.id === id && one.diedAt === undefined);
    if (row) this.host.sent.add(`${row.id} ${row.status}`);
    const data = row ? { kind: "transaction", row: wire(row) } : { kind: "transaction", gone: id };
    return { text: frame("change", data, `p${position}`), at: this.host.now() };
  }

  #spoilt(sent: Sent): Sent[] {
    const spoil = this.spoils[this.#draw(this.spoils.length * 4)];
    if (spoil === "doubled") return [sent, sent];
    if (spoil === "swallowed") return [];
    return spoil === "reordered" ? [{ ...sent, text: `late ${sent.text}` }] : [sent];
  }
}

const stateOf = (row: SimRow): string => `${row.status} ${row.diedAt}`;

/** A row on the wire. */
const wire = ({ id, at, status }: SimRow): object => ({ id, createdAt: at, status, type: "SWAP", amount: 1 });

const frame = (event: string, data: object, id?: string): string =>
  `event: ${event}\n${id === undefined ? "" : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`;

/** A stream in transit to a tab: the history decides when bytes arrive and in what chunks. */
export class SimStream {
  readonly body: ReadableStream<Uint8Array>;
  /** When the last completely arrived frame left the host. */
  arrivedAt = 0;
  readonly #leave: () => void;
  #waiting: Sent[] = [];
  /** A frame that later ones overtake. */
  #late: Sent | undefined;
  #bytes: { readonly value: number; readonly at: number | undefined }[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** Waiting for arrived bytes to be processed. */
  #waiters: (() => void)[] = [];
  #isOver = false;

  constructor(leave: () => void) {
    this.#leave = leave;
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        pull: () => this.#taken(),
        cancel: () => this.#end(),
      },
      { highWaterMark: 0 },
    );
  }

  put(frames: readonly Sent[]): void {
    for (const sent of frames) {
      if (sent.text.startsWith("late ")) {
        if (this.#late) this.#waiting.push(this.#late);
        this.#late = { ...sent, text: sent.text.slice(5) };
        continue;
      }
      this.#waiting.push(sent);
      if (this.#late) this.#waiting.push(this.#late);
      this.#late = undefined;
    }
  }

  /** Bytes in transit. */
  get length(): number {
    for (const { text, at } of this.#waiting.splice(0)) {
      const bytes = [...new TextEncoder().encode(text)];
      this.#bytes.push(...bytes.map((value, place) => ({ value, at: place === bytes.length - 1 ? at : undefined })));
    }
    return this.#bytes.length;
  }

  /** Delivers `count` bytes as one chunk; resolves once they are processed, or the stream was closed. */
  async arrive(count: number): Promise<void> {
    if (this.#isOver || this.length === 0 || count === 0) return;
    const piece = this.#bytes.splice(0, count);
    this.arrivedAt = piece.findLast(({ at }) => at !== undefined)?.at ?? this.arrivedAt;
    const taken = new Promise<void>((resolve) => {
      this.#waiters.push(resolve);
    });
    this.#controller?.enqueue(Uint8Array.from(piece.map(({ value }) => value)));
    await taken;
  }

  /** Breaks the connection; bytes in transit are lost. */
  cut(): void {
    if (this.#isOver) return;
    this.#end();
    this.#controller?.error(new TypeError("network error"));
  }

  #end(): void {
    this.#isOver = true;
    this.#leave();
    this.#taken();
  }

  #taken(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }
}
