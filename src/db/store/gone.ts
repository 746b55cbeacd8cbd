import type { ChangeKind } from "../../contract/events.ts";
import { type Database, readState, writeState } from "./database.ts";

/** An answer that was asked for before a row went has come after this time, in ms, or never comes. */
const underWayMs = 10 * 60_000;

const keyOf = (kind: ChangeKind, id: string): string => `${kind} ${id}`;

/** The entries that an answer on its way may still need. */
export const recentOf = <T>(all: Readonly<Record<string, T>>, timeOf: (one: T) => number, now: number): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([, one]) => Math.abs(now - timeOf(one)) < underWayMs));

/** Notes that the host no longer has a row, and since when the device knows (epoch ms). */
export async function noteGone(db: Database, kind: ChangeKind, id: string, at: number): Promise<void> {
  const before = recentOf((await readState(db, "gone")) ?? {}, (time) => time, at);
  await writeState(db, "gone", { ...before, [keyOf(kind, id)]: at });
}

/** Tells whether a row of a kind went after an answer was asked for (device epoch ms), which is then older than what the stream said. */
export async function goneAfter(db: Database, kind: ChangeKind): Promise<(id: string, asOf: number) => boolean> {
  const gone = (await readState(db, "gone")) ?? {};
  return (id, asOf) => (gone[keyOf(kind, id)] ?? Number.NEGATIVE_INFINITY) >= asOf;
}
