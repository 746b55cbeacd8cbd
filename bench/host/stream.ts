import { type ClientRequest, get } from "node:http";
import * as v from "valibot";
import { openedSession } from "../../src/contract/sign-in.ts";
import { firstAdmin } from "../../tests/support/browser/host-process.ts";

/** The host's limit of streams per session. */
const ofSession = 16;

/** A new session's access token. */
export async function openSession(origin: string): Promise<string> {
  const body = JSON.stringify({ email: firstAdmin.email, passwordPin: firstAdmin.pin });
  const opened = await fetch(`${origin}/adminsignin/signin`, { method: "POST", body });
  return v.parse(openedSession, await opened.json()).accessToken;
}

interface Ears {
  /** Whole frames, as they come. */
  readonly hear: (frames: string) => void;
  readonly ended?: () => void;
}

/** Opens a stream of changes; resolves after `hello`. */
const openStream = (origin: string, token: string, { hear, ended }: Ears): Promise<ClientRequest> =>
  new Promise((resolve, reject) => {
    let rest = "";
    const request = get(`${origin}/api/events`, { agent: false, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      response.setEncoding("utf8").on("data", (text: string) => {
        rest += text;
        if (rest.includes("event: hello")) resolve(request);
        const end = rest.lastIndexOf("\n\n");
        hear(rest.slice(0, Math.max(0, end)));
        rest = rest.slice(end + 2);
      });
      response.once("close", () => ended?.());
    });
    request.on("error", reject);
  });

/** Opens streams, in as many sessions as they need. */
export async function openStreams(origin: string, count: number, ears: Ears): Promise<ClientRequest[]> {
  const requests: ClientRequest[] = [];
  for (let token = ""; requests.length < count;) {
    if (requests.length % ofSession === 0) token = await openSession(origin);
    requests.push(await openStream(origin, token, ears));
  }
  return requests;
}
