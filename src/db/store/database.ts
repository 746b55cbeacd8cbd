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
import type { Sheet } from "./sheets.ts";
import type { KeptSlipCheck } from "../money/slip-checks.ts";
import type { SlipRow, SlipView } from "../money/slips.ts";
import type { Turn } from "./turns.ts";
import type { UserPageRow } from "../people/user-pages.ts";
import type { WalletsRow } from "../figures/wallets.ts";

/**
 * A cached transaction: the host's data, its date as epoch ms, when it was last seen (device epoch ms), and its last observed
 * status change.
 */
export type TransactionRow = Transaction & { at: number; seenAt: number; turned?: Turn };

/** A cached user, and when the host last sent it (epoch ms). */
export type UserRow = User & { seenAt: number };

/** Records made on this device, which no host could give again. */
export interface OwnRecords {
  /** Emails (lower case) of recently viewed users, latest first. */
  recentUsers: readonly string[];
  /** Recent statement column mappings by header, latest first. */
  statementColumns: readonly { readonly head: string; readonly mapping: unknown }[];
  /** Closed days as canonical texts with their SHA-256, latest first. */
  closes: readonly { readonly text: string; readonly digest: string }[];
  /** Lists saved by the admin, in order of saving. */
  savedViews: readonly SavedView[];
  /** The admin's columns, by table. */
  columns: KeptColumns;
  /** Id of the case that receives pins. */
  openCase: string;
  /** Counts the leaders of the sync; writes of a former leader are refused. */
  term: number;
}

/** The device's state apart from rows, one record per name: its own, and the host's answers. Times are device epoch ms. */
export interface StateRecords extends OwnRecords {
  coverage: Coverage;
  analytics: { figures: Analytics; asOf: number };
  users: { total: number | undefined; asOf: number };
  fees: { fees: readonly CryptoFee[]; asOf: number };
  /** Fees fetched singly or reported by the stream (`told`), by their name in the history. */
  singleFees: Readonly<Record<string, { fee: CryptoFee; asOf: number; told?: true }>>;
  onramp: { value: Rate; asOf: number };
  offramp: { value: Rate; asOf: number };
  markup: { value: Markup; asOf: number };
  markdown: { value: GlobalMarkdown; asOf: number };
  giftCards: { rates: readonly GiftCardRate[]; asOf: number };
  /** Counters of viewed periods, by period key. */
  auditCounters: Readonly<Record<string, KeptCounters>>;
  /** Number of open slips that the admin may decide. */
  toDecide: { count: number; asOf: number };
  /** `proposed`: new rules awaiting a second super_admin; only super_admins receive them. */
  approvalPolicy: { policy: ApprovalPolicy; proposed?: PolicyProposal | undefined; asOf: number };
  /** Mistake checks of recently viewed slips, latest first. */
  slipChecks: readonly KeptSlipCheck[];
  /** When the list of transactions was last updated. */
  synced: number;
  /** When any other feed was; the retention counts from the later of the two (AUTH-16). */
  othersSynced: number;
  /** The next start's first screen, formatted by a browser for a locale and a time zone. */
  formatted: { browser: string; locale: string; timeZone: string; texts: Readonly<Record<string, string>> };
  /** Progress of the host's change stream. */
  followed: Followed;
  /** When the stream reported a row deleted, by kind and id: an answer in flight may still contain it. */
  gone: Readonly<Record<string, number>>;
  /** Gift card rates reported singly by the stream, by id: an answer in flight may lack them. */
  heardGiftRates: Readonly<Record<string, { rate: GiftCardRate; at: number }>>;
}

export interface StateRecord<K extends keyof StateRecords = keyof StateRecords> {
  readonly name: K;
  readonly value: StateRecords[K];
}

/**
 * Live queries track the keys of everything written since they last ran. Except for one open row, none reads rows by id, and ids
 * are most of those keys, so any write to them is recorded as the whole range.
 */
const idsAsOne: Middleware<DBCore> = {
  stack: "dbcore",
  name: "ids as one",
  // Runs before Dexie records the keys.
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

/** Ensures that no transaction outlives the visible page. */
const endsWithPage: Middleware<DBCore> = {
  stack: "dbcore",
  name: "ends with page",
  create: (core) => ({
    transaction(...asked) {
      const transaction = core.transaction(...asked);
      // Dexie's type only declares that it can be aborted.
      if (transaction instanceof EventTarget) endWithPage(transaction as unknown as IDBTransaction);
      return transaction;
    },
  }),
};

/**
 * The tables of one admin's cache. Transactions are stored in sheets of adjacent rows, read and written by rows.ts and
 * transactions.ts. Filters and search use a compact in-memory form.
 */
export class Database extends Dexie {
  declare readonly sheets: Table<Sheet, number>;
  declare readonly users: Table<UserRow, string>;
  /** Answers to queries for pages of users. */
  declare readonly userPages: Table<UserPageRow, string>;
  declare readonly wallets: Table<WalletsRow, string>;
  /** Wallet generations, followed now or earlier. */
  declare readonly generations: Table<GenerationJob, string>;
  /** Entries of the host's audit log, and its state under each filter. */
  declare readonly audit: Table<AuditEntry, number>;
  declare readonly auditViews: Table<AuditView, string>;
  /** Slips, and the state of their list under each filter. */
  declare readonly slips: Table<SlipRow, string>;
  declare readonly slipViews: Table<SlipView, string>;
  declare readonly journal: Table<Attempt, string>;
  /** Bulk fundings, and their rows in file order. */
  declare readonly bulkRuns: Table<BulkRun, string>;
  declare readonly bulkRows: Table<BulkRow, [string, number]>;
  /** Observed values of each figure. */
  declare readonly figures: Table<FigurePoint, [string, number]>;
  /** The admin's cases, and their pinned rows. */
  declare readonly cases: Table<Case, string>;
  declare readonly pins: Table<Pin, [string, string, string]>;
  declare readonly state: Table<StateRecord, string>;
  /** Default country of phone numbers without calling code, from config.json. */
  phoneCountry = "NG";

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
        // 0.1.0 could lack a row of its list without saying so: fetch the list again. The retention counts on.
        const state = upgrade.table<{ name: string; value: number }>("state");
        const [synced, others] = await state.bulkGet(["synced", "othersSynced"]);
        await state.bulkDelete(["coverage", "synced"]);
        if (synced && synced.value > (others?.value ?? 0)) await state.put({ ...synced, name: "othersSynced" });
      });
    this.version(4).stores({ slips: "id, madeMs, email, state", slipViews: "key, asOf" });
    // Unsettled attempts are found by state: a bulk funding's journal has thousands of attempts.
    this.version(5).stores({ journal: "id, at, state.is", bulkRuns: "id, at", bulkRows: "[run+place], [run+is]" });
    this.version(6).stores({ cases: "id", pins: "[caseId+is+id], caseId" });
  }
}

/** Reads one record of the state table. */
export async function readState<K extends keyof StateRecords>(db: Database, name: K): Promise<StateRecords[K] | undefined> {
  const record = await db.state.get(name);
  // The table is keyed by record name, which determines the value's type.
  return record?.value as StateRecords[K] | undefined;
}

/** Writes one record of the state table. */
export async function writeState<K extends keyof StateRecords>(db: Database, name: K, value: StateRecords[K]): Promise<void> {
  await db.state.put({ name, value });
}
