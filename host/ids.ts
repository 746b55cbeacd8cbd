import { randomBytes } from "node:crypto";

/** A new id: 24 hex digits, beginning with the epoch seconds, so that ids sort roughly by age. */
export function newId(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return seconds.toString(16).padStart(8, "0") + randomBytes(8).toString("hex");
}
