import * as v from "valibot";
import { jsonOf } from "./json.ts";

const about = v.looseObject({ field: v.string() });

/** The field that a refusal names, if any. */
export function fieldOf(body: string): string | undefined {
  const parsed = v.safeParse(about, jsonOf(body));
  return parsed.success ? parsed.output.field : undefined;
}
