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
 * shown as it comes, with `quiet` never.
 * Signals to this process end the program, too.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, quiet?: boolean, env?: Record<string, string> }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(command, args, { show = false, quiet = false, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ["ignore", show ? "inherit" : "pipe", show ? "inherit" : "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (text) => (output += text));
    child.stderr?.on("data", (text) => (output += text));

    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      process.exit(signal === "SIGINT" ? 130 : 143);
    };
    process.on("SIGINT", stop).on("SIGTERM", stop);
    const settle = (/** @type {boolean} */ ok) => {
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
