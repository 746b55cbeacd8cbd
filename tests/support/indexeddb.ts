import "fake-indexeddb/auto";
import Dexie from "dexie";
import { IDBFactory } from "fake-indexeddb";

// Each test file has databases of its own, though files share a worker, and Dexie with it.
const databases = new IDBFactory();
Object.assign(globalThis, { indexedDB: databases });
Dexie.dependencies.indexedDB = databases;
