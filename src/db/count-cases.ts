import type { Database } from "./database.ts";

/** How many cases there are. Rejects with the database's error. */
export const countCases = (db: Database): Promise<number> => db.cases.count();
