import type { SQL } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "./connection.ts";

/** Runs a raw query and parses its rows; drivers return different types for the same column. */
export async function rows<S extends v.GenericSchema>(db: Db, schema: S, query: SQL): Promise<v.InferOutput<S>[]> {
  return v.parse(v.object({ rows: v.array(schema) }), await db.execute(query)).rows;
}
