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
  running = await start(readOptions(process.env, process.argv.slice(2)));
  console.log(`Counterfoil is ready at ${running.origin}`);
  console.log(running.signIn);
} catch (error) {
  console.error(error instanceof StartError ? error.message : error);
  process.exit(1);
}
