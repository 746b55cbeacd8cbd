import { log, logAs } from "./operation/log.ts";
import { readOptions } from "./options.ts";
import { type Running, start } from "./start.ts";
import { StartError } from "./start-error.ts";

let stopping = false;
let running: Running | undefined;

async function stop(): Promise<void> {
  // A second Ctrl-C means it.
  if (stopping) process.exit(1);
  stopping = true;
  await running?.stop();
  process.exit(0);
}

process.on("SIGINT", () => void stop());
process.on("SIGTERM", () => void stop());

try {
  const options = readOptions(process.env, process.argv.slice(2));
  logAs(options.LOG);
  running = await start(options);
  if (options.LOG === "json") log("info", "ready", { origin: running.origin });
  else {
    console.log(`Counterfoil is ready at ${running.origin}`);
    console.log(running.signIn);
  }
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
