import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, type RequestListener, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import serveHandler from "serve-handler";
import { aptInstall } from "../../../scripts/apt.mjs";
import { root } from "../../../scripts/run.mjs";

const app = join(root, "dist/app");

export interface StaticServer {
  readonly origin: string;
  /** Stops it at once, closing every connection. */
  stop(): Promise<void>;
}

/** Serves on a free port. */
export async function serve(listener: RequestListener): Promise<StaticServer> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const types: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** Sends a file of the built app, or index.html if there is none (404 under /assets/). */
export async function sendApp({ url = "/" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, "http://localhost");
  const found = extname(pathname) !== "" && existsSync(join(app, pathname)) ? pathname : "/index.html";
  if (pathname === "/config.json") response.setHeader("content-type", "application/json").end("{}");
  else if (pathname.startsWith("/assets/") && found !== pathname) response.writeHead(404).end();
  else {
    response.setHeader("content-type", types[extname(found)] ?? "application/octet-stream");
    response.setHeader("cache-control", found.startsWith("/assets/") ? "public, max-age=31536000, immutable" : "no-cache");
    response.end(await readFile(join(app, found)));
  }
}

/** Like `serve -s`: clean URLs, and index.html for every path that isn't a file. */
export const serveSinglePage = (): Promise<StaticServer> =>
  serve((request, response) => {
    if (request.url === "/config.json") response.setHeader("content-type", "application/json").end("{}");
    else void serveHandler(request, response, { public: app, rewrites: [{ source: "**", destination: "/index.html" }] });
  });

/** Like static hosts with pretty URLs: a page's only address lacks the extension. */
export const servePrettyUrls = (): Promise<StaticServer> =>
  serve((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/index.html") response.writeHead(308, { location: "/" }).end();
    else if (pathname.endsWith(".html")) response.writeHead(308, { location: pathname.slice(0, -5) }).end();
    else void sendApp(request, response);
  });

/** The block of docs/deploy.md that begins with `first`. */
export async function documented(first: string): Promise<string> {
  const blocks = (await readFile(join(root, "docs/deploy.md"), "utf8")).split("```");
  const found = blocks.find((block) => block.replace(/^\w*\n/, "").startsWith(first));
  if (found === undefined) throw new Error(`docs/deploy.md has no block that begins with ${first}`);
  return found.replace(/^\w*\n/, "");
}

export const freePort = async (): Promise<number> => {
  const server = await serve(() => {});
  await server.stop();
  return Number(new URL(server.origin).port);
};

const isUp = (origin: string): Promise<boolean> =>
  fetch(origin).then(
    () => true,
    () => false,
  );

export function end(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });
}

/** nginx with docs/deploy.md's configuration, over plain HTTP on this machine; installed if missing. */
export async function serveByNginx(): Promise<StaticServer> {
  const nginx = "/usr/sbin/nginx";
  if (!existsSync(nginx) && !(await aptInstall("nginx-light"))) throw new Error("nginx is missing: install Debian's nginx-light");
  const home = await mkdtemp(join(tmpdir(), "counterfoil-nginx-"));
  await mkdir(join(home, "temp"));
  const port = await freePort();
  const headers = (await documented("Content-Security-Policy")).trim().split("\n");
  await writeFile(join(home, "headers.conf"), headers.map((line) => `add_header ${line.replace(/: /, ' "')}" always;`).join("\n"));
  await writeFile(join(home, "config.json"), "{}");
  const site = (await documented("server {\n  # From nginx"))
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace("root /srv/counterfoil;", `root ${app};`)
    .replace("/etc/counterfoil/config.json", join(home, "config.json"))
    .replace("include mime.types;", "include /etc/nginx/mime.types;")
    .replaceAll("snippets/counterfoil-headers.conf", join(home, "headers.conf"));
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${home}/temp/${name};`).join("\n");
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  await writeFile(
    join(home, "nginx.conf"),
    `${user}worker_processes 1;\npid ${home}/pid;\nerror_log ${home}/error.log;\nevents {}\nhttp {\naccess_log off;\n${temp}\n${site}}\n`,
  );
  const child = spawn(nginx, ["-p", home, "-c", join(home, "nginx.conf"), "-e", join(home, "error.log"), "-g", "daemon off;"], {
    stdio: "ignore",
  });
  const origin = `http://localhost:${port}`;
  while (child.exitCode === null && !(await isUp(origin)));
  if (child.exitCode !== null) throw new Error(`nginx ended: ${await readFile(join(home, "error.log"), "utf8").catch(() => "")}`);
  return {
    origin,
    async stop() {
      await end(child);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** A gateway in front of the app that requires a sign-in at another origin; `endSessions` ends every session there. */
export interface Gateway extends StaticServer {
  /** The origin of its sign-in page. */
  readonly desk: string;
  endSessions(): void;
}

export async function serveBehindGateway(): Promise<Gateway> {
  let session = 1;
  const isIn = ({ headers }: IncomingMessage): boolean => headers.cookie?.includes(`gate=${session}`) === true;
  const desk = await serve((request, response) => {
    const back = new URL(request.url ?? "/", "http://localhost").searchParams.get("back") ?? "";
    response.setHeader("content-type", "text/html").end(`<!doctype html><title>Gate</title><a href="${back}">Let me in</a>`);
  });
  const site = await serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/gate/callback")
      response.writeHead(302, { "set-cookie": `gate=${session}; Path=/`, location: searchParams.get("to") ?? "/" }).end();
    else if (isIn(request)) void sendApp(request, response);
    else {
      const to = `${site.origin}/gate/callback?to=${encodeURIComponent(request.url ?? "/")}`;
      response.writeHead(302, { location: `${desk.origin}/?back=${encodeURIComponent(to)}` }).end();
    }
  });
  return {
    origin: site.origin,
    desk: desk.origin,
    endSessions() {
      session += 1;
    },
    async stop() {
      await site.stop();
      await desk.stop();
    },
  };
}
