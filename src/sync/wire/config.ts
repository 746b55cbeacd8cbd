import * as v from "valibot";
import { ofetch } from "ofetch";
import { type Config, config as configSchema } from "../../contract/config.ts";
import { jsonOf } from "../../contract/json.ts";

export type LoadedConfig =
  /** `gateway`: the kept copy is used because a gateway answered for the server. */
  | { readonly is: "ok"; readonly config: Config; readonly gateway?: boolean }
  /** Unparsable, or with an unknown or invalid field; the app must not guess another host (CONF-1). */
  | { readonly is: "broken"; readonly field: string | undefined; readonly problem: string }
  /** The server didn't deliver the file: another status, or, without one, no answer, an incomplete or a late one. */
  | { readonly is: "withheld"; readonly status: number | undefined }
  /** Something in front of the server answered with its own page (its status), or redirected to another origin. */
  | { readonly is: "gateway"; readonly status: number | undefined };

/** Longest wait for config.json at start, in ms. */
const givenUpAfterMs = 10_000;
/** Longest wait if a copy is kept, in ms. */
const lateAfterMs = 3000;

const silent = { is: "withheld", status: undefined } as const;

const notSettings = "is not an object of settings";
const isObject = (json: unknown): json is object => typeof json === "object" && json !== null && !Array.isArray(json);

/** Parses and validates config.json. */
export function readConfig(text: string): LoadedConfig {
  const json = jsonOf(text);
  if (json === undefined) return { is: "broken", field: undefined, problem: "config.json is not valid JSON" };
  // valibot accepts an array as an object without fields.
  if (!isObject(json)) return { is: "broken", field: undefined, problem: `config.json ${notSettings}` };
  if ("paths" in json && !isObject(json.paths)) return { is: "broken", field: "paths", problem: notSettings };
  const parsed = v.safeParse(configSchema, json);
  if (parsed.success) return { is: "ok", config: parsed.output };
  const issue = parsed.issues[0];
  const problem = issue.type === "strict_object" ? "is not a known field" : issue.message;
  return { is: "broken", field: v.getDotPath(issue) ?? undefined, problem };
}

/** Cache that keeps the last valid config.json, for starts when the server can't deliver it. */
export const keptIn = "settings";
export const configUrl = "/config.json";

/** Keeps it in cache storage: useful only where the service worker caches the app, and it survives sign-out. */
export async function keepConfig(text: string): Promise<void> {
  try {
    await (await caches.open(keptIn)).put(configUrl, new Response(text));
  } catch {
    // No cache storage, or no room.
  }
}

/** One request for config.json. Rejects without an answer. */
export const askForConfig = (redirect: "follow" | "manual", signal: AbortSignal) =>
  ofetch.raw(configUrl, { retry: 0, ignoreResponseError: true, responseType: "text", cache: "no-cache", redirect, signal });

/** What only an answer that isn't the file takes. */
export const instead = () => import("./config-instead.ts");

/** What a request for config.json finds; `missing`: no file. */
export type FoundConfig = LoadedConfig | { readonly is: "missing" };

/** Asks the server. Answers that aren't plainly the file are judged by lazily loaded code. */
async function askServer(): Promise<FoundConfig> {
  const signal = AbortSignal.timeout(givenUpAfterMs);
  try {
    const answer = await askForConfig("manual", signal);
    const text = answer._data ?? "";
    const read = readConfig(text);
    if (answer.status === 200 && read.is === "ok") {
      void keepConfig(text);
      return read;
    }
    return await (await instead()).judgeAnswer(answer, text, signal);
  } catch {
    return silent;
  }
}

/**
 * Loads config.json from next to the app. The kept copy if the server can't deliver it in time, or has none (404, or this app's own
 * page instead): a deployment may be replacing the folder. Defaults if it is missing, or the browser is offline, without a kept copy;
 * never in the place of a copy that this version can't read: a start with another host deletes this one's cache.
 */
export async function loadConfig(): Promise<LoadedConfig> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<LoadedConfig>((resolve) => {
    timer = setTimeout(
      () =>
        void instead().then(
          (parts) => parts.giveKept(resolve),
          () => {},
        ),
      lateAfterMs,
    );
  });
  const found = await Promise.race([askServer(), late]);
  clearTimeout(timer);
  if (found.is === "ok" || found.is === "broken") return found;
  return instead().then(
    (parts) => parts.settingsInstead(found),
    () => silent,
  );
}
