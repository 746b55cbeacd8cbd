/** A child process that takes the lock of each directory it is sent, and reports whether it got it; `null` releases it. */
import { lockDataDir } from "../../../host/db/data-lock.ts";

let unlock: (() => void) | undefined;

process.on("message", ({ dir }: { readonly dir: string | null }) => {
  if (dir === null) {
    unlock?.();
    unlock = undefined;
    process.send?.("free");
    return;
  }
  try {
    unlock = lockDataDir(dir);
    process.send?.("taken");
  } catch (error) {
    process.send?.(error instanceof Error ? error.message : String(error));
  }
});
process.send?.("ready");
