import type { Format } from "../../../format/use-format.ts";
import type { Tone } from "../../../ui/badge.tsx";

/** Green when complete, yellow when in_progress or started, grey otherwise (USER-9). */
export function generationTone(isComplete: boolean, status: string | undefined): Tone {
  if (isComplete) return "done";
  return status === "in_progress" || status === "started" ? "pending" : "neutral";
}

/** A host's estimate: formatted if it is a date, otherwise unchanged ("2 minutes"). */
export function shownEstimate(text: string, format: Format): string {
  return /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)) ? format.full(Date.parse(text)) : text;
}
