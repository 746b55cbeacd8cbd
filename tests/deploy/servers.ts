import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type ClientHttp2Session, connect } from "node:http2";
import { connect as knock } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { documented, end, freePort } from "../support/browser/static-servers.ts";

/** The name in docs/deploy.md under which people reach the host. */
export const publicName = "desk.example";

interface Started {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = knock(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });

/** Waits until the program listens; throws with what it has logged where it ends instead. */
async function listening(child: ChildProcess, port: number, log: string): Promise<void> {
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnfile} ended: ${readFileSync(log, "utf8")}`);
    await pause(20);
  }
}

/** Replaces what has to be there; throws where it isn't, since a changed page would go untried. */
function put(text: string, ...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((so, [from, to]) => {
    if (!so.includes(from)) throw new Error(`docs/deploy.md doesn't say ${from}`);
    return so.replaceAll(from, to);
  }, text);
}

/** PgBouncer as docs/deploy.md has it, before the database on a socket in `folder`, as that folder's owner. */
export async function startPooler(folder: string, database: string): Promise<Started> {
  const port = await freePort();
  const { uid, gid } = statSync(folder);
  const home = mkdtempSync(join(tmpdir(), "counterfoil-pgbouncer-"));
  const config = put(
    await documented("[databases]"),
    ["counterfoil = host=db.example user=counterfoil", `${database} = host=${folder} user=postgres`],
    ["listen_port = 6432", `listen_port = ${port}\nunix_socket_dir =\nlogfile = ${home}/log`],
    // The tests' server asks for no password.
    ["auth_type = scram-sha-256\nauth_file = /etc/pgbouncer/userlist.txt", "auth_type = any"],
  );
  writeFileSync(join(home, "pgbouncer.ini"), config);
  for (const path of [home, join(home, "pgbouncer.ini")]) chownSync(path, uid, gid);
  const child = spawn("/usr/sbin/pgbouncer", ["-q", join(home, "pgbouncer.ini")], { uid, gid, stdio: "ignore" });
  await listening(child, port, join(home, "log"));
  return {
    port,
    stop: async () => {
      await end(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** nginx as docs/deploy.md has it, before hosts on these ports, with a certificate of its own, which it returns. */
export async function startProxy(hosts: readonly number[]): Promise<Started & { readonly certificate: Buffer }> {
  const port = await freePort();
  const home = mkdtempSync(join(tmpdir(), "counterfoil-proxy-"));
  const [key, certificate] = [join(home, "key.pem"), join(home, "certificate.pem")];
  const subject = ["-subj", `/CN=${publicName}`, "-addext", `subjectAltName=DNS:${publicName}`];
  execFileSync(
    openssl,
    ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out", certificate, ...subject],
    {
      stdio: "ignore",
    },
  );
  const site = put(
    await documented("# 10 a minute for an address"),
    ["  server 127.0.0.1:4173;\n  server 127.0.0.1:4174;", hosts.map((host) => `  server 127.0.0.1:${host};`).join("\n")],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;\n  ssl_certificate ${certificate};\n  ssl_certificate_key ${key};`],
  );
  mkdirSync(join(home, "temp"));
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${home}/temp/${name};`).join("\n");
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  const log = join(home, "error.log");
  writeFileSync(
    join(home, "nginx.conf"),
    `${user}worker_processes 1;\npid ${home}/pid;\nerror_log ${log};\nevents {}\nhttp {\naccess_log off;\n${temp}\n${site}}\n`,
  );
  const child = spawn("/usr/sbin/nginx", ["-p", home, "-c", join(home, "nginx.conf"), "-e", log, "-g", "daemon off;"], { stdio: "ignore" });
  await listening(child, port, log);
  return {
    port,
    certificate: readFileSync(certificate),
    stop: async () => {
      await end(child);
      rmSync(home, { recursive: true, force: true });
    },
  };
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A client that speaks HTTP/2 over TLS with the proxy, under the public name. */
export class Client {
  readonly session: ClientHttp2Session;

  constructor(port: number, certificate: Buffer) {
    this.session = connect(`https://${publicName}:${port}`, { host: "127.0.0.1", servername: publicName, ca: certificate });
    this.session.on("error", () => {});
  }

  /** Resolves with the answer once its head is there; rejects where the connection breaks before. */
  readonly ask = (path: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Response> =>
    new Promise((resolve, reject) => {
      const stream = this.session.request({ ...headers, ":method": method, ":path": path, ":authority": publicName });
      stream.once("error", reject);
      stream.once("response", (head) => {
        const kept = Object.entries(head).flatMap(([name, value]): [string, string][] =>
          name.startsWith(":") || value === undefined ? [] : [[name, String(value)]],
        );
        const web = Readable.toWeb(stream);
        const piped = new ReadableStream<Uint8Array>({
          start: async (controller) => {
            const reader = web.getReader();
            try {
              for (let part = await reader.read(); !part.done; part = await reader.read()) controller.enqueue(part.value);
              controller.close();
            } catch (error) {
              controller.error(error);
            }
          },
        });
        const status = Number(head[":status"]);
        resolve(new Response(status === 204 ? null : piped, { status, headers: kept }));
      });
      stream.end(body);
    });

  readonly close = (): void => this.session.destroy();
}
