import * as v from "valibot";
import { FetchError, ofetch } from "ofetch";
import { type Config, config as configSchema } from "../../contract/config.ts";
import { parseJson } from "../../contract/json.ts";

export type LoadedConfig =
  /** `gateway`: the last one that was kept holds, since a gateway answers in the server's place. */
  | { readonly is: "ok"; readonly config: Config; readonly gateway?: boolean }
  /** Unreadable, or with an unknown or wrong field: the app must not guess another host (CONF-1). */
  | { readonly is: "broken"; readonly field: string | undefined; readonly problem: string }
  /** It may be good, but the server didn't give it: it answered with another status, or, without one, not whole or in time. */
  | { readonly is: "withheld"; readonly status: number | undefined }
  /** Something in front of the server answered with a page of its own (its status), or sent the call to another origin. */
  | { readonly is: "gateway"; readonly status: number | undefined };

/** A start doesn't wait longer for config.json, in ms. */
const givenUpAfterMs = 10_000;
/** One for which a copy is kept doesn't wait longer for the server, in ms. */
const lateAfterMs = 3000;

export const defaults: Config = v.parse(configSchema, {});

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

/** Where the last one that was read is kept, for starts at which the server can't give it. */
export const keptIn = "settings";
export const configUrl = "/config.json";

/** Keeps it in the cache of files: it is of use only where the service worker keeps those, and outlives a sign-out. */
export async function keepConfig(text: string): Promise<void> {
  try {
    await (await caches.open(keptIn)).put(configUrl, new Response(text));
  } catch {
    // No such cache here, or no room in it.
  }
}

/** One request for it. Rejects where no answer comes. */
export const askForConfig = (redirect: "follow" | "manual", signal: AbortSignal) =>
  ofetch.raw(configUrl, { retry: 0, ignoreResponseError: true, responseType: "text", cache: "no-cache", redirect, signal });

/** What the server says of it. What isn't plainly the file is judged by parts that few starts need. */
async function askServer(): Promise<LoadedConfig | { readonly is: "unreachable" }> {
  const signal = AbortSignal.timeout(givenUpAfterMs);
  try {
    const answer = await askForConfig("manual", signal);
    const text = answer._data ?? "";
    const read = readConfig(text);
    if (answer.status === 200 && read.is === "ok") {
      void keepConfig(text);
      return read;
    }
    const { judgeAnswer } = await import("./config-instead.ts");
    return await judgeAnswer(answer, text, signal);
  } catch (lost) {
    // Anything but a FetchError is an answer that was cut off.
    return signal.aborted || !(lost instanceof FetchError) ? { is: "withheld", status: undefined } : { is: "unreachable" };
  }
}

/**
 * Loads config.json from beside the app. Missing (404, or this app's own page in its place) or, offline, never seen: the
 * defaults. Where the server can't give it, or not in time, the last one that was read holds.
 */
export async function loadConfig(): Promise<LoadedConfig> {
  const readKept = () => import("./config-instead.ts").then((parts) => parts.readKept()).catch(() => undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<LoadedConfig>((resolve) => {
    timer = setTimeout(() => void readKept().then((kept) => kept && resolve(kept)), lateAfterMs);
  });
  const found = await Promise.race([askServer(), late]);
  clearTimeout(timer);
  if (found.is === "ok" || found.is === "broken") return found;
  const kept = await readKept();
  if (kept) return { ...kept, gateway: found.is === "gateway" };
  return found.is === "unreachable" ? { is: "ok", config: defaults } : found;
}
