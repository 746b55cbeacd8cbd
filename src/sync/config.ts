import * as v from "valibot";
import { ofetch } from "ofetch";
import { type Config, config as configSchema } from "../contract/config.ts";
import { parseJson } from "../contract/json.ts";

export type LoadedConfig =
  | { readonly is: "ok"; readonly config: Config }
  /** Unreadable, or with an unknown or wrong field: the app must not guess another host (CONF-1). */
  | { readonly is: "broken"; readonly field: string | undefined; readonly problem: string };

const defaults: Config = v.parse(configSchema, {});

/** Checks the text of config.json. */
export function readConfig(text: string): LoadedConfig {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    return { is: "broken", field: undefined, problem: "config.json is not valid JSON" };
  }
  const parsed = v.safeParse(configSchema, json);
  if (parsed.success) return { is: "ok", config: parsed.output };
  const issue = parsed.issues[0];
  const field = v.getDotPath(issue) ?? undefined;
  const problem =
    issue.type === "strict_object" ? (issue.expected === "never" ? "is not a known field" : "is not an object of settings") : issue.message;
  return { is: "broken", field, problem };
}

/**
 * Loads config.json from beside the app. Missing (404) or, offline, never seen: the defaults. The service
 * worker keeps the last copy for offline starts.
 */
export async function loadConfig(): Promise<LoadedConfig> {
  try {
    const response = await ofetch.raw("/config.json", { retry: 0, ignoreResponseError: true, responseType: "text", cache: "no-cache" });
    if (response.status === 404) return { is: "ok", config: defaults };
    if (!response.ok) return { is: "broken", field: undefined, problem: `config.json could not be loaded (status ${response.status})` };
    return readConfig(response._data ?? "");
  } catch {
    return { is: "ok", config: defaults };
  }
}
