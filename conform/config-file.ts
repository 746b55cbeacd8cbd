import * as v from "valibot";
import { config } from "../src/contract/config.ts";

// valibot accepts an array as an object without fields; the app doesn't.
const settings = v.pipe(
  v.unknown(),
  v.check((json) => typeof json === "object" && json !== null && !Array.isArray(json), "is not an object of settings"),
);

/** Schema of config.json, as strict as the app's (CONF-1). */
export const configFile = v.pipe(settings, v.looseObject({ paths: v.optional(settings) }), config);
