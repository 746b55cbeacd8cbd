import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The project's folder, whatever folder the command was given in. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The file that a package's command starts, to be run by this very Node: no shell, no npx in between,
 * so that a signal reaches the program itself.
 * @param {string} packageName
 * @param {string} [command] where a package has more than one
 */
export function bin(packageName, command = packageName) {
  const home = `${root}node_modules/${packageName}/`;
  const { bin: commands } = JSON.parse(readFileSync(`${home}package.json`, "utf8"));
  return home + (typeof commands === "string" ? commands : commands[command]);
}

/**
 * Runs a program to its end. Its output is kept back and shown only if it fails; with `show` it is
 * shown as it comes, with `quiet` never. One that takes longer than `atMost` minutes has failed: it is killed with
 * all that it has started.
 * Signals to this process end the program, too.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, quiet?: boolean, atMost?: number, env?: Record<string, string> }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(command, args, { show = false, quiet = false, atMost, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      // Only what leads a group of its own can be killed with all that it has started.
      detached: atMost !== undefined,
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (text) => (output += text));
    child.stderr?.on("data", (text) => (output += text));

    const kill = (/** @type {NodeJS.Signals} */ signal) => {
      if (atMost === undefined || child.pid === undefined) child.kill(signal);
      else process.kill(-child.pid, signal);
    };
    const limit =
      atMost === undefined
        ? undefined
        : setTimeout(() => {
            output += `\nIt had not ended after ${atMost} minutes, and was killed.\n`;
            kill("SIGKILL");
          }, atMost * 60_000);
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      kill(signal);
      process.exit(signal === "SIGINT" ? 130 : 143);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
    const settle = (/** @type {boolean} */ ok) => {
      clearTimeout(limit);
      process.off("SIGINT", stop).off("SIGTERM", stop);
      if (!ok && !show && !quiet) process.stderr.write(output);
      resolve({ ok, output });
    };
    child.once("error", (error) => {
      output += `${error.message}\n`;
      settle(false);
    });
    child.once("close", (code) => settle(code === 0));
  });
}

/**
 * Like `run`, by this Node.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runNode = (args, options) => run(process.execPath, args, options);
