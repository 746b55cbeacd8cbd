import * as v from "valibot";
import { parseJson } from "./json.ts";

const about = v.looseObject({ field: v.string() });

/** The field that a refusal names, if any. */
export function fieldOf(body: string): string | undefined {
  try {
    const parsed = v.safeParse(about, parseJson(body));
    return parsed.success ? parsed.output.field : undefined;
  } catch {
    return undefined;
  }
}
