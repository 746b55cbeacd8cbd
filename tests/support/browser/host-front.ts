import { Agent, createServer, request as ask, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { stopListening } from "../../../host/listen.ts";
import { receivedCall } from "../played-calls.ts";
import type { PlayedHost } from "./played-host.ts";

/** The app's own files have an extension, calls have none. */
const isFile = (path: string): boolean => /\.[a-z0-9]+$/i.test(new URL(path, "http://localhost").pathname);

/** A file's name that changes with its content: as the host answered it once, it answers it always. */
const isImmutable = ({ method, url = "/", headers }: IncomingMessage): boolean =>
  method === "GET" && url.startsWith("/assets/") && headers.range === undefined && headers["if-none-match"] === undefined;

/** An answer that was passed on, to be given again. */
interface KeptAnswer {
  readonly headers: OutgoingHttpHeaders;
  readonly body: Buffer;
}

/** What the page asks by fetch, as opposed to what it navigates to or loads. */
const isCall = ({ url = "/", headers }: IncomingMessage): boolean => headers["sec-fetch-dest"] === "empty" && !isFile(url);

/**
 * Serves the pages in the host's place: passes everything on to the host, but calls to a played host while there is one.
 * Playwright's own routes would take the browser's cache away and let every file pass through the test's process.
 */
export class HostFront {
  /** Where the host is. */
  host = "";
  /** Answers the calls in the host's place. */
  played: PlayedHost | undefined;
  readonly #agent = new Agent({ keepAlive: true });
  /** The build's immutable files by address and encoding: each page, and each install of the shell, asks for all anew. */
  readonly #files = new Map<string, KeptAnswer>();
  readonly #server = createServer((incoming, outgoing) => {
    outgoing.on("error", () => {});
    const { played } = this;
    if (!played) return this.#pass(incoming, outgoing);
    // Chromium repeats a request by itself where a connection that was kept open breaks.
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
    this.#agent.destroy();
    await stopListening(this.#server);
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = "GET", url = "/", headers } = incoming;
    const name = isImmutable(incoming) ? `${url} ${headers["accept-encoding"]}` : undefined;
    const kept = name === undefined ? undefined : this.#files.get(name);
    if (kept) return void outgoing.writeHead(200, kept.headers).end(kept.body);
    const passed = ask(this.host + url, { method, headers, agent: this.#agent }, (answer) => {
      const { connection: _, "keep-alive": __, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, rest);
      answer.pipe(outgoing);
      if (name !== undefined && answer.statusCode === 200) this.#keep(name, rest, answer);
    });
    passed.on("error", () => incoming.socket.destroy());
    outgoing.on("close", () => passed.destroy());
    incoming.pipe(passed);
  }

  /** Keeps an answer once all of it has come. */
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
