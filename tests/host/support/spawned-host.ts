import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "../../../scripts/run.mjs";
import { quickWasm } from "../../support/quick-wasm.ts";

export const spawnedAdmin = { email: "first@example.com", passwordPin: "482913" };

export interface Spawned {
  readonly child: ChildProcess;
  /** Everything it has printed. */
  readonly said: () => string;
  /** Its exit code once it has ended; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Runs the built host in a child process; its projects build it first (built-host.ts). */
export function spawnHost(env: Readonly<Record<string, string>>, args: readonly string[] = []): Spawned {
  const child = spawn(process.execPath, [...quickWasm, "dist/host/main.js", ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: "0", ACTIVITY: "off", ADMIN_EMAIL: spawnedAdmin.email, ADMIN_PIN: spawnedAdmin.passwordPin, ...env },
  });
  let said = "";
  const listen = (chunk: Buffer): void => {
    said += chunk.toString();
  };
  child.stdout?.on("data", listen);
  child.stderr?.on("data", listen);
  return { child, said: () => said, ended: once(child, "exit").then(([code]) => (typeof code === "number" ? code : null)) };
}

/** Resolves with the host's origin once it is ready; rejects with its output if it ends. */
export async function readyOrigin({ child, said, ended }: Spawned): Promise<string> {
  for (;;) {
    const origin = /ready at (http:\S+)/.exec(said())?.[1];
    if (origin !== undefined) return origin;
    const next = await Promise.race([once(child.stdout ?? child, "data"), ended]);
    if (!Array.isArray(next)) throw new Error(`the host ended with ${next}: ${said()}`);
  }
}
