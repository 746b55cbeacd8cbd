import { createServer, request as ask, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { stopListening } from "../../../host/listen.ts";
import { receivedCall } from "../played-calls.ts";
import type { PlayedHost } from "./played-host.ts";

/** The app's files have an extension, calls don't. */
const isFile = (path: string): boolean => /\.[a-z0-9]+$/i.test(new URL(path, "http://localhost").pathname);

/** A hashed file name: its answer never changes. */
const isImmutable = ({ method, url = "/", headers }: IncomingMessage): boolean =>
  method === "GET" && url.startsWith("/assets/") && headers.range === undefined && headers["if-none-match"] === undefined;

/** A forwarded answer, cached. */
interface KeptAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** Requests by fetch, as opposed to navigations and loaded files. */
const isCall = ({ url = "/", headers }: IncomingMessage): boolean => headers["sec-fetch-dest"] === "empty" && !isFile(url);

/**
 * A proxy in front of the host: forwards everything, except that calls go to a played host while there is one. Playwright's routes
 * would disable the browser's cache and send every file through the test's process.
 */
export class HostFront {
  /** The host's origin. */
  host = "";
  /** Answers calls instead of the host. */
  played: PlayedHost | undefined;
  /** The build's immutable files by address and encoding, as each page and each install of the shell requests them all again. */
  readonly #files = new Map<string, KeptAnswer>();
  // A connection that it closes as a request comes would fail a test that asks past the browser.
  readonly #server = createServer({ keepAliveTimeout: 0 }, (incoming, outgoing) => {
    outgoing.on("error", () => {});
    const { played } = this;
    if (!played) return this.#pass(incoming, outgoing);
    // Chromium retries a request on its own if a kept-alive connection breaks.
    outgoing.shouldKeepAlive = false;
    if (isCall(incoming)) void play(played, incoming, outgoing).catch(() => incoming.socket.destroy());
    else this.#pass(incoming, outgoing);
  });
  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, "localhost", resolve));
  }

  async stop(): Promise<void> {
    await stopListening(this.#server);
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = "GET", url = "/", headers } = incoming;
    const name = isImmutable(incoming) ? `${url} ${headers["accept-encoding"]}` : undefined;
    const kept = name === undefined ? undefined : this.#files.get(name);
    if (kept) return void outgoing.writeHead(200, kept.headers).end(kept.body);
    // A connection each: one that is kept may be closed by the host as a request is sent.
    const passed = ask(this.host + url, { method, headers, agent: false }, (answer) => {
      const { connection: _, "keep-alive": __, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
      if (name !== undefined && answer.statusCode === 200) this.#keep(name, rest, answer);
    });
    passed.on("error", () => incoming.socket.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  }

  /** Caches an answer once it is complete. */
  #keep(name: string, headers: OutgoingHttpHeaders, answer: IncomingMessage): void {
    const chunks: Buffer[] = [];
    answer.on("data", (chunk: Buffer) => chunks.push(chunk));
    answer.on("end", () => this.#files.set(name, { headers, body: Buffer.concat(chunks) }));
  }
}

async function play(played: PlayedHost, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await text(incoming);
  if (played.isCutOff) return void incoming.socket.resetAndDestroy();
  const { method = "GET", headers } = incoming;
  const answer = await played.answer(
    receivedCall(method, `http://localhost${incoming.url}`, body === "" ? null : body, headers.authorization),
  );
  if (answer.is === "silence") return;
  if (answer.is === "cut") return void incoming.socket.resetAndDestroy();
  outgoing.writeHead(answer.status ?? 200, {
    "content-type": answer.contentType ?? "application/json",
    "cache-control": "no-store",
    ...answer.headers,
  });
  outgoing.end(answer.body ?? JSON.stringify(answer.json ?? {}));
}
