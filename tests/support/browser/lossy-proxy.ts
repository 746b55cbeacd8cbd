import { createServer, request as ask, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { stopListening } from "../../../host/listen.ts";

/** An answer's fate: nothing arrives, its beginning arrives, or a gateway answers instead. */
export type Loss = "reset" | "cut" | "gateway";

export interface Crossing {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Anything with an origin. */
interface Origin {
  readonly origin: string;
}

export interface LossyProxy extends Origin {
  readonly stop: () => Promise<void>;
}

interface Options {
  /** Whether connections are kept alive. Chromium repeats a POST on its own if a kept-alive one is reset. */
  readonly keepAlive: boolean;
  /** Called for every request the host has answered; returns the answer's fate. */
  readonly lose: (crossing: Crossing) => Loss | undefined;
  /** Whether to cut a request off halfway through its body; the host never gets it. */
  readonly cutUpload?: (method: string, path: string) => boolean;
  /** Replaces the host's config.json. */
  readonly config?: object;
}

/** A proxy between the browser and a host. It counts what crossed the wire, whatever the page knows of it. */
export async function startLossyProxy(host: Origin, { keepAlive, lose, cutUpload, config }: Options): Promise<LossyProxy> {
  const server = createServer((incoming, outgoing) => {
    // A client may close its connection early; the request has still crossed.
    outgoing.on("error", () => {});
    void relay().catch(() => incoming.socket.destroy());

    async function relay(): Promise<void> {
      const { method = "GET", url: path = "/", headers } = incoming;
      if (cutUpload?.(method, path)) {
        await readHalf(incoming);
        incoming.socket.resetAndDestroy();
        return;
      }
      const body = await buffer(incoming);
      outgoing.shouldKeepAlive &&= keepAlive;
      if (config && path === "/config.json") {
        outgoing.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" }).end(JSON.stringify(config));
        return;
      }
      const answer = await answerOf(host, method, path, headers, body);
      const loss = lose({ method, path, headers, body: body.toString() });
      if (loss === "reset") incoming.socket.resetAndDestroy();
      else if (loss === "cut") {
        outgoing.writeHead(200, { "content-type": "application/json", "content-length": answer.body.length });
        outgoing.write(answer.body.subarray(0, 20), () => incoming.socket.destroy());
      } else if (loss === "gateway") outgoing.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad gateway</h1>");
      else outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  // It listens on a port, so the address is no pipe name.
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, stop: () => stopListening(server) };
}

const readHalf = (incoming: IncomingMessage): Promise<void> =>
  new Promise((resolve) => {
    const half = Number(incoming.headers["content-length"] ?? 0) / 2;
    let read = 0;
    incoming.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (read >= half) resolve();
    });
    incoming.on("end", resolve);
  });

interface HostAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const answerOf = (host: Origin, method: string, path: string, headers: IncomingHttpHeaders, body: Buffer): Promise<HostAnswer> =>
  new Promise((resolve, reject) => {
    const outgoing = ask(host.origin + path, { method, headers: { ...headers, connection: "close" }, agent: false }, (answer) => {
      buffer(answer).then((whole) => {
        const { connection: _, "keep-alive": __, "transfer-encoding": ___, ...rest } = answer.headers;
        resolve({ status: answer.statusCode ?? 502, headers: rest, body: whole });
      }, reject);
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
