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

/**
 * Records values that differ from the known ones, in their order. Those of one moment, as the stream tells of several changes at
 * once, are stored 1 ms apart. Rejects with the database's error.
 */
export async function notePoints(db: Database, points: readonly FigurePoint[]): Promise<void> {
  if (points.length === 0) return;
  const keyOf = ({ figure, seenAt }: FigurePoint): [string, number] => [figure, seenAt];
  const kept = await db.figures.bulkGet(points.map(keyOf));
  const taken = new Set(kept.flatMap((point) => (point ? String(keyOf(point)) : [])));
  const [free, later]: [FigurePoint[], FigurePoint[]] = [[], []];
  for (const point of points) {
    const key = String(keyOf(point));
    if (taken.has(key)) later.push({ ...point, seenAt: point.seenAt + 1 });
    else free.push(point);
    taken.add(key);
  }
  await db.figures.bulkPut(free);
  await notePoints(db, later);
}

/** All observed values of a figure, oldest first. */
export const readHistory = (db: Database, figure: string): Promise<FigurePoint[]> =>
  db.figures.where("[figure+seenAt]").between([figure, -Infinity], [figure, Infinity], true, true).toArray();
