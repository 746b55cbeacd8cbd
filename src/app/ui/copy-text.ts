import { toast } from "./toast.ts";

/** Copies text to the clipboard and says how it went in a toast; resolves to whether it was copied. */
export async function copyText(value: string, words: { copied: string; failed: string }): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value);
  } catch {
    toast({ tone: "failed", title: words.failed });
    return false;
  }
  toast({ tone: "done", title: words.copied });
  return true;
}
