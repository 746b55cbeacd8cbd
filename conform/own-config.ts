import * as v from "valibot";
import { type Config, config as configSchema } from "../src/contract/config.ts";
import { type Asker, NoCheck } from "./asking.ts";
import { configFile } from "./config-file.ts";
import type { Conformance, Verdict } from "./conformance.ts";
import { type Difference, differences, shown } from "./differences.ts";

export interface ConfigFound {
  readonly config: Config;
  /** The fields that the file itself has. */
  readonly fields: readonly string[];
  readonly verdict: Verdict;
}

/** What a config.json says; the defaults if there is none, or it can't be read. */
export async function configAt(asker: Asker): Promise<ConfigFound> {
  const { status, json, insteadOfJson } = await asker.ask({ method: "GET", path: "/config.json" });
  const nothing = { config: v.parse(configSchema, {}), fields: [] };
  // A host beside which there is no app may refuse the path, or lead elsewhere.
  if (status === 200 ? insteadOfJson === "a web page" : status < 500 && status !== 429)
    return { ...nothing, verdict: { is: "not offered", why: "the app's own config.json counts; name it with --config" } };
  const parsed = v.safeParse(configFile, json);
  if (status === 200 && parsed.success)
    return { config: parsed.output, fields: Object.keys(v.parse(v.looseObject({}), json)), verdict: { is: "same" } };
  const other = { field: "status", expected: "200, or another below 500 where there is none", got: String(status) };
  return { ...nothing, verdict: { is: "differs", differences: status === 200 ? differences(configFile, json) : [other] } };
}

/** Fields that the host announces, and the app's own config.json lacks or has otherwise: the app goes by its own. */
export function unlike(announced: ConfigFound, own: Config): Difference[] {
  const theirs = new Map<string, unknown>(Object.entries(announced.config));
  const ours = new Map<string, unknown>(Object.entries(own));
  return announced.fields
    .filter((field) => field !== "host" && JSON.stringify(theirs.get(field)) !== JSON.stringify(ours.get(field)))
    .map((field) => ({ field, expected: `${shown(theirs.get(field))}, as the host announces`, got: shown(ours.get(field)) }));
}

/** Compares the app's own config.json, at an origin that isn't the host's, with what the host announces. */
export async function checkConfigAt(conformance: Conformance, asker: Asker, announced: ConfigFound): Promise<void> {
  const name = `GET ${asker.host}/config.json`;
  try {
    const own = await configAt(asker);
    if (own.verdict.is === "same") conformance.note(name, unlike(announced, own.config));
    else if (own.verdict.is === "differs") conformance.note(name, own.verdict.differences);
    else conformance.note(name, [{ field: "answer", expected: "the app's config.json", got: "none" }]);
  } catch (error) {
    if (!(error instanceof NoCheck)) throw error;
    conformance.pass(name, { is: "not asked", why: error.message });
  }
}
