import { type DBCore, Dexie, type Middleware, RangeSet, type Table } from "dexie";
import type { Analytics } from "../../contract/analytics.ts";
import type { ApprovalPolicy, PolicyProposal } from "../../contract/approvals.ts";
import type { AuditEntry } from "../../contract/audit.ts";
import type { CryptoFee } from "../../contract/fees.ts";
import type { GiftCardRate } from "../../contract/gift-cards.ts";
import type { GlobalMarkdown } from "../../contract/markdown.ts";
import type { Markup } from "../../contract/markup.ts";
import type { Rate } from "../../contract/rates.ts";
import type { Transaction } from "../../contract/transactions.ts";
import type { User } from "../../contract/users.ts";
import type { AuditView, KeptCounters } from "../audit/audit.ts";
import type { BulkRow, BulkRun } from "../money/bulk-runs.ts";
import type { Case, Pin } from "../desk/cases.ts";
import type { KeptColumns } from "../desk/columns.ts";
import type { Coverage } from "./coverage.ts";
import type { FigurePoint } from "../figures/figures.ts";
import type { Followed } from "./followed.ts";
import type { GenerationJob } from "../money/generation.ts";
import type { Attempt } from "../money/journal.ts";
import type { SavedView } from "../desk/saved-views.ts";
import { endWithPage } from "./open-transactions.ts";
import { type Sheet, sheetsOf } from "./sheets.ts";
import type { KeptSlipCheck } from "../money/slip-checks.ts";
import type { SlipRow, SlipView } from "../money/slips.ts";
import type { Turn } from "./turns.ts";
import type { UserPageRow } from "../people/user-pages.ts";
import type { WalletsRow } from "../figures/wallets.ts";

/** A cached transaction: what the host sent, its date as epoch milliseconds, when it was last seen to be so, and the last change of its status that was seen. */
export type TransactionRow = Transaction & { at: number; seenAt: number; turned?: Turn };

/** A cached user, with when the host last sent it (epoch ms). */
export type UserRow = User & { seenAt: number };

/** What the device knows besides rows, one record a name. Times are epoch milliseconds by the device's clock. */
export interface StateRecords {
  coverage: Coverage;
  analytics: { figures: Analytics; asOf: number };
  users: { total: number | undefined; asOf: number };
  fees: { fees: readonly CryptoFee[]; asOf: number };
  /** Fees that were asked for singly, or told by the stream (`told`), by their name in the history. */
  singleFees: Readonly<Record<string, { fee: CryptoFee; asOf: number; told?: true }>>;
  onramp: { value: Rate; asOf: number };
  offramp: { value: Rate; asOf: number };
  markup: { value: Markup; asOf: number };
  markdown: { value: GlobalMarkdown; asOf: number };
  giftCards: { rates: readonly GiftCardRate[]; asOf: number };
  /** What happened in each period that was looked at, by the period's key. */
  auditCounters: Readonly<Record<string, KeptCounters>>;
  /** How many open slips the admin may decide. */
  toDecide: { count: number; asOf: number };
  /** `proposed`: other rules that wait for a second super_admin, who alone are told. */
  approvalPolicy: { policy: ApprovalPolicy; proposed?: PolicyProposal | undefined; asOf: number };
  /** What the host said of what speaks for a mistake in slips that were looked at lately, latest first. */
  slipChecks: readonly KeptSlipCheck[];
  /** The last time that the list of transactions was brought up to date. */
  synced: number;
  /** The last time that any other feed was; the retention counts from the later of the two (AUTH-16). */
  othersSynced: number;
  /** The emails, in lower case, of whom pages were opened about lately, latest first. */
  recentUsers: readonly string[];
  /** How the columns of statements were read lately, by their heads; latest first. */
  statementColumns: readonly { readonly head: string; readonly mapping: unknown }[];
  /** Days that were closed, as their canonical texts with the SHA-256 of each; latest first. */
  closes: readonly { readonly text: string; readonly digest: string }[];
  /** Lists that the admin has named, in the order in which they were saved. */
  savedViews: readonly SavedView[];
  /** The columns that the admin has chosen, by table. */
  columns: KeptColumns;
  /** The case that pins go to, by its id. */
  openCase: string;
  /** What the next start shows first, as a browser's formats write it in a locale and a time zone. */
  formatted: { browser: string; locale: string; timeZone: string; texts: Readonly<Record<string, string>> };
  /** How far the host's stream of changes has been taken in. */
  followed: Followed;
  /** When the stream said that a row is gone, by its kind and id: an answer that was on its way by then may still hold it. */
  gone: Readonly<Record<string, number>>;
  /** Gift card rates that the stream has lately told singly, by id: an answer that was on its way by then may not know them. */
  heardGiftRates: Readonly<Record<string, { rate: GiftCardRate; at: number }>>;
  /** Counts the tabs that have led the sync; a write of one that no longer leads is refused. */
  term: number;
}

export interface StateRecord<K extends keyof StateRecords = keyof StateRecords> {
  readonly name: K;
  readonly value: StateRecords[K];
}

/**
 * A live query keeps the keys of all that was written since it last ran, whatever it reads itself. But for one
 * row whose details are open, none reads rows by their ids, which are most of those keys: whatever of them is written
 * counts as all.
 */
const idsAsOne: Middleware<DBCore> = {
  stack: "dbcore",
  name: "ids as one",
  // Before Dexie notes the keys.
  level: 1,
  create: (core) => ({
    table(name) {
      const table = core.table(name);
      if (name !== "sheets") return table;
      const ids = `idb://${core.schema.name}/${name}/ids`;
      return {
        ...table,
        mutate(request) {
          request.mutatedParts = { ...request.mutatedParts, [ids]: new RangeSet(core.MIN_KEY, core.MAX_KEY) };
          return table.mutate(request);
        },
      };
    },
  }),
};

/** No transaction outlives the page in sight. */
const endsWithPage: Middleware<DBCore> = {
  stack: "dbcore",
  name: "ends with page",
  create: (core) => ({
    transaction(...asked) {
      const transaction = core.transaction(...asked);
      // Dexie knows no more of it than that it can be aborted.
      if (transaction instanceof EventTarget) endWithPage(transaction as unknown as IDBTransaction);
      return transaction;
    },
  }),
};

/**
 * The tables of one admin's cache. Transactions are kept in sheets of neighbours: rows.ts and transactions.ts
 * read and write them. Filters and the search run over a compact form in memory.
 */
export class Database extends Dexie {
  declare readonly sheets: Table<Sheet, number>;
  declare readonly users: Table<UserRow, string>;
  /** What the host answered to each question for a page of users. */
  declare readonly userPages: Table<UserPageRow, string>;
  declare readonly wallets: Table<WalletsRow, string>;
  /** Wallet generations that are followed, or were. */
  declare readonly generations: Table<GenerationJob, string>;
  /** Entries of the host's audit log, and how it stands under each filter. */
  declare readonly audit: Table<AuditEntry, number>;
  declare readonly auditViews: Table<AuditView, string>;
  /** Slips, and how their list stands under each filter. */
  declare readonly slips: Table<SlipRow, string>;
  declare readonly slipViews: Table<SlipView, string>;
  declare readonly journal: Table<Attempt, string>;
  /** Bulk fundings, and their rows in the order of their files. */
  declare readonly bulkRuns: Table<BulkRun, string>;
  declare readonly bulkRows: Table<BulkRow, [string, number]>;
  /** What each figure was seen to be, and when. */
  declare readonly figures: Table<FigurePoint, [string, number]>;
  /** What the admin looks into, and the rows that are pinned to it. */
  declare readonly cases: Table<Case, string>;
  declare readonly pins: Table<Pin, [string, string, string]>;
  declare readonly state: Table<StateRecord, string>;
  /** The country whose local phone numbers are read without its calling code, as config.json says. */
  phoneCountry = "NG";
  /** The cache of an older version is being brought to this one, which may take a while. */
  isUpgrading = false;

  constructor(name: string, memory?: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    super(name, { chromeTransactionDurability: "relaxed", ...memory });
    this.use(idsAsOne);
    this.use(endsWithPage);
    this.version(1).stores({
      transactions: "id, [at+id]",
      users: "id, email, createdAt",
      userPages: "key, asOf",
      wallets: "email",
      generations: "phone",
      journal: "id, at",
      figures: "[figure+seenAt]",
      state: "name",
    });
    this.version(2).stores({ audit: "seq", auditViews: "key, asOf" });
    this.version(3)
      .stores({ transactions: null, sheets: "top, &*ids" })
      .upgrade(async (upgrade) => {
        this.isUpgrading = true;
        // Until then each row was a record of its own.
        const rows = await upgrade.table<TransactionRow>("transactions").orderBy("[at+id]").toArray();
        await upgrade.table<Sheet>("sheets").bulkAdd(sheetsOf(rows.reverse(), Number.POSITIVE_INFINITY));
        this.isUpgrading = false;
      });
    this.version(4).stores({ slips: "id, madeMs, email, state", slipViews: "key, asOf" });
    // What is unsettled is found by its state: a journal of a bulk funding has thousands of attempts.
    this.version(5).stores({ journal: "id, at, state.is", bulkRuns: "id, at", bulkRows: "[run+place], [run+is]" });
    this.version(6).stores({ cases: "id", pins: "[caseId+is+id], caseId" });
  }
}

/** Reads one record of the state table. */
export async function readState<K extends keyof StateRecords>(db: Database, name: K): Promise<StateRecords[K] | undefined> {
  const record = await db.state.get(name);
  // The table is keyed by the record's name, which fixes the type of its value.
  return record?.value as StateRecords[K] | undefined;
}

/** Writes one record of the state table. */
export async function writeState<K extends keyof StateRecords>(db: Database, name: K, value: StateRecords[K]): Promise<void> {
  await db.state.put({ name, value });
}
