import type { Database } from "../store/database.ts";

/** An observed value of a figure. Times are device epoch ms, except `changedAt`, which is the host's. */
export interface FigurePoint {
  /** Name of the figure: see `figureNames`. */
  readonly figure: string;
  /** Decimal text. */
  readonly value: string;
  readonly seenAt: number;
  /** When the host says it was changed, ISO 8601. */
  readonly changedAt: string | undefined;
  /** Who changed it, if the host tells. */
  readonly by: string | undefined;
}

/** Names of figures in the history. */
export const figureNames = {
  onramp: "onramp",
  offramp: "offramp",
  markup: "markup",
  markdown: "markdown",
  fee: (currency: string, network: string): string => JSON.stringify(["fee", currency, network]),
  giftCard: (id: string): string => JSON.stringify(["gift card", id]),
} as const;

/** Records values that differ from the known ones. Rejects with the database's error. */
export async function notePoints(db: Database, points: readonly FigurePoint[]): Promise<void> {
  if (points.length > 0) await db.figures.bulkPut(points);
}

/** All observed values of a figure, oldest first. */
export const readHistory = (db: Database, figure: string): Promise<FigurePoint[]> =>
  db.figures.where("[figure+seenAt]").between([figure, -Infinity], [figure, Infinity], true, true).toArray();
