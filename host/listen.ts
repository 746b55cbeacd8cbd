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

/** Finds out whether the port is free before a long first start; throws StartError when it isn't. */
export const probePort = (port: number, hostname: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", (error) => reject(problemOf(error, port, hostname)));
    probe.listen(port, hostname, () => probe.close(() => resolve()));
  });

/** The address that a request came from; behind a proxy, when it is to be trusted, the one that the proxy names. */
function addressOf(request: { headers: Headers; peer: string | undefined }, trustProxy: boolean): string {
  const forwarded = trustProxy ? request.headers.get("x-forwarded-for")?.split(",").at(-1)?.trim() : undefined;
  return forwarded || request.peer || "unknown";
}

/** Where a person at this machine reaches the host. */
function originOf(hostname: string, port: number): string {
  const shown = isLoopback(hostname) ? "localhost" : hostname.includes(":") ? `[${hostname}]` : hostname;
  return `http://${shown}:${port}`;
}

/** Answers what never becomes a request, in the form of every refusal; Node's own answer says nothing. */
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
            ...(isLocal ? { localOrigin: origin } : {}),
          });
          // On a connection that stays open another request would come, and be cut in the middle.
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
    server.on("clientError", refuseUnparsed);
    server.once("error", (error: NodeJS.ErrnoException) => reject(problemOf(error, port, hostname)));
  });

/** Stops accepting, gives what runs two seconds, then cuts it. Each answer ends its connection from now on. */
export const stopListening = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    if (!("closeIdleConnections" in server)) return;
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 2000).unref();
  });
