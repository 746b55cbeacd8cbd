import type { Host } from "../../../../sync/wire/host.ts";
import { Observable } from "../../../../sync/state/observable.ts";
import { countTransactions, gather, type Gathering, isListAway, linesOf } from "../../../../sync/transactions/transaction-export.ts";
import type { TransactionSource } from "../../../../sync/transactions/transaction-source.ts";
import { csvFile } from "../../../csv/csv.ts";
import { datedName, download } from "../../../ui/download.ts";
import type { Translate } from "../../../words/keys.ts";
import { headLine, lastLine, textOf } from "./export-lines.ts";

/**
 * Contents of the file: all matches, what was cached, what was cached of named transactions (the host isn't asked), what
 * had arrived when the host became unreachable, or what the device has room for.
 */
export type Extent = "whole" | "cached" | "named" | "cut" | "full";

export type Exporting =
  | { readonly is: "fetching"; readonly rows: number; readonly of: number | undefined }
  | { readonly is: "interrupted"; readonly why: Exclude<Gathering, "whole">; readonly rows: number; readonly message?: string | undefined }
  | { readonly is: "writing"; readonly rows: number; readonly of: number }
  | { readonly is: "done"; readonly rows: number; readonly extent: Extent; readonly at: number }
  | { readonly is: "broken" };

const newline = "\r\n";
/** Texts that make up one Blob: a Blob of a thousand small ones takes 50 ms to put together. */
const textsAtOnce = 40;

/** One export of a list: fetches what is missing, writes a file, and downloads it (DASH-12). */
export class ExportRun {
  readonly state = new Observable<Exporting>({ is: "fetching", rows: 0, of: undefined });
  readonly #host: Host;
  readonly #source: TransactionSource;
  readonly #filtered: boolean;
  readonly #t: Translate<["activity"]>;
  #stop = new AbortController();

  constructor(host: Host, source: TransactionSource, filtered: boolean, t: Translate<["activity"]>) {
    this.#host = host;
    this.#source = source;
    this.#filtered = filtered;
    this.#t = t;
  }

  /** Starts; the returned function cancels at any point, leaving no file. */
  start(): () => void {
    void this.#run((signal) => this.#fetch(signal, true));
    return () => this.#stop.abort();
  }

  retry(): void {
    void this.#run((signal) => this.#fetch(signal, false));
  }

  /** Writes what is available, after the host became unreachable or the device was full. */
  writeCut(why: Exclude<Gathering, "whole">): void {
    void this.#run((signal) => this.#write(why === "full" ? "full" : "cut", signal));
  }

  async #run(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#stop.abort();
    const stop = new AbortController();
    this.#stop = stop;
    try {
      await work(stop.signal);
    } catch {
      if (!stop.signal.aborted) this.state.set({ is: "broken" });
    }
  }

  async #fetch(signal: AbortSignal, isFirst: boolean): Promise<void> {
    let of: number | undefined;
    let rows: number | undefined;
    const show = (): void => this.state.set({ is: "fetching", rows: rows ?? 0, of });
    show();
    // Only the unfiltered list has a known length.
    if (!this.#filtered)
      void countTransactions(this.#host, signal).then((total) => {
        of = total;
      });
    const gathered = await gather(
      this.#source,
      () => isListAway(this.#host, this.#filtered),
      signal,
      (count) => {
        rows = count;
        show();
      },
    );
    if (gathered === "whole") await this.#write(this.#source.matching.get().is === "ids" ? "named" : "whole", signal);
    else if (gathered === "unreachable" && isFirst && rows === undefined) await this.#write("cached", signal);
    else {
      const matching = this.#source.matching.get();
      const message = gathered === "refused" && matching.is === "cache" ? matching.message : undefined;
      this.state.set({ is: "interrupted", why: gathered, rows: rows ?? (await this.#source.read(0, 0, [])).rows, message });
    }
  }

  /** Writes the cached rows; no file if it was to be whole, and isn't any more. */
  async #write(extent: Extent, signal: AbortSignal): Promise<void> {
    const t = this.#t;
    const now = Date.now();
    // As old as the oldest part of the list.
    let at = now;
    // Blobs: the browser may keep them on disk, and the whole text is never in memory.
    const parts: Blob[] = [];
    const texts = [headLine(t), newline];
    let rows = 0;
    let gaps = 0;
    for await (const { lines, of, evicted, asOf } of linesOf(this.#source)) {
      signal.throwIfAborted();
      const rowsHere = lines.filter((line) => line.is === "row").length;
      rows += rowsHere;
      at = Math.min(at, asOf ?? at);
      gaps += lines.length - rowsHere + evicted;
      if (lines.length > 0) texts.push(textOf(t, lines), newline);
      if (texts.length >= textsAtOnce) parts.push(new Blob(texts.splice(0)));
      this.state.set({ is: "writing", rows, of });
      // Yield to other work.
      await new Promise((resolve) => setTimeout(resolve));
    }
    signal.throwIfAborted();
    const { atEnd, pastEnds } = await this.#source.read(0, 0, []);
    if (extent === "whole" && (gaps > 0 || !atEnd)) {
      const isLost = this.#source.matching.get().is === "cache" && isListAway(this.#host, this.#filtered);
      this.state.set({ is: "interrupted", why: isLost ? "unreachable" : "full", rows });
      return;
    }
    texts.push(lastLine(t, extent === "whole", rows, at, pastEnds), newline);
    download(datedName(t(this.#filtered ? "export.fileFiltered" : "export.file"), now, "csv"), csvFile(...parts, ...texts));
    this.state.set({ is: "done", rows, extent, at });
  }
}
