import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { HostFront } from "./host-front.ts";
import { root } from "../../../scripts/run.mjs";
import { quickWasm } from "../quick-wasm.ts";

/** Where a host keeps its data. */
export interface HostData {
  readonly dataDir: string;
  /** A database on a PostgreSQL server, in place of the embedded one in `dataDir`. */
  readonly databaseUrl?: string | undefined;
}

export interface HostOptions extends HostData {
  /** 0, the default: a free port. */
  readonly port?: number;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The proxy that the browser talks to. */
  readonly front?: HostFront;
}

/** The first super_admin of every host in the tests. */
export const firstAdmin = { email: "ada.admin@example.com", pin: "482913" };

/** The host as with `npm start`, in its own process. */
export class HostProcess {
  readonly #options: HostOptions;
  #child: ChildProcess | undefined;
  #port = 0;

  private constructor(options: HostOptions) {
    this.#options = options;
    this.#port = options.port ?? 0;
  }

  /** Resolves once the host is listening; rejects with its output if it exits. */
  static async start(options: HostOptions): Promise<HostProcess> {
    const host = new HostProcess(options);
    await host.start();
    return host;
  }

  /** The origin for the browser. */
  get origin(): string {
    return this.#options.front?.origin ?? `http://localhost:${this.#port}`;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Restarts it after `stop`, on the same port and data. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [...quickWasm, "dist/host/main.js", ...(this.#options.args ?? [])], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        PORT: String(this.#port),
        DATA_DIR: this.#options.dataDir,
        ADMIN_EMAIL: firstAdmin.email,
        ADMIN_PIN: firstAdmin.pin,
        ACTIVITY: "off",
        ...(this.#options.databaseUrl !== undefined && { DATABASE_URL: this.#options.databaseUrl }),
        ...this.#options.env,
      },
    });
    this.#child = child;
    this.#port = await portOf(child);
    if (this.#options.front) this.#options.front.host = `http://localhost:${this.#port}`;
  }

  /** Ends it as Ctrl-C does, and waits until its data is closed. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGINT");
    const impatience = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await ended;
    clearTimeout(impatience);
  }

  /** Kills it, as a crash does. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }
}

/** The port in the address that the host prints when ready. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const port = /https?:\/\/[^\s:/]+:(\d+)/.exec(said)?.[1];
      if (port) resolve(Number(port));
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`the host ended with code ${code}: ${said}`)));
  });
}
