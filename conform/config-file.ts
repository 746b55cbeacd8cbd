import * as v from "valibot";
import { config } from "../src/contract/config.ts";

// valibot takes a list for an object without fields; the app doesn't.
const settings = v.pipe(
  v.unknown(),
  v.check((json) => typeof json === "object" && json !== null && !Array.isArray(json), "is not an object of settings"),
);

/** What config.json may hold, checked as the app checks it (CONF-1). */
export const configFile = v.pipe(settings, v.looseObject({ paths: v.optional(settings) }), config);
