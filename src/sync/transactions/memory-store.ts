import type { Transaction } from "../../contract/transactions.ts";
import {
  applyProof,
  belongs,
  type Coverage,
  countRow,
  isWithin,
  lackedBy,
  type Proof,
  type Sighting,
  spanOf,
  stretchToCount,
} from "../../db/store/coverage.ts";
import { compareKeys, type Key } from "../../db/store/order.ts";
import type { ProvenPage } from "../../db/transactions/transactions.ts";
import type { FeedStore } from "./page-reader.ts";

/** A line of a filtered list: a row's key, or the gap above the run starting at `to`. */
export type Line = { readonly is: "row"; readonly key: Key } | { readonly is: "gap"; readonly from: number; readonly to: number };

/**
 * Which rows the host sent for a filtered list, and what that proves. The rows go to the cache as loose rows (`keep`); only their
 * keys are held here, while the list is open.
 */
export class MemoryStore implements FeedStore {
  readonly #rows = new Map<string, Sighting>();
  readonly #keep: (rows: readonly Transaction[], asOf: number) => Promise<void>;
  readonly #changed: () => void;
  #coverage: Coverage = [];

  constructor(keep: (rows: readonly Transaction[], asOf: number) => Promise<void>, changed: () => void) {
    this.#keep = keep;
    this.#changed = changed;
  }

  get runs(): Coverage {
    return this.#coverage;
  }

  coverage(): Promise<Coverage> {
    return Promise.resolve(this.#coverage);
  }

  missingFrom(proof: Proof): Promise<string[]> {
    return Promise.resolve(lackedBy(proof, [...this.#rows.values()]));
  }

  async apply(pages: readonly ProvenPage[]): Promise<void> {
    for (const { rows, proof } of pages) {
      await this.#keep(rows, proof.asOf);
      this.#apply(proof);
    }
    this.#changed();
  }

  async putLoose(rows: readonly Transaction[], asOf: number): Promise<void> {
    await this.#keep(rows, asOf);
  }

  #apply(proof: Proof): void {
    for (const key of proof.keys) {
      const old = this.#rows.get(key.id);
      if (!old || old.at === key.at) continue;
      this.#coverage = countRow(this.#coverage, old, -1);
      this.#rows.delete(key.id);
    }
    const all = [...this.#rows.values()];
    const before = all.filter(isWithin(spanOf(proof)));
    const stretch = stretchToCount(this.#coverage, proof);
    const above = stretch ? all.filter(isWithin(stretch)).filter((row) => belongs(stretch.run, row)).length : 0;
    this.#coverage = applyProof(this.#coverage, proof, before, above);
    for (const id of lackedBy(proof, before)) this.#rows.delete(id);
    for (const key of proof.keys) this.#rows.set(key.id, { ...key, seenAt: Math.max(proof.asOf, this.#rows.get(key.id)?.seenAt ?? 0) });
  }

  /** The list according to the host, newest first, with gaps marked. */
  lines(): Line[] {
    const sorted = [...this.#rows.values()].sort(compareKeys);
    return this.#coverage.flatMap((run, index): Line[] => {
      const above = this.#coverage[index - 1];
      const rows = sorted.filter((row) => belongs(run, row)).map((key): Line => ({ is: "row", key }));
      return above ? [{ is: "gap", from: above.bottom.at, to: run.top.at }, ...rows] : rows;
    });
  }
}
