import { type Database, readState, writeState } from "../store/database.ts";
import type { Followed, MovedPart } from "../store/followed.ts";
import { mustLead } from "./transactions.ts";

/** A time (epoch ms) no earlier than anything that was kept, even where the clock was put right since. */
export const latestTime = async (db: Database, now: number): Promise<number> =>
  Math.max(
    now,
    (await readState(db, "synced")) ?? 0,
    (await readState(db, "othersSynced")) ?? 0,
    (await readState(db, "followed"))?.at ?? 0,
  );

/** What a stream begins with. */
export interface Hello {
  readonly position: string;
  /** Everything since the position that was kept has been taken in. */
  readonly isComplete: boolean;
}

/** Notes that a stream has told all that happened before it. Rejects where another tab leads, and with the database's error. */
export async function noteHello(db: Database, { position, isComplete }: Hello, now: number, term: number): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    await mustLead(db, term);
    const followed = await readState(db, "followed");
    // What was asked for before is not known to hold what happened until now; and the clock may have been ahead then.
    const isKeptUp = isComplete && followed !== undefined;
    const latest = await latestTime(db, now);
    const since = isKeptUp ? followed.since : Math.max(now, latest + 1);
    // The figures have no changes that could be told later.
    const moved = { ...followed?.moved, analytics: latest };
    await writeState(db, "followed", { position, since, at: isKeptUp ? followed.at : now, moved });
  });
}

async function change(db: Database, term: number, changed: (followed: Followed) => Partial<Followed>): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    await mustLead(db, term);
    const followed = await readState(db, "followed");
    if (followed) await writeState(db, "followed", { ...followed, ...changed(followed) });
  });
}

/** Notes a sign of life of a stream that has told everything. Rejects where another tab leads, and with the database's error. */
export const noteLife = (db: Database, now: number, term: number): Promise<void> =>
  change(db, term, (followed) => ({ at: Math.max(now, followed.at) }));

/** Notes that a part has changed in a way that isn't told. Rejects as `noteLife` does. */
export const noteMoved = (db: Database, part: MovedPart, now: number, term: number): Promise<void> =>
  change(db, term, ({ moved, at }) => ({ moved: { ...moved, [part]: Math.max(now, at) } }));

/** Forgets the position: nothing that was fetched before is kept up by a stream any more. Rejects as `noteLife` does. */
export async function forgetFollowed(db: Database, term: number): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    await mustLead(db, term);
    await db.state.delete("followed");
  });
}
