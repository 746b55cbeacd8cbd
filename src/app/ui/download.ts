import { dayAt } from "../../contract/zones.ts";
import { settings, zoneOf } from "../state/settings.ts";
import { toast } from "./toast.ts";
import { shownLanguage, translateIn } from "../words/i18n.ts";
import { loadWords } from "../words/language.ts";

const forbidden = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;

/** Bytes of UTF-8 in a name without its extension; file systems take 255 in all. */
const mostBytes = 200;

/** Characters at the end that are kept: a date, and a little before it. */
const keptAtEnd = 24;

/** Cuts a long name in its middle. */
function cut(name: string): string {
  const isShort = (text: string): boolean => new TextEncoder().encode(text).length <= mostBytes;
  if (isShort(name)) return name;
  const chars = Array.from(name);
  const end = `…${chars.slice(-keptAtEnd).join("")}`;
  const start = chars.slice(0, mostBytes - keptAtEnd);
  while (!isShort(start.join("") + end)) start.pop();
  return start.join("") + end;
}

/** Turns any text into a file name valid on every file system. */
export const fileName = (text: string, extension: string): string => `${cut(text.replaceAll(forbidden, "_"))}.${extension}`;

/** File name ending in the date of a time (epoch ms) in the chosen time zone (SET-1). */
export const datedName = (text: string, at: number, extension: string): string =>
  fileName(`${text}-${dayAt(at, zoneOf(settings.kept.timeZone))}`, extension);

/** Downloads content as a file. `name`: from `fileName` or `datedName`. */
export function download(name: string, content: Blob): void {
  // Safari's own, and on iOS alone: true on the home screen, where a download covers the app and nothing leads back.
  if (Reflect.get(navigator, "standalone") === true) {
    const file = new File([content], name, { type: content.type });
    if (navigator.canShare?.({ files: [file] })) return void share(file);
  }
  save(name, content);
}

/** The share sheet saves files, too. Only a tap opens it: a file that took longer to make waits for one (`isTapped`). */
async function share(file: File, isTapped = false): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (refused) {
    // Closed without a choice.
    if (refused instanceof DOMException && refused.name === "AbortError") return;
    if (isTapped) return save(file.name, file);
    await loadWords(["shell"]);
    const t = translateIn(shownLanguage(), "shell");
    const onClick = (): void => void share(file, true);
    toast({ tone: "info", title: t("file.ready", { name: file.name }), action: { label: t("file.save"), onClick } });
  }
}

function save(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then; without revoking, the content stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
