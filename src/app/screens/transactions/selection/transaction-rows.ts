import { gather, type Gathering, isListAway, linesOf } from "../../../../sync/transactions/transaction-export.ts";
import type { TransactionReader } from "../../../../sync/transactions/transaction-reader.ts";
import type { Host } from "../../../../sync/wire/host.ts";
import type { Selected, Selection } from "../../../lists/selection/selection.ts";
import type { SelectableList } from "../../../lists/selection/selection-keys.ts";
import { firstRow } from "../first-row.ts";

/** Selectable transactions of a reader's list; rows far from view are read from the cache. */
export class TransactionRows implements SelectableList {
  readonly selection: Selection;
  readonly copy: () => void;
  readonly pin: (row: Selected | undefined) => void;
  readonly #reader: TransactionReader;
  readonly #onBroken: () => void;
  /** The latest selecting run; earlier ones have no effect any more. */
  #stop = new AbortController();

  /** `onBroken`: the cache can't be read. */
  constructor(reader: TransactionReader, selection: Selection, onBroken: () => void, verbs: Pick<SelectableList, "copy" | "pin">) {
    this.#reader = reader;
    this.selection = selection;
    this.#onBroken = onBroken;
    this.copy = verbs.copy;
    this.pin = verbs.pin;
  }

  readonly rowOf = (element: Element): Selected | undefined => {
    const item = this.#reader.itemAt(Number(element.getAttribute("aria-rowindex")) - firstRow);
    return item?.is === "row" ? item.row : undefined;
  };

  readonly focusRow = (element: HTMLElement): void =>
    element.querySelector<HTMLElement>("input[type=checkbox]")?.focus({ preventScroll: true });

  readonly selectRange = (to: Selected): void => {
    const { anchor } = this.selection;
    if (!anchor) return;
    const signal = this.#begin();
    const inSight = this.#between(anchor, to);
    if (inSight) {
      this.selection.setRange(inSight, 0);
      return;
    }
    void this.#read(signal, async () => {
      const rows: Selected[] = [];
      let gaps = 0;
      for await (const { lines, evicted } of linesOf(this.#reader.source, [anchor, to])) {
        if (signal.aborted) return;
        for (const line of lines) {
          if (line.is === "row") rows.push(line.row);
          else gaps += 1;
        }
        gaps += evicted;
        await pause();
      }
      if (!signal.aborted) this.selection.setRange(rows, gaps);
    });
  };

  readonly selectAll = (): void => {
    const signal = this.#begin();
    void this.#read(signal, () => this.#addAll(signal));
  };

  /**
   * Fetches and selects all matches. Resolves to why it stopped short, if it did. Rejects with the signal's reason, or
   * the database's error.
   */
  async selectMatching(
    host: Host,
    filtered: boolean,
    signal: AbortSignal,
    onRows: (rows: number) => void,
  ): Promise<{ readonly is: Gathering; readonly message?: string | undefined }> {
    const { source } = this.#reader;
    const gathered = await gather(source, () => isListAway(host, filtered), signal, onRows);
    signal.throwIfAborted();
    if (gathered === "whole" && (await this.#addAll(this.#begin(signal))) > 0) return { is: "full" };
    const matching = source.matching.get();
    return { is: gathered, message: gathered === "refused" && matching.is === "cache" ? matching.message : undefined };
  }

  /** Cancels the current selecting run. */
  readonly stop = (): void => this.#stop.abort();

  #begin(outer?: AbortSignal): AbortSignal {
    this.#stop.abort();
    this.#stop = new AbortController();
    return outer ? AbortSignal.any([this.#stop.signal, outer]) : this.#stop.signal;
  }

  async #read(signal: AbortSignal, read: () => Promise<unknown>): Promise<void> {
    try {
      await read();
    } catch {
      if (!signal.aborted) this.#onBroken();
    }
  }

  /** Resolves to how many rows could not be added, as they are no longer cached. */
  async #addAll(signal: AbortSignal): Promise<number> {
    let lost = 0;
    for await (const { lines, evicted } of linesOf(this.#reader.source)) {
      if (signal.aborted) return lost;
      this.selection.add(lines.flatMap((line) => (line.is === "row" ? [line.row] : [])));
      lost += evicted;
      await pause();
    }
    return lost;
  }

  /** The rows from one to the other, if all are loaded without a gap. */
  #between(one: Selected, other: Selected): readonly Selected[] | undefined {
    const items = this.#reader.reading.get().window?.items ?? [];
    const places = [one, other].map(({ id }) => items.findIndex((item) => item?.is === "row" && item.row.id === id));
    const [first, last] = [Math.min(...places), Math.max(...places)];
    if (first < 0) return undefined;
    const within = items.slice(first, last + 1);
    const rows = within.flatMap((item) => (item?.is === "row" ? [item.row] : []));
    return rows.length === within.length ? rows : undefined;
  }
}

/** Yield to other work. */
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
