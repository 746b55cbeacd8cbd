import { eq } from "drizzle-orm";
import type { Db } from "../db/connection.ts";
import { figures } from "../db/schema.ts";
import { type Changing, recordChanges } from "./history.ts";

export type FigureName = "onramp" | "offramp" | "markup" | "markdown";
export type Figure = typeof figures.$inferSelect;

export async function figureOf(db: Db, name: FigureName): Promise<Figure | undefined> {
  const [row] = await db.select().from(figures).where(eq(figures.name, name));
  return row;
}

/** As `figureOf`, locked until the transaction ends. */
export async function lockFigure(tx: Db, name: FigureName): Promise<Figure | undefined> {
  const [row] = await tx.select().from(figures).where(eq(figures.name, name)).for("update");
  return row;
}

const told = (figure: Figure): Record<string, unknown> => ({ value: figure.value, active: figure.active, description: figure.description });

/** Sets the fields in `change`, with history; the others stay. Returns the new figure. */
export async function setFigure(
  changing: Changing,
  name: FigureName,
  change: Partial<Pick<Figure, "value" | "active" | "description">>,
): Promise<Figure> {
  const { tx, admin, now } = changing;
  const stamp = { updatedAt: now, updatedBy: admin.name };
  const first = { name, value: change.value ?? "0", ...change, ...stamp };
  let before = await lockFigure(tx, name);
  let after: Figure | undefined;
  if (before === undefined) [after] = await tx.insert(figures).values(first).onConflictDoNothing().returning();
  if (after === undefined) {
    // Another admin may have set the first value at this moment.
    before ??= await lockFigure(tx, name);
    [after] = await tx
      .update(figures)
      .set({ ...change, ...stamp })
      .where(eq(figures.name, name))
      .returning();
  }
  if (after === undefined) throw new Error(`The figure ${name} was not stored.`);
  await recordChanges(changing, [{ subject: name, before: before === undefined ? null : told(before), after: told(after) }]);
  return after;
}
