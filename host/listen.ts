import { createServer } from "node:net";
import type { Duplex } from "node:stream";
import { type ServerType, serve } from "@hono/node-server";
import type { Host } from "./host.ts";
import { isLocalOnly, isLoopback } from "./options.ts";
import { StartError } from "./start-error.ts";

const problemOf = (error: NodeJS.ErrnoException, port: number, hostname: string): StartError => {
  if (error.code === "EADDRINUSE") return new StartError(`Port ${port} is taken. Set PORT to another one.`);
  return new StartError(`Can't listen on ${hostname}:${port} (${error.code ?? error.message}).`);
};

/** Checks that the port is free, before a long first start. Rejects with StartError if not. */
export async function probePort(port: number, hostname: string): Promise<void> {
  const problemAt = (address: string) =>
    new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      const probe = createServer();
      probe.once("error", resolve);
      probe.listen(port, address, () => probe.close(() => resolve(undefined)));
    });
  const problem = await problemAt(hostname);
  if (problem !== undefined) throw problemOf(problem, port, hostname);
  if (!isLoopback(hostname)) return;
  // Browsers try ::1 first where the address says localhost, and would find the other program.
  const elsewhere = await problemAt("::1");
  if (elsewhere?.code === "EADDRINUSE") throw problemOf(elsewhere, port, "::1");
}

/** An address followed by a port, or in brackets, as some proxies write it: "192.0.2.7:51022", "[2001:db8::7]:51022". */
const withPort = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;

/** The client's address; X-Forwarded-For if the proxy is trusted. Without a port, which would make each connection another client. */
function addressOf(request: { headers: Headers; peer: string | undefined }, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  const [, v6, v4] = withPort.exec(forwarded ?? "") ?? [];
  return v6 || v4 || forwarded || request.peer || "unknown";
}

/** The host's URL for a person at this machine. */
function originOf(hostname: string, port: number): string {
  const shown = isLoopback(hostname) ? "localhost" : hostname.includes(":") ? `[${hostname}]` : hostname;
  return `http://${shown}:${port}`;
}

/** Answers an unparsable request in the form of every refusal; Node's own answer has no body. */
function refuseUnparsed(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const [status, message] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? ["431 Request Header Fields Too Large", "The request's address and headers are too long"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? ["408 Request Timeout", "The request did not come in time"]
        : ["400 Bad Request", "This is no HTTP request"];
  const body = JSON.stringify({ success: false, message });
  const headers = `Connection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}`;
  socket.end(`HTTP/1.1 ${status}\r\n${headers}\r\n\r\n${body}`);
}

/**
 * How long an idle connection stays open, in ms: longer than proxies keep theirs (AWS and nginx 60 s, Google 600 s), since a request
 * that one sends on a connection that is just being closed becomes a 502, and what became of it unknown.
 */
const idleMs = 620_000;

/** Serves the host; resolves with the server and where it is once it answers. */
export const listen = (
  { app }: Host,
  port: number,
  hostname: string,
  trustProxy: boolean,
): Promise<{ readonly server: ServerType; readonly port: number; readonly origin: string }> =>
  new Promise((resolve, reject) => {
    const isLocal = isLocalOnly({ HOST: hostname, TRUST_PROXY: trustProxy, PUBLIC_URL: undefined });
    let origin = "";
    const server = serve(
      {
        fetch: async (request, { incoming }) => {
          const answer = await app.fetch(request, {
            address: addressOf({ headers: request.headers, peer: incoming.socket.remoteAddress }, trustProxy),
            cut: () => incoming.socket.destroy(),
            isWhole: () => incoming.complete,
            ...(isLocal ? { localOrigin: origin } : {}),
          });
          // While stopping: a request on a kept-alive connection would be cut off midway.
          if (!server.listening) answer.headers.set("Connection", "close");
          return answer;
        },
        port,
        hostname,
      },
      (info) => {
        origin = originOf(hostname, info.port);
        resolve({ server, port: info.port, origin });
      },
    );
    if ("keepAliveTimeout" in server) server.keepAliveTimeout = idleMs;
    server.on("clientError", refuseUnparsed);
    server.once("error", (error: NodeJS.ErrnoException) => reject(problemOf(error, port, hostname)));
  });

/** Stops accepting, gives running requests two seconds, then cuts them off. From now on each answer closes its connection. */
export const stopListening = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    if (!("closeIdleConnections" in server)) return;
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2000).unref();
  });
