import type { SQL } from "drizzle-orm";
import * as v from "valibot";
import type { Db } from "./connection.ts";

/** Runs a query that the builder can't say, and parses its rows: drivers differ in what they return for a type. */
export async function rows<S extends v.GenericSchema>(db: Db, schema: S, query: SQL): Promise<v.InferOutput<S>[]> {
  return v.parse(v.object({ rows: v.array(schema) }), await db.execute(query)).rows;
}
