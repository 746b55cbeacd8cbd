import { buildIfNeeded } from "./build.mjs";
import { installIfNeeded } from "./install.mjs";
import { requireNode } from "./node-version.mjs";
import { root } from "./run.mjs";

requireNode();
process.chdir(root);
await installIfNeeded();
if (!(await buildIfNeeded())) process.exit(1);

// In this process, so that signals, arguments and exit codes need no forwarding.
await import(new URL("../dist/host/main.js", import.meta.url).href);
