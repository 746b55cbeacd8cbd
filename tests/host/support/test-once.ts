import { test } from "vitest";
import { serverUrl } from "./server-database.ts";

/** A test that isn't repeated on a server: its statements are run there by another one, or can't differ there. */
export const testOnce = test.skipIf(serverUrl !== undefined);
