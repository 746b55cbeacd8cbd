import "fake-indexeddb/auto";
import Dexie from "dexie";
import { IDBFactory } from "fake-indexeddb";

// Each test file has databases of its own, though files share a worker, and Dexie with it.
indexedDB = new IDBFactory();
Dexie.dependencies.indexedDB = indexedDB;
