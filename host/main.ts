import { log, logAs, toldError } from "./operation/log.ts";
import { readOptions } from "./options.ts";
import { type Running, resetPasskeys, start } from "./start.ts";
import { StartError } from "./start-error.ts";

/** Grace period for SIGTERM during start, in ms; the database rolls back what is half done. */
const longestEndMs = 5000;

const ending = new AbortController();
let running: Running | undefined;

async function stop(): Promise<void> {
  // A second Ctrl-C exits at once.
  if (ending.signal.aborted) process.exit(1);
  ending.abort();
  if (running === undefined) {
    setTimeout(() => process.exit(0), longestEndMs).unref();
    return;
  }
  try {
    await running.stop();
    process.exit(0);
  } catch (error) {
    log("error", "stopping", toldError(error));
    process.exit(1);
  }
}

// A log collector that ends closes the pipe; without listeners the next line would end the host.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

process.on("SIGINT", () => void stop());
process.on("SIGTERM", () => void stop());

try {
  const options = readOptions(process.env, process.argv.slice(2));
  logAs(options.LOG);
  if (options.RESET_PASSKEYS !== undefined) {
    console.log(`${await resetPasskeys(options, options.RESET_PASSKEYS)}.`);
    process.exit(0);
  }
  running = await start(options, ending.signal);
  const { ADMIN_EMAIL: email } = options;
  // The log leaves emails out, but not that the account has another PIN.
  if (options.LOG === "json") {
    const { origin, signIn } = running;
    log("info", "ready", { origin, signIn: email === undefined ? signIn : signIn.replaceAll(email, "ADMIN_EMAIL") });
  } else {
    console.log(`Counterfoil is ready at ${running.origin}`);
    console.log(running.signIn);
  }
} catch (error) {
  if (ending.signal.aborted) process.exit(0);
  if (error instanceof StartError) console.error(error.message);
  else log("error", "the start failed", toldError(error));
  process.exit(1);
}
