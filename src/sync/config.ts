import * as v from "valibot";
import { FetchError, ofetch } from "ofetch";
import { type Config, config as configSchema } from "../contract/config.ts";
import { parseJson } from "../contract/json.ts";

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

const url = "/config.json";

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

// The last one that was read is kept for starts at which the server can't give it. In the cache of files, since it is of use
// only where the service worker keeps those, and since a sign-out, which empties the rest, leaves the app with its host.
const openKept = (): Promise<Cache> => caches.open("settings");

async function keep(text: string): Promise<void> {
  try {
    await (await openKept()).put(url, new Response(text));
  } catch {
    // No such cache here, or no room in it.
  }
}

async function readKept(): Promise<Extract<LoadedConfig, { is: "ok" }> | undefined> {
  try {
    const read = readConfig((await (await (await openKept()).match(url))?.text()) ?? "");
    return read.is === "ok" ? read : undefined;
  } catch {
    return undefined;
  }
}

const ask = (redirect: "follow" | "manual", signal: AbortSignal) =>
  ofetch.raw(url, { retry: 0, ignoreResponseError: true, responseType: "text", cache: "no-cache", redirect, signal });

/** Statuses by which a gateway asks for something with a page; others have error pages of the server's own. */
const asksStatuses = new Set([200, 401, 403, 407, 429, 511]);

/** Whether a page came in place of the file: by its type, or where it says none of HTML, by its first letter. */
function isPage({ status, headers }: Response, text: string): boolean {
  const isHtml = /html/.test(headers.get("content-type") ?? "") || (status === 200 && /^\s*</.test(text));
  return (isHtml && asksStatuses.has(status)) || headers.get("cf-mitigated") === "challenge";
}

/** This app's own page: how servers that answer every path with it say that there is no such file. */
const isOwnPage = (text: string): boolean => text.includes("<title>Counterfoil</title>");

/** What the server says of config.json now; "unreachable" where no answer came at all. */
async function askServer(): Promise<LoadedConfig | { readonly is: "unreachable" }> {
  const signal = AbortSignal.timeout(givenUpAfterMs);
  try {
    const answer = await ask("manual", signal);
    // To another origin nothing can be followed, or what comes is another's.
    const response = answer.type === "opaqueredirect" ? await ask("follow", signal).catch(() => undefined) : answer;
    if (!response || (response.redirected && new URL(response.url).origin !== location.origin)) return { is: "gateway", status: undefined };
    const { status, _data: text = "" } = response;
    if (isPage(response, text) && !isOwnPage(text)) return { is: "gateway", status };
    if (status === 404 || isPage(response, text)) return { is: "ok", config: defaults };
    if (!response.ok) return { is: "withheld", status };
    const read = readConfig(text);
    if (read.is === "ok") void keep(text);
    return read;
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
