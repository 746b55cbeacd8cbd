import * as v from "valibot";
import { FetchError, ofetch } from "ofetch";
import { type Config, config as configSchema } from "../contract/config.ts";
import { parseJson } from "../contract/json.ts";

export type LoadedConfig =
  | { readonly is: "ok"; readonly config: Config }
  /** Unreadable, or with an unknown or wrong field: the app must not guess another host (CONF-1). */
  | { readonly is: "broken"; readonly field: string | undefined; readonly problem: string }
  /** It may be good, but the server didn't give it: it answered with another status, or, without one, not whole or in time. */
  | { readonly is: "withheld"; readonly status: number | undefined };

/** A start doesn't wait longer for config.json, in ms. */
const givenUpAfterMs = 10_000;

const defaults: Config = v.parse(configSchema, {});

const notSettings = "is not an object of settings";
const isObject = (json: unknown): json is object => typeof json === "object" && json !== null && !Array.isArray(json);

/** Checks the text of config.json. */
export function readConfig(text: string): LoadedConfig {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    return { is: "broken", field: undefined, problem: "config.json is not valid JSON" };
  }
  // valibot takes a list for an object without fields.
  if (!isObject(json)) return { is: "broken", field: undefined, problem: `config.json ${notSettings}` };
  if ("paths" in json && !isObject(json.paths)) return { is: "broken", field: "paths", problem: notSettings };
  const parsed = v.safeParse(configSchema, json);
  if (parsed.success) return { is: "ok", config: parsed.output };
  const issue = parsed.issues[0];
  const problem = issue.type === "strict_object" ? "is not a known field" : issue.message;
  return { is: "broken", field: v.getDotPath(issue) ?? undefined, problem };
}

/**
 * Loads config.json from beside the app. Missing (404) or, offline, never seen: the defaults. The service
 * worker keeps the last copy for offline starts.
 */
export async function loadConfig(): Promise<LoadedConfig> {
  const signal = AbortSignal.timeout(givenUpAfterMs);
  try {
    const response = await ofetch.raw("/config.json", {
      retry: 0,
      ignoreResponseError: true,
      responseType: "text",
      cache: "no-cache",
      signal,
    });
    if (response.status === 404) return { is: "ok", config: defaults };
    return response.ok ? readConfig(response._data ?? "") : { is: "withheld", status: response.status };
  } catch (lost) {
    // Anything but a FetchError is an answer that was cut off.
    return signal.aborted || !(lost instanceof FetchError) ? { is: "withheld", status: undefined } : { is: "ok", config: defaults };
  }
}
