import type { GlobalMarkdown } from "../../contract/markdown.ts";
import type { Markup } from "../../contract/markup.ts";
import type { Rate } from "../../contract/rates.ts";
import { type Database, readState, type StateRecords, writeState } from "../store/database.ts";
import { figureNames, notePoints } from "./figures.ts";
import { noteFetched } from "../store/freshness.ts";

/** Figures with a single value each. */
export type SingleFigure = "onramp" | "offramp" | "markup" | "markdown";

/** The known value of a figure, and when it was requested (device epoch ms). */
export type KnownFigure<F extends SingleFigure> = StateRecords[F];

interface Said {
  readonly value: string | undefined;
  readonly updatedAt: string | undefined;
  readonly updatedBy: string | undefined;
}

/** Caches a figure unless a newer one is known; a new value is added to the history. */
async function keep<F extends SingleFigure>(
  db: Database,
  figure: F,
  record: StateRecords[F],
  said: Said,
  previous: (known: StateRecords[F]) => string | undefined,
): Promise<void> {
  await db.transaction("rw", db.state, db.figures, async () => {
    const known = await readState(db, figure);
    if (known && known.asOf > record.asOf) return;
    await writeState(db, figure, record);
    await noteFetched(db, record.asOf);
    if (said.value === undefined || (known && previous(known) === said.value)) return;
    const { value, updatedAt: changedAt, updatedBy: by } = said;
    await notePoints(db, [{ figure: figureNames[figure], value, seenAt: record.asOf, changedAt, by }]);
  });
}

/** Caches a rate. `asOf`: when it was requested (device epoch ms). Rejects with the database's error. */
export const putRate = (db: Database, figure: "onramp" | "offramp", value: Rate, asOf: number): Promise<void> =>
  keep(db, figure, { value, asOf }, { ...value, value: value.rate }, (known) => known.value.rate);

/** Caches the markup. `asOf`: when it was requested (device epoch ms). Rejects with the database's error. */
export const putMarkup = (db: Database, value: Markup, asOf: number): Promise<void> =>
  keep(db, "markup", { value, asOf }, { ...value, value: value.markup }, (known) => known.value.markup);

/** Caches the global markdown. `asOf`: when it was requested (device epoch ms). Rejects with the database's error. */
export const putMarkdown = (db: Database, value: GlobalMarkdown, asOf: number): Promise<void> =>
  keep(db, "markdown", { value, asOf }, { ...value, value: value.markdownPercentage }, (known) => known.value.markdownPercentage);

/** The host's last value of a figure, and when it was requested. */
export const readFigure = <F extends SingleFigure>(db: Database, figure: F): Promise<StateRecords[F] | undefined> => readState(db, figure);
