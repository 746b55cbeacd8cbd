import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import * as v from "valibot";
import type { Config } from "../src/contract/config.ts";
import { terminalLine } from "../src/contract/text.ts";
import { NoCheck } from "./asking.ts";
import { configFile } from "./config-file.ts";
import { type Options, conform } from "./conform.ts";
import { differences } from "./differences.ts";
import { differencesIn, report } from "./report.ts";

const usage =
  "Usage: CONFORM_EMAIL=… CONFORM_PIN=… npm run conform -- https://host [--config config.json] [--origin https://app] [--secrets]";

function addressOf(given: string): string {
  // Not shown: before an @ stands a password.
  if (/[?#@]/.test(given)) throw new NoCheck(`An address is a scheme, a name, a port and a path, without ?, # and @. ${usage}`);
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol)) throw new NoCheck(`${given} is no http(s) address. ${usage}`);
  return given.replace(/\/+$/, "");
}

function who({ CONFORM_EMAIL: email, CONFORM_PIN: pin, CONFORM_TOKEN: given }: NodeJS.ProcessEnv): Options["who"] {
  const token = given?.trim();
  if (token && !/^[\x21-\x7e]+$/.test(token)) throw new NoCheck("CONFORM_TOKEN has a space, a line break or a letter that no token has.");
  if (token) return { token };
  if (!email || !pin)
    throw new NoCheck("Who signs in is in CONFORM_EMAIL and CONFORM_PIN, or an access token in CONFORM_TOKEN. Nothing was sent.");
  return { email, pin };
}

function readConfig(path: string): Config {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(path, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new NoCheck(`${path} can't be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
  const parsed = v.safeParse(configFile, json);
  if (parsed.success) return parsed.output;
  const [first] = differences(configFile, json);
  const what = first?.field === "answer" ? "it" : first?.field;
  throw new NoCheck(`${path} is no config.json: ${what} should be ${first?.expected}.`);
}

function argumentsOf(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { config: { type: "string" }, origin: { type: "string" }, secrets: { type: "boolean", default: false } },
    });
  } catch (error) {
    throw new NoCheck(`${error instanceof Error ? error.message : String(error)}. ${usage}`);
  }
}

/** How it ended. `code`: 0 if all conforms, 1 if something differs, 2 if it couldn't be checked, for which `err` is one line. */
export interface Ended {
  readonly code: 0 | 1 | 2;
  readonly out: string;
  readonly err: string;
}

/** Checks a host as arguments and environment say. `tell`: called with what happens meanwhile. */
export async function command(args: readonly string[], env: NodeJS.ProcessEnv, tell: (line: string) => void): Promise<Ended> {
  try {
    const { values, positionals } = argumentsOf(args);
    const [host, ...more] = positionals.map(addressOf);
    if (host === undefined) throw new NoCheck(usage);
    if (more.length > 0) throw new NoCheck(`One host is checked at a time: what is ${more.join(" ")}? ${usage}`);
    const { config, origin, secrets } = values;
    const checked = await conform({
      host,
      who: who(env),
      fetch,
      pause: (seconds) => {
        tell(`The host takes no more requests just now; going on in ${seconds} s.`);
        return setTimeout(seconds * 1000);
      },
      origin: origin === undefined ? undefined : addressOf(origin),
      secrets,
      ...(config === undefined ? {} : { config: readConfig(config) }),
    });
    return { code: differencesIn(checked) > 0 ? 1 : 0, out: report(checked), err: "" };
  } catch (error) {
    return { code: 2, out: "", err: terminalLine(error instanceof NoCheck ? error.message : `The check failed: ${String(error)}`) };
  }
}
