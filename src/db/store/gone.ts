import type { ChangeKind } from "../../contract/events.ts";
import { type Database, readState, writeState } from "./database.ts";

/** An answer requested before a row was deleted arrives within this time, in ms, or never. */
const underWayMs = 10 * 60_000;

const keyOf = (kind: ChangeKind, id: string): string => `${kind} ${id}`;

/** Entries that an answer in flight may still need. */
export const recentOf = <T>(all: Readonly<Record<string, T>>, timeOf: (one: T) => number, now: number): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([, one]) => Math.abs(now - timeOf(one)) < underWayMs));

/**
 * Records that rows were deleted on the host, and when the device learnt of it (epoch ms). Users are noted by id and by `emailKey`,
 * as far as known. Each call rewrites the record: note many at once.
 */
export async function noteGone(db: Database, kind: ChangeKind, ids: readonly string[], at: number): Promise<void> {
  if (ids.length === 0) return;
  const before = recentOf((await readState(db, "gone")) ?? {}, (time) => time, at);
  await writeState(db, "gone", { ...before, ...Object.fromEntries(ids.map((id) => [keyOf(kind, id), at])) });
}

/** Returns a predicate: whether a row was deleted after an answer was requested (device epoch ms), so the answer is outdated. */
export async function goneAfter(db: Database, kind: ChangeKind): Promise<(id: string, asOf: number) => boolean> {
  const gone = (await readState(db, "gone")) ?? {};
  return (id, asOf) => (gone[keyOf(kind, id)] ?? Number.NEGATIVE_INFINITY) >= asOf;
}
