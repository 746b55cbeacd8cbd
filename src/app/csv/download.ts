import { dayAt } from "../../contract/zones.ts";
import { settings, zoneOf } from "../state/settings.ts";

const forbidden = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;

/** A name that every file system takes, made of a text that may hold anything. */
export const fileName = (text: string, extension: string): string => `${text.replaceAll(forbidden, "_").slice(0, 120)}.${extension}`;

/** A file name that ends with the day of a moment (epoch ms) in the chosen time zone (SET-1). */
export const datedName = (text: string, at: number, extension: string): string =>
  fileName(`${text}-${dayAt(at, zoneOf(settings.kept.timeZone))}`, extension);

/** Hands content to the browser as a file. `name`: from `fileName` or `datedName`. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has begun to read it by then; a URL that is never revoked keeps the content in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
