import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { Database } from "./database.ts";

/** Opens a database in this page's memory. */
export async function openMemory(name: string): Promise<Database> {
  const indexedDB = new IDBFactory();
  // Without any, Dexie never runs a live query, whatever database it is of.
  Dexie.dependencies.indexedDB ??= indexedDB;
  const db = new Database(name, { indexedDB, IDBKeyRange });
  await db.open();
  return db;
}
