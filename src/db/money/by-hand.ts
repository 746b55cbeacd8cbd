import type { Database } from "../store/database.ts";
import type { Attempt } from "./journal.ts";

/** Attempts of which an admin has found out the end, and the host hasn't told it. */
export const settledByHand = (db: Database): Promise<Attempt[]> =>
  db.journal
    .where("state.is")
    .equals("unknown")
    .filter(({ settled }) => settled?.byHost === false)
    .toArray();
