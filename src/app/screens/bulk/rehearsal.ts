import type { PlannedRow } from "../../../contract/bulk.ts";
import { emailKey } from "../../../contract/emails.ts";
import type { CachedFacts } from "../../../db/money/bulk/facts.ts";
import { type FileRow, parseRow } from "../../../db/money/bulk/file-row.ts";
import { type Choice, doubtsOf, type JudgedRow, type UserFinding } from "../../../db/money/bulk/judge.ts";
import { askBulk, askWhatOthersSent, type BulkQuestion } from "../../../sync/money/ask-bulk.ts";
import { hold } from "../../../sync/state/held.ts";
import { Observable } from "../../../sync/state/observable.ts";
import { hostClockOffset, type Session, sessionStore } from "../../../sync/state/session-store.ts";
import { whenOver } from "../../../sync/state/when-over.ts";
import type { Sync } from "../../../sync/start-sync.ts";
import { keepMapping, readMapping } from "./kept-mapping.ts";
import { openReader, type OpenReader } from "./open-reader.ts";
import { type Mapping, missingIn } from "./read-file.ts";
import type { MappedRows, Opened, OpenedSheet } from "./reader.ts";

/** A file whose columns are known, or being chosen. */
export interface BulkSource {
  readonly opened: OpenedSheet;
  readonly mapping: Mapping;
}

/** Why there is nothing to check. */
export type BadFile = Exclude<Opened, { is: "sheet" }> | { readonly is: "too large" | "closed" | "cache" };

export interface Asking {
  readonly about: BulkQuestion["about"];
  readonly asked: number;
  readonly of: number;
}

export interface Rehearsed extends MappedRows {
  readonly is: "rehearsed";
  /** The file's name, or a label for pasted cells. */
  readonly name: string;
  /** Undefined for rows returned by a run. */
  readonly source: BulkSource | undefined;
  readonly facts: CachedFacts;
  /** Progress of asking the host; undefined if not asking. */
  readonly asking: Asking | undefined;
  /** By line. */
  readonly choices: ReadonlyMap<number, Choice>;
}

export type RehearsalState =
  | { readonly is: "nothing"; readonly bad?: BadFile }
  | { readonly is: "reading" }
  | { readonly is: "columns"; readonly name: string; readonly source: BulkSource }
  | Rehearsed;

/** In MB; a file of 5,000 rows is far smaller. */
export const mostMegabytes = 10;

/** Recompute the verdicts after this many answers. */
const answersAtOnce = 50;

/** Rows returned by a run, in the form of file rows. */
const fileRowOf = ({ line, operation, email, currency, amount, reason, note }: PlannedRow): FileRow => ({
  line,
  email,
  amountText: amount,
  amount: { is: "read", amount },
  currency,
  operation,
  reason: reason ?? "",
  note: note ?? "",
  problem: undefined,
});

/**
 * Dry run of a bulk funding (BULK-2): file contents, what the cache knows of the rows, the host's answers, and ticks.
 * Changes nothing at the host, continues on other screens, and is kept only in this page's memory until the session
 * ends, also where the cache is opened again meanwhile.
 */
export class Rehearsal {
  readonly state = new Observable<RehearsalState>({ is: "nothing" });
  #sync: Sync;
  #reader: OpenReader | undefined;
  /** The file, for the next reader. */
  #content: Uint8Array | undefined;
  /** The cache was closed while the host was asked. */
  #isCutOff = false;
  #stop = new AbortController();
  /** Only the latest run may set the result. */
  #serial = 0;
  /** Emails the host has no user for, keyed by `emailKey`. */
  #nobody = new Map<string, UserFinding>();

  constructor(sync: Sync) {
    this.#sync = sync;
    this.state.subscribe(() => hold(this, this.state.get().is !== "nothing"));
    this.#stopWith(sync);
    whenOver(sync.session, () => {
      // The session may be kept elsewhere, and with it what this one has read.
      ofSession.delete(sync.session);
      this.clear();
      this.#reader?.close();
    });
  }

  #stopWith({ closed }: Sync): void {
    closed.addEventListener("abort", () => {
      const state = this.state.get();
      this.#isCutOff = state.is === "rehearsed" && state.asking !== undefined;
      this.cancel();
    });
  }

  /** Goes on with the session's cache that was opened in place of the one before. */
  follow(sync: Sync): void {
    if (sync === this.#sync || sync.closed.aborted) return;
    this.#sync = sync;
    this.#reader?.close();
    this.#reader = undefined;
    this.#stopWith(sync);
    // Called while a screen that shows this one is rendered.
    if (this.#isCutOff) queueMicrotask(() => void this.ask());
  }

  #read(): OpenReader {
    if (this.#reader) return this.#reader;
    this.#reader = openReader(this.#sync);
    // What can't be opened again is said when its rows are asked for.
    if (this.#content) this.#reader.open(this.#content).catch(() => {});
    return this.#reader;
  }

  #begin(state: RehearsalState): number {
    this.#stop.abort();
    this.#serial += 1;
    this.#nobody = new Map();
    this.state.set(state);
    return this.#serial;
  }

  /** Drops the file and stops asking. */
  clear(): void {
    this.#content = undefined;
    this.#begin({ is: "nothing" });
  }

  /** Reads a file, and checks it if its header identifies every column. */
  async open(bytes: () => Promise<ArrayBuffer | Uint8Array<ArrayBuffer>>, size: number, name: string): Promise<void> {
    const own = this.#begin({ is: "reading" });
    const bad = (file: BadFile): void => {
      if (own === this.#serial) this.state.set({ is: "nothing", bad: file });
    };
    if (size > mostMegabytes * 1e6) return bad({ is: "too large" });
    let content: Uint8Array;
    try {
      content = new Uint8Array(await bytes());
    } catch {
      return bad({ is: "closed" });
    }
    // The reader holds one sheet, by now that of a file chosen later.
    if (own !== this.#serial) return;
    try {
      const opened = await this.#read().open(content);
      if (own !== this.#serial) return;
      this.#content = content;
      if (opened.is !== "sheet") return bad(opened);
      const kept = opened.isSure ? undefined : await readMapping(this.#sync, opened.head);
      if (own !== this.#serial) return;
      const source = { opened, mapping: kept ?? opened.guess };
      this.state.set({ is: "columns", name, source });
      if (opened.isSure) await this.rehearse();
    } catch {
      bad({ is: "cache" });
    }
  }

  /** Returns to choosing the file's columns. */
  columns(): void {
    const state = this.state.get();
    if (state.is === "rehearsed" && state.source) this.#begin({ is: "columns", name: state.name, source: state.source });
  }

  choose(mapping: Mapping): void {
    const state = this.state.get();
    if (state.is === "columns") this.state.set({ ...state, source: { ...state.source, mapping } });
  }

  /** Reads the rows by the chosen columns, and what is known of them. */
  async rehearse(): Promise<void> {
    const state = this.state.get();
    if (state.is !== "columns" || missingIn(state.source.mapping).length > 0) return;
    const { name, source } = state;
    const own = this.#begin(state);
    if (!source.opened.isSure) await keepMapping(this.#sync, source.opened.head, source.mapping);
    await this.#show(own, name, source, () => this.#read().rows(source.mapping));
  }

  /** Checks rows returned by a run (BULK-5). */
  async again(rows: readonly PlannedRow[], name: string): Promise<void> {
    const own = this.#begin({ is: "reading" });
    await this.#show(own, name, undefined, () => Promise.resolve({ rows: rows.map(fileRowOf), ignored: [] }));
  }

  async #show(own: number, name: string, source: BulkSource | undefined, read: () => Promise<MappedRows>): Promise<void> {
    try {
      const mapped = await read();
      const facts = await this.#read().facts(mapped.rows, Date.now(), hostClockOffset());
      if (own !== this.#serial) return;
      this.state.set({ is: "rehearsed", name, source, ...mapped, facts, asking: undefined, choices: new Map() });
    } catch {
      if (own === this.#serial) this.state.set({ is: "nothing", bad: { is: "cache" } });
      return;
    }
    if (this.#sync.host.reach.state.is !== "unreachable") await this.ask();
  }

  #change(change: (state: Rehearsed) => Rehearsed): void {
    const state = this.state.get();
    if (state.is === "rehearsed") this.state.set(change(state));
  }

  /** Ticks or unticks rows that can be sent. */
  tick(rows: readonly JudgedRow[], isTicked: boolean): void {
    this.#change((state) => {
      const choices = new Map(state.choices);
      for (const row of rows) if (row.planned) choices.set(row.file.line, isTicked ? doubtsOf(row) : "unticked");
      return { ...state, choices };
    });
  }

  /** Rereads what the cache knows; `isTold`: of what the host told just now. Rejects if it can't be read. */
  async #reread(isTold: boolean): Promise<void> {
    const state = this.state.get();
    const own = this.#serial;
    if (state.is !== "rehearsed") return;
    const cached = await this.#read().facts(state.rows, Date.now(), hostClockOffset());
    if (own !== this.#serial) return;
    const users = new Map([...this.#nobody, ...cached.users]);
    this.#change((now) => ({ ...now, facts: { ...cached, users, readAt: isTold ? cached.readAt : now.facts.readAt } }));
  }

  /** Rereads what the cache knows; if it can't be read, the previous data stays, with its age. */
  async refresh(): Promise<void> {
    await this.#reread(true).catch(() => {});
  }

  /**
   * Fetches what others may have sent or changed since, and rereads the cache. Resolves to the dry run as it is then, and whether the
   * host told. Rejects if the cache can't be read.
   */
  async look(): Promise<{ readonly now: Rehearsed | undefined; readonly isTold: boolean }> {
    const isTold = await askWhatOthersSent(this.#sync);
    await this.#reread(isTold);
    const state = this.state.get();
    return { now: state.is === "rehearsed" ? state : undefined, isTold };
  }

  /** Drops the host's answers, and checks the same rows again. */
  async anew(): Promise<void> {
    this.cancel();
    this.#nobody = new Map();
    await this.refresh();
    if (this.#sync.host.reach.state.is !== "unreachable") await this.ask();
  }

  /** Stops asking; results so far stay. */
  cancel(): void {
    this.#stop.abort();
    this.#change((state) => ({ ...state, asking: undefined }));
  }

  /** Open questions to the host about valid rows, each user once. */
  #questions(about: BulkQuestion["about"]): BulkQuestion[] {
    const state = this.state.get();
    if (state.is !== "rehearsed") return [];
    const { users, balances } = state.facts;
    const open = new Map<string, BulkQuestion>();
    for (const row of state.rows) {
      const { key, operation, problems } = parseRow(row);
      if (problems.length > 0) continue;
      const user = users.get(key);
      const isOpen = about === "user" ? user === undefined : operation === "deduct" && user?.is === "user" && !balances.has(key);
      if (isOpen) open.set(key, { about, email: user?.is === "user" ? user.email : row.email });
    }
    return [...open.values()];
  }

  /** Asks the host for users that aren't cached, then for balances to be deducted from. */
  async ask(): Promise<void> {
    this.cancel();
    const stop = (this.#stop = new AbortController());
    const { claims } = sessionStore.current() ?? this.#sync.session;
    const rounds = ["user" as const, ...(claims?.permissions?.canManageWallets === false ? [] : ["balance" as const])];
    for (const about of rounds) {
      const questions = this.#questions(about);
      let asked = 0;
      const tell = (): void => this.#change((state) => ({ ...state, asking: { about, asked, of: questions.length } }));
      if (questions.length === 0) continue;
      tell();
      await askBulk(
        this.#sync,
        questions,
        ({ email }, answer) => {
          asked += 1;
          if (answer === "none") this.#nobody.set(emailKey(email), { is: "none", asOf: Date.now() });
          tell();
          if (asked % answersAtOnce === 0) void this.refresh();
        },
        stop.signal,
      );
      await this.refresh();
      if (stop.signal.aborted) return;
    }
    this.#change((state) => ({ ...state, asking: undefined }));
  }
}

const ofSession = new WeakMap<Session, Rehearsal>();

/** The session's only dry run in this page. */
export function rehearsalOf(sync: Sync): Rehearsal {
  const known = ofSession.get(sync.session) ?? new Rehearsal(sync);
  ofSession.set(sync.session, known);
  known.follow(sync);
  return known;
}
