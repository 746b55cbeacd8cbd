import { dayAt } from "../../contract/zones.ts";
import { settings, zoneOf } from "../state/settings.ts";

const forbidden = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;

/** Turns any text into a file name valid on every file system. */
export const fileName = (text: string, extension: string): string => `${text.replaceAll(forbidden, "_").slice(0, 120)}.${extension}`;

/** File name ending in the date of a time (epoch ms) in the chosen time zone (SET-1). */
export const datedName = (text: string, at: number, extension: string): string =>
  fileName(`${text}-${dayAt(at, zoneOf(settings.kept.timeZone))}`, extension);

/** Downloads content as a file. `name`: from `fileName` or `datedName`. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then; without revoking, the content stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
