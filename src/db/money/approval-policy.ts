import { type Database, readState, type StateRecords } from "../store/database.ts";

/** The host's rules for a second admin, as they are kept, and as of when (device epoch ms). */
export const readKeptPolicy = (db: Database): Promise<StateRecords["approvalPolicy"] | undefined> => readState(db, "approvalPolicy");
