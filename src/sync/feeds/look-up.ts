import { nameOf } from "../../contract/call.ts";
import { emailKey } from "../../contract/emails.ts";
import { filterTransactions } from "../../contract/transactions.ts";
import { listUsers } from "../../contract/users.ts";
import { type LookedUpItem, namedOf } from "../../db/search/look-up.ts";
import { searchable } from "../../db/transactions/transaction-predicate.ts";
import { nationalDigitsOf, samePhone } from "../../db/people/user-terms.ts";
import { type Asking, askTransactions } from "../transactions/ask-transaction.ts";
import { askUsers } from "./ask-users.ts";
import { hold } from "../state/held.ts";
import { Observable } from "../state/observable.ts";
import type { Session } from "../state/session-store.ts";
import { whenOver } from "../state/when-over.ts";
import type { Sync } from "../start-sync.ts";

/**
 * What is known of a pasted item. `inPart`: on the device, and the host may have others, as of a reference; `unaskable`: the host has
 * no call that finds it.
 */
export type Finding = "device" | "inPart" | "host" | "missing" | "unaskable" | "notFound" | "notAsked";

export interface LookUpLine extends LookedUpItem {
  readonly finding: Finding;
}

export interface LookUpResult {
  readonly lines: readonly LookUpLine[];
  readonly leftOut: number;
  /** Lines from which nothing was taken. */
  readonly unread: readonly string[];
  /** How many cached transactions and users were searched. */
  readonly of: number;
  readonly usersOf: number;
  /** Progress of asking the host; undefined: not asking. */
  readonly asking: { readonly asked: number; readonly of: number } | undefined;
}

export type LookUpState =
  | { readonly is: "nothing" }
  | { readonly is: "reading" }
  /** The cache can't be read. */
  | { readonly is: "broken" }
  | { readonly is: "read"; readonly result: LookUpResult };

const isMissing = ({ finding }: LookUpLine): boolean => finding === "missing" || finding === "notAsked";

/** Whether the host can still be asked for a line. */
export const isOpen = (line: LookUpLine): boolean => isMissing(line) || line.finding === "inPart";

/** Whether others may have what was found by it. An id names one alone. */
const isShared = ({ kind, key, transactions }: LookedUpItem): boolean =>
  kind === "phone" || (kind === "name" && transactions.some(({ id }) => id !== key));

/** What was found by id, of which the later replaces the earlier. */
const together = <One extends { readonly id: string }>(...found: readonly (readonly One[])[]): One[] => [
  ...new Map(found.flat().map((one) => [one.id, one])).values(),
];

/** A line of which the device had a part, after the host was asked. What the host doesn't find stays as of its own time. */
function withAnswer(line: LookUpLine, answered: LookUpLine): LookUpLine {
  if (answered.finding === "notAsked") return line;
  if (answered.finding === "notFound") return { ...line, finding: "device" };
  return {
    ...answered,
    transactions: together(line.transactions, answered.transactions),
    users: together(line.users, answered.users),
  };
}

/** Unmistakable address prefixes; no documented call takes an address. Others may be a transaction's id. */
const surelyAddress = /^(0x|bc1|ltc1|tb1|addr1)/;

/** What a look-up needs of the session. */
type Looking = Asking & Pick<Sync, "search" | "session" | "beginAnew" | "closed">;

async function askFor(sync: Looking, line: LookUpLine, signal: AbortSignal): Promise<LookUpLine> {
  const { kind, text, key } = line;
  switch (kind) {
    case "email": {
      const answer = await askUsers(sync, text, ({ email }) => emailKey(email ?? "") === key, signal);
      // They are cached now, for the next lookup.
      sync.search.forgetPeople();
      return answer.is === "found" ? { ...line, users: answer.rows, finding: "host" } : { ...line, finding: answer.is };
    }
    case "phone": {
      const isSame = await samePhone(sync.db, text);
      const answer = await askUsers(sync, await nationalDigitsOf(sync.db, key), ({ phonenumber }) => isSame(phonenumber ?? ""), signal);
      sync.search.forgetPeople();
      // It may be the id or the reference of a transaction.
      if (answer.is === "notFound" && /^\d+$/.test(text)) return askForTransactions(sync, line, signal);
      return answer.is === "found" ? { ...line, users: answer.rows, finding: "host" } : { ...line, finding: answer.is };
    }
    default:
      return askForTransactions(sync, line, signal);
  }
}

async function askForTransactions(sync: Looking, line: LookUpLine, signal: AbortSignal): Promise<LookUpLine> {
  const { kind, text } = line;
  const answer = await askTransactions(sync, text, ({ id, reference }) => id === text || reference === text, signal);
  // It was asked for as a transaction's id.
  if (answer.is === "notFound" && kind === "address") return { ...line, finding: "unaskable" };
  if (answer.is !== "found") return { ...line, finding: answer.is };
  return { ...line, transactions: answer.rows.map((row) => namedOf(searchable(row))), finding: "host" };
}

/**
 * Looks up pasted items: in the cache at once, then the missing ones at the host, one by one, and on demand those of which it may have
 * others. Keeps running while other screens are open, or the cache is opened again; held in this page's memory only, until the session
 * ends (FIND-4).
 */
export class LookUp {
  readonly state = new Observable<LookUpState>({ is: "nothing" });
  #sync: Looking;
  /** The cache was closed while the host was asked. */
  #isCutOff = false;
  /** The lines that the host was asked for last. */
  #isWanted = isOpen;
  #stop = new AbortController();
  #serial = 0;

  constructor(sync: Looking) {
    this.#sync = sync;
    this.state.subscribe(() => hold(this, ["reading", "read"].includes(this.state.get().is)));
    this.#stopWith(sync);
    whenOver(sync.session, () => {
      // The session may be kept elsewhere, and with it what this one has read.
      ofSession.delete(sync.session);
      this.clear();
    });
  }

  #stopWith({ closed }: Looking): void {
    closed.addEventListener("abort", () => {
      const state = this.state.get();
      this.#isCutOff = state.is === "read" && state.result.asking !== undefined;
      this.cancel();
    });
  }

  /** Goes on with the session's cache that was opened in place of the one before. */
  follow(sync: Looking): void {
    if (sync === this.#sync || sync.closed.aborted) return;
    this.#sync = sync;
    this.#stopWith(sync);
    // Called while a screen that shows this one is rendered.
    if (this.#isCutOff) queueMicrotask(() => void this.ask(this.#isWanted));
  }

  /** Reads the cache before the first lookup. */
  prepare(): void {
    this.#sync.search.forgetPeople();
    this.#sync.search.ask("lookUp", "").catch(() => {
      // The first lookup reports it.
    });
  }

  /** Forgets the result and stops asking. */
  clear(): void {
    this.cancel();
    this.#serial += 1;
    this.state.set({ is: "nothing" });
  }

  /** Stops asking; keeps what was found. */
  cancel(): void {
    this.#stop.abort();
    this.#change((result) => ({ ...result, asking: undefined }));
  }

  /** Looks up a paste in the cache, then asks the host for what is missing if it is in reach. */
  async start(pasted: string): Promise<void> {
    this.clear();
    const own = this.#serial;
    this.state.set({ is: "reading" });
    try {
      const { items, ...rest } = await this.#sync.search.ask("lookUp", pasted);
      if (own !== this.#serial) return;
      const lines = items.map((item): LookUpLine => {
        const isFound = item.transactions.length + item.users.length > 0;
        const isUnaskable = item.kind === "address" && surelyAddress.test(item.key);
        if (isFound) return { ...item, finding: isShared(item) ? "inPart" : "device" };
        return { ...item, finding: isUnaskable ? "unaskable" : "missing" };
      });
      this.state.set({ is: "read", result: { ...rest, lines, asking: undefined } });
    } catch {
      if (own === this.#serial) this.state.set({ is: "broken" });
      return;
    }
    if (this.#sync.host.reach.state.is !== "unreachable") await this.ask(isMissing);
  }

  /** Asks the host for these lines one at a time, until done, out of reach, or `cancel`. */
  async ask(isWanted = isOpen): Promise<void> {
    this.cancel();
    const stop = (this.#stop = new AbortController());
    this.#isWanted = isWanted;
    const { host, beginAnew } = this.#sync;
    const state = this.state.get();
    if (state.is !== "read") return;
    const open = state.result.lines.flatMap((line, place) => (isWanted(line) ? [place] : []));
    for (const call of [filterTransactions, listUsers]) beginAnew(nameOf(call));
    for (const [asked, place] of open.entries()) {
      this.#change((result) => ({ ...result, asking: { asked, of: open.length } }));
      const line = state.result.lines[place];
      if (!line) continue;
      const answered = await askFor(this.#sync, line, stop.signal);
      if (stop.signal.aborted) return;
      this.#change((result) => ({
        ...result,
        lines: result.lines.with(place, line.finding === "inPart" ? withAnswer(line, answered) : answered),
      }));
      if (host.reach.state.is === "unreachable") break;
    }
    this.#change((result) => ({ ...result, asking: undefined }));
  }

  #change(change: (result: LookUpResult) => LookUpResult): void {
    const state = this.state.get();
    if (state.is === "read") this.state.set({ is: "read", result: change(state.result) });
  }
}

const ofSession = new WeakMap<Session, LookUp>();

/** The session's single look-up in this page. */
export function lookUpOf(sync: Sync): LookUp {
  const known = ofSession.get(sync.session) ?? new LookUp(sync);
  ofSession.set(sync.session, known);
  known.follow(sync);
  return known;
}
