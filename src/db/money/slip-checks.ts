import type { Transaction } from "../../contract/transactions.ts";
import { type Database, readState, writeState } from "../store/database.ts";

/** A part of a check that failed, with the host's reason where it gave one. */
export interface NotChecked {
  readonly is: "failed";
  readonly message: string | undefined;
}

/** Transactions as the host told them. `isWhole`: the host has no more of them. `asOf`: when it was asked (device epoch ms). */
export type Found =
  | { readonly is: "known"; readonly rows: readonly Transaction[]; readonly isWhole: boolean; readonly asOf: number }
  | NotChecked;

/** Whether a slip is its maker's first, and how many slips the maker has asked for. */
export type MakersSlips = { readonly is: "known"; readonly isFirst: boolean; readonly total: number; readonly asOf: number } | NotChecked;

/** What the host said of what speaks for a mistake. */
export interface SlipCheck {
  /** Other transactions of the user that move the slip's very amount the same way, from 7 days before it on. */
  readonly same: Found;
  /** The user's newest transactions in the slip's currency. */
  readonly latest: Found;
  readonly maker: MakersSlips;
}

export interface KeptSlipCheck {
  /** The slip's. */
  readonly id: string;
  readonly check: SlipCheck;
}

/** Checks of so many slips are kept. */
const checksAtMost = 50;

/** What was found out about a slip when the host was last asked; undefined where it never was, or too long ago. */
export const readSlipCheck = async (db: Database, id: string): Promise<SlipCheck | undefined> =>
  (await readState(db, "slipChecks"))?.find((one) => one.id === id)?.check;

/** What failed leaves what was known before, with its age. */
const later = <Part extends { readonly is: "known" } | NotChecked>(next: Part, before: Part | undefined): Part =>
  next.is === "failed" && before?.is === "known" ? before : next;

/** Keeps what the host said about a slip. Rejects with the database's error. */
export const keepSlipCheck = (db: Database, id: string, { same, latest, maker }: SlipCheck): Promise<void> =>
  db.transaction("rw", db.state, async () => {
    const kept = (await readState(db, "slipChecks")) ?? [];
    const before = kept.find((one) => one.id === id)?.check;
    const check = { same: later(same, before?.same), latest: later(latest, before?.latest), maker: later(maker, before?.maker) };
    await writeState(db, "slipChecks", [{ id, check }, ...kept.filter((one) => one.id !== id)].slice(0, checksAtMost));
  });
