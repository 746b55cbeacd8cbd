import type { Database } from "../store/database.ts";

/** A value that a figure was seen to have. Times are device epoch ms, but `changedAt`, which is the host's. */
export interface FigurePoint {
  /** Which figure: see `figureNames`. */
  readonly figure: string;
  /** Decimal text. */
  readonly value: string;
  readonly seenAt: number;
  /** When the host says that it was changed, ISO 8601. */
  readonly changedAt: string | undefined;
  /** Who changed it, where the host says. */
  readonly by: string | undefined;
}

/** How figures are named in the history. */
export const figureNames = {
  onramp: "onramp",
  offramp: "offramp",
  markup: "markup",
  markdown: "markdown",
  fee: (currency: string, network: string): string => JSON.stringify(["fee", currency, network]),
  giftCard: (id: string): string => JSON.stringify(["gift card", id]),
} as const;

/** Writes down values that differ from what was known before. Rejects with the database's error. */
export async function notePoints(db: Database, points: readonly FigurePoint[]): Promise<void> {
  if (points.length > 0) await db.figures.bulkPut(points);
}

/** All that this device has seen of a figure, oldest first. */
export const readHistory = (db: Database, figure: string): Promise<FigurePoint[]> =>
  db.figures.where("[figure+seenAt]").between([figure, -Infinity], [figure, Infinity], true, true).toArray();
