import * as v from "valibot";
import { instant } from "../../../../contract/scalars.ts";
import type { Format } from "../../../format/use-format.ts";
import type { Tone } from "../../../ui/badge.tsx";

/** Green when complete, yellow when in_progress or started, grey otherwise (USER-9). */
export function generationTone(isComplete: boolean, status: string | undefined): Tone {
  if (isComplete) return "done";
  return status === "in_progress" || status === "started" ? "pending" : "neutral";
}

/** A host's estimate: formatted if it is a time, as `instant` reads it; otherwise unchanged ("2 minutes"). */
export function shownEstimate(text: string, format: Format): string {
  const at = v.safeParse(instant, /^(\d{4}-\d\d-\d\d[T ]|\d{10})/.test(text) ? text : "");
  return at.success ? format.full(Date.parse(at.output)) : text;
}
