import { spawn } from "node:child_process";
import { devPortProblem } from "./dev-port.mjs";
import { installIfNeeded } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { bin, root, runNode } from "./run.mjs";

requireNode();
process.chdir(root);
await installIfNeeded();
// Separate port and data, to run beside `npm start`.
const hostPort = process.env["HOST_PORT"] ?? "4174";
// Before Vite starts, which would pass every call on to whatever has the port.
const problem = await devPortProblem(Number(hostPort));
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}
await runNode([bin("@pandacss/dev", "panda"), "codegen", "--silent"]);

const host = spawn(process.execPath, [bin("tsx"), "watch", "--clear-screen=false", "host/main.ts"], {
  stdio: ["ignore", "inherit", "inherit"],
  env: {
    // Vite's page is on another port than the host; allowed here for passkeys.
    ALLOWED_ORIGINS: "http://localhost:5173",
    ...process.env,
    PORT: hostPort,
    DATA_DIR: process.env["DATA_DIR"] ?? ".cache/dev-data",
  },
});
const vite = spawn(process.execPath, [bin("vite")], {
  stdio: "inherit",
  env: { ...process.env, DEV_HOST: `http://localhost:${hostPort}` },
});
const both = [host, vite];

/** @param {NodeJS.Signals} signal */
const stop = (signal) => {
  for (const child of both) if (child.exitCode === null) child.kill(signal);
};
process.on("SIGINT", stop).on("SIGTERM", stop);
// If one ends, stop the other.
for (const child of both) {
  child.once("exit", (code) => {
    process.exitCode = code ?? 0;
    stop("SIGTERM");
  });
}
