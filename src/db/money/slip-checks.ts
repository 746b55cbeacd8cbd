import type { Transaction } from "../../contract/transactions.ts";
import { type Database, readState, writeState } from "../store/database.ts";

/** A failed part of a check, with the host's message if it sent one. */
export interface NotChecked {
  readonly is: "failed";
  readonly message: string | undefined;
}

/** Transactions from the host. `isWhole`: there are no more. `asOf`: when they were requested (device epoch ms). */
export type Found =
  | { readonly is: "known"; readonly rows: readonly Transaction[]; readonly isWhole: boolean; readonly asOf: number }
  | NotChecked;

/** Whether a slip is its maker's first, and how many the maker has made. */
export type MakersSlips = { readonly is: "known"; readonly isFirst: boolean; readonly total: number; readonly asOf: number } | NotChecked;

/** Signs that a slip is a mistake, according to the host. */
export interface SlipCheck {
  /** The user's other transactions with the same amount and direction, from 7 days before the slip. */
  readonly same: Found;
  /** The user's newest transactions in the slip's currency. */
  readonly latest: Found;
  /** The user's newest transactions from the day before the slip, in all currencies: a swap's currency is the one it takes. */
  readonly since: Found;
  readonly maker: MakersSlips;
}

export interface KeptSlipCheck {
  /** The slip's id. */
  readonly id: string;
  readonly check: SlipCheck;
}

/** Slips whose checks are kept. */
const checksAtMost = 50;

/** The last check of a slip; undefined if there is none or it was dropped. */
export const readSlipCheck = async (db: Database, id: string): Promise<SlipCheck | undefined> =>
  (await readState(db, "slipChecks"))?.find((one) => one.id === id)?.check;

/** A failed part keeps the earlier result with its age. */
const later = <Part extends { readonly is: "known" } | NotChecked>(next: Part, before: Part | undefined): Part =>
  next.is === "failed" && before?.is === "known" ? before : next;

/** Stores a slip's check. Rejects with the database's error. */
export const keepSlipCheck = (db: Database, id: string, next: SlipCheck): Promise<void> =>
  db.transaction("rw", db.state, async () => {
    const kept = (await readState(db, "slipChecks")) ?? [];
    const before = kept.find((one) => one.id === id)?.check;
    const check: SlipCheck = {
      same: later(next.same, before?.same),
      latest: later(next.latest, before?.latest),
      since: later(next.since, before?.since),
      maker: later(next.maker, before?.maker),
    };
    await writeState(db, "slipChecks", [{ id, check }, ...kept.filter((one) => one.id !== id)].slice(0, checksAtMost));
  });
