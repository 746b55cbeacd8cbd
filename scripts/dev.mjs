import { spawn } from "node:child_process";
import { installIfNeeded } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { bin, root, runNode } from "./run.mjs";

requireNode();
process.chdir(root);
await installIfNeeded();
await runNode([bin("@pandacss/dev", "panda"), "codegen", "--silent"]);

// Its own port and data, so that a running `npm start` is not in the way.
const hostPort = process.env["HOST_PORT"] ?? "4174";
const host = spawn(process.execPath, [bin("tsx"), "watch", "--clear-screen=false", "host/main.ts"], {
  stdio: ["ignore", "inherit", "inherit"],
  env: {
    // Vite's page has another port than the host, and uses passkeys all the same.
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
// One without the other is of no use.
for (const child of both) {
  child.once("exit", (code) => {
    process.exitCode = code ?? 0;
    stop("SIGTERM");
  });
}
