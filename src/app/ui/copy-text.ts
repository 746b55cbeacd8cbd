import { toast } from "./toast.ts";

/** Writes text that isn't ready yet. The write must start synchronously: browsers drop the user activation across an await. */
async function writeWhenMade(value: Promise<string>): Promise<void> {
  if (!("ClipboardItem" in globalThis)) return navigator.clipboard.writeText(await value);
  const blob = value.then((text) => new Blob([text], { type: "text/plain" }));
  return navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
}

/** Copies text to the clipboard and reports the result in a toast. Resolves to whether it was copied. */
export async function copyText(value: string | Promise<string>, words: { copied: string; failed: string }): Promise<boolean> {
  try {
    await (typeof value === "string" ? navigator.clipboard.writeText(value) : writeWhenMade(value));
  } catch {
    toast({ tone: "failed", title: words.failed });
    return false;
  }
  toast({ tone: "done", title: words.copied });
  return true;
}
