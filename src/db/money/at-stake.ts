import { Database } from "../store/database.ts";
import { type OpenedCache, cacheNames } from "../store/open.ts";
import { unsettledAttempts } from "./journal.ts";
import { unsentRows } from "./open-run.ts";

/** What a sign-out deletes with the caches. */
export interface AtStake {
  /** Number of unsent rows of the open bulk funding; undefined: none is open. */
  readonly run: number | undefined;
  /** Number of cases. */
  readonly cases: number;
  /** Number of unsettled attempts that only the cache beside the one in memory holds. */
  readonly unsettled: number;
}

const inCache = async (db: Database) => Promise.all([unsentRows(db), db.cases.count()]);

/**
 * What a sign-out deletes of the cache in use, and of the one that the device still has where the app goes on in memory. Rejects
 * with the database's error.
 */
export async function readAtStake({ db, keeping }: OpenedCache): Promise<AtStake> {
  const [run, cases] = await inCache(db);
  // IndexedDB refused: the device has no cache.
  const isBeside = keeping === "off" && (await cacheNames().catch((): string[] => [])).includes(db.name);
  if (!isBeside) return { run, cases, unsettled: 0 };
  const beside = new Database(db.name);
  try {
    const [[itsRun, itsCases], attempts] = await Promise.all([inCache(beside), unsettledAttempts(beside)]);
    return { run: itsRun ?? run, cases: cases + itsCases, unsettled: attempts.length };
  } finally {
    beside.close();
  }
}
