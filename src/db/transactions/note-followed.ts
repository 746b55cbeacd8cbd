import { type Database, readState, writeState } from "../store/database.ts";
import type { Followed, MovedPart } from "../store/followed.ts";
import { mustLead } from "./transactions.ts";

/** A time (epoch ms) not before any stored one, even if the clock was corrected since. */
export const latestTime = async (db: Database, now: number): Promise<number> =>
  Math.max(
    now,
    (await readState(db, "synced")) ?? 0,
    (await readState(db, "othersSynced")) ?? 0,
    (await readState(db, "followed"))?.at ?? 0,
  );

/** The start of a stream. */
export interface Hello {
  readonly position: string;
  /** Everything since the stored position was received. */
  readonly isComplete: boolean;
}

/** Records that a stream has sent everything from before it. Rejects if another tab leads, or with the database's error. */
export async function noteHello(db: Database, { position, isComplete }: Hello, now: number, term: number): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    await mustLead(db, term);
    const followed = await readState(db, "followed");
    // Earlier answers may lack what happened until now; and the clock may have been ahead then.
    const isKeptUp = isComplete && followed !== undefined;
    const latest = await latestTime(db, now);
    const since = isKeptUp ? followed.since : latest + 1;
    // The figures' changes aren't replayed.
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

/** Records a sign of life of a complete stream. Rejects if another tab leads, or with the database's error. */
export const noteLife = (db: Database, now: number, term: number): Promise<void> =>
  change(db, term, (followed) => ({ at: Math.max(now, followed.at) }));

/** Records that a part changed in an unknown way. Rejects like `noteLife`. */
export const noteMoved = (db: Database, part: MovedPart, now: number, term: number): Promise<void> =>
  change(db, term, ({ moved, at }) => ({ moved: { ...moved, [part]: Math.max(now, at) } }));

/** Deletes the position: earlier fetches are no longer kept up by a stream. Rejects like `noteLife`. */
export async function forgetFollowed(db: Database, term: number): Promise<void> {
  await db.transaction("rw", db.state, async () => {
    await mustLead(db, term);
    await db.state.delete("followed");
  });
}
