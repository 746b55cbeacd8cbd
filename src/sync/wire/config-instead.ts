import type { LoadedConfig } from "./config.ts";
import { askForConfig, configUrl, defaults, keepConfig, keptIn, readConfig } from "./config.ts";

/** Statuses by which a gateway asks for something with a page; others have error pages of the server's own. */
const asksStatuses = new Set([200, 401, 403, 407, 429, 511]);

/** Whether a page came in place of the file: by its type, or where it says none of HTML, by its first letter. */
function isPage({ status, headers }: Response, text: string): boolean {
  const isHtml = /html/.test(headers.get("content-type") ?? "") || (status === 200 && /^\s*</.test(text));
  return (isHtml && asksStatuses.has(status)) || headers.get("cf-mitigated") === "challenge";
}

/** This app's own page: how servers that answer every path with it say that there is no such file. */
const isOwnPage = (text: string): boolean => text.includes("<title>Counterfoil</title>");

/** What an answer to the request for config.json means that isn't plainly the file. `answer` did not follow redirects. */
export async function judgeAnswer(answer: Response, body: string, signal: AbortSignal): Promise<LoadedConfig> {
  let [response, text] = [answer, body];
  if (answer.type === "opaqueredirect") {
    // To another origin nothing can be followed, or what comes is another's.
    const followed = await askForConfig("follow", signal).catch(() => undefined);
    if (!followed || new URL(followed.url).origin !== location.origin) return { is: "gateway", status: undefined };
    [response, text] = [followed, followed._data ?? ""];
  }
  const { status } = response;
  if (isPage(response, text) && !isOwnPage(text)) return { is: "gateway", status };
  if (status === 404 || isOwnPage(text)) return { is: "ok", config: defaults };
  if (!response.ok) return { is: "withheld", status };
  const read = readConfig(text);
  if (read.is === "ok") void keepConfig(text);
  return read;
}

/** The last config.json that was read, where this version can read it still. Rejects where the browser keeps no files. */
export async function readKept(): Promise<Extract<LoadedConfig, { is: "ok" }> | undefined> {
  const kept = await (await caches.open(keptIn)).match(configUrl);
  const read = kept && readConfig(await kept.text());
  return read?.is === "ok" ? read : undefined;
}
