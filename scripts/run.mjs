import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The project's folder, whatever the current directory. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * The file behind a package's command, to be run by this Node without a shell or npx, so that signals reach it directly.
 * @param {string} packageName
 * @param {string} [command] if the package has more than one
 */
export function bin(packageName, command = packageName) {
  const home = `${root}node_modules/${packageName}/`;
  const { bin: commands } = JSON.parse(readFileSync(`${home}package.json`, "utf8"));
  return home + (typeof commands === "string" ? commands : commands[command]);
}

/**
 * Runs a program to its end. Its output is printed only if it fails; with `show` as it comes, with `quiet` never. After `atMost`
 * minutes it has failed, and its process group is killed. Signals to this process end the program, too.
 * @param {string} command
 * @param {string[]} args
 * @param {{ show?: boolean, quiet?: boolean, shell?: boolean, atMost?: number, env?: Record<string, string> }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function run(command, args, { show = false, quiet = false, shell = false, atMost, env = {} } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      shell,
      env: { ...process.env, ...env },
      // A group leader, so that its descendants can be killed with it.
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
 * Like `run`, with this Node.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runNode = (args, options) => run(process.execPath, args, options);
