import { type Database, readState, type StateRecords } from "../store/database.ts";

/** The cached rules for a second admin, and when they were requested (device epoch ms). */
export const readKeptPolicy = (db: Database): Promise<StateRecords["approvalPolicy"] | undefined> => readState(db, "approvalPolicy");
