import type { FoundConfig, LoadedConfig } from "./config.ts";
import { askForConfig, configUrl, keepConfig, keptIn, readConfig } from "./config.ts";

/** Statuses with which gateways send a page of their own; with others, pages are the server's error pages. */
const asksStatuses = new Set([200, 401, 403, 407, 429, 511]);

/** With or without a page: no server asks for a sign-in to its files. */
const signInStatuses = new Set([401, 407]);

/** Whether a page came instead of the file: by its type, or for a 200 by its first character. */
function isPage({ status, headers }: Response, text: string): boolean {
  const isHtml = /html/.test(headers.get("content-type") ?? "") || (status === 200 && /^\s*</.test(text));
  return (isHtml && asksStatuses.has(status)) || headers.get("cf-mitigated") === "challenge";
}

/** This app's own page, which some servers send for any missing file. */
const isOwnPage = (text: string): boolean => text.includes("<title>Counterfoil</title>");

/** Judges an answer to the config.json request that isn't plainly the file. `answer` did not follow redirects. */
export async function judgeAnswer(answer: Response, body: string, signal: AbortSignal): Promise<FoundConfig> {
  let [response, text] = [answer, body];
  if (answer.type === "opaqueredirect") {
    // Redirects to another origin can't be followed, or lead to someone else's content.
    const followed = await askForConfig("follow", signal).catch(() => undefined);
    if (!followed || new URL(followed.url).origin !== location.origin) return { is: "gateway", status: undefined };
    [response, text] = [followed, followed._data ?? ""];
  }
  const { status } = response;
  if ((isPage(response, text) || signInStatuses.has(status)) && !isOwnPage(text)) return { is: "gateway", status };
  if (status === 404 || isOwnPage(text)) return { is: "missing" };
  if (!response.ok || text.trim() === "") return { is: "withheld", status };
  const read = readConfig(text);
  if (read.is === "ok") void keepConfig(text);
  return read;
}

/** Longest wait of `isIntercepted`, in ms. */
const lookWithinMs = 10_000;

/** Whether something in front of the server answers for it now. Rejects without an answer. */
export async function isIntercepted(): Promise<boolean> {
  const signal = AbortSignal.timeout(lookWithinMs);
  const answer = await askForConfig("manual", signal);
  return (await judgeAnswer(answer, answer._data ?? "", signal)).is === "gateway";
}

/** Whether something in front of the app's server, which is the host's, too, answers for it now. Never rejects. */
export async function standsBefore(host: string): Promise<boolean> {
  try {
    return new URL(host, location.href).origin === location.origin && (await isIntercepted());
  } catch {
    return false;
  }
}

/** The last config.json that was read; undefined if there is none, or the browser has no cache storage. */
async function findKept(): Promise<LoadedConfig | undefined> {
  try {
    const kept = await (await caches.open(keptIn)).match(configUrl);
    return kept && readConfig(await kept.text());
  } catch {
    return undefined;
  }
}

/** Calls back with the last config.json that was read, if this version can still parse it. Never rejects. */
export async function giveKept(give: (kept: LoadedConfig) => void): Promise<void> {
  const kept = await findKept();
  if (kept?.is === "ok") give(kept);
}

/** The settings for a start to which the server gave none. */
export async function settingsInstead(found: Exclude<FoundConfig, { is: "ok" | "broken" }>): Promise<LoadedConfig> {
  const kept = await findKept();
  if (kept?.is === "ok") return { ...kept, gateway: found.is === "gateway" };
  const isUnheard = found.is === "withheld" && found.status === undefined;
  if (found.is !== "missing" && !isUnheard) return found;
  if (kept) return kept;
  // A request that fails in a network may have been blocked, or the server be restarting.
  if (isUnheard && globalThis.navigator?.onLine !== false) return found;
  // Where there is no file, the next start may find no server.
  if (!isUnheard) void keepConfig("{}");
  return readConfig("{}");
}
