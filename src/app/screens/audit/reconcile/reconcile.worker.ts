import { compareIn, type Scope } from "../../../../db/files/reconcile.ts";
import { type Compared, type FileWords, type Opened, Reconciler } from "./reconciler.ts";
import type { Columns, Mapping, Writing } from "./mapping.ts";
import type { BadLine } from "./statement.ts";

export type ToReconcile =
  | { readonly is: "cache"; readonly name: string }
  | { readonly is: "open"; readonly bytes: Uint8Array }
  | { readonly is: "write"; readonly columns: Columns }
  | { readonly is: "compare"; readonly mapping: Mapping; readonly scope: Scope; readonly words: FileWords };

export type FromReconcile =
  | { readonly is: "opened"; readonly opened: Opened }
  | { readonly is: "written"; readonly writing: Writing }
  | { readonly is: "compared"; readonly compared: Compared | { readonly bad: readonly BadLine[] } }
  | { readonly is: "failed" };

let reconciler: Reconciler | undefined;

async function answer(message: Exclude<ToReconcile, { is: "cache" }>): Promise<FromReconcile> {
  try {
    if (!reconciler) return { is: "failed" };
    if (message.is === "open") return { is: "opened", opened: reconciler.open(message.bytes) };
    if (message.is === "write") return { is: "written", writing: reconciler.writing(message.columns) };
    return { is: "compared", compared: await reconciler.compare(message.mapping, message.scope, message.words) };
  } catch {
    return { is: "failed" };
  }
}

globalThis.addEventListener("message", ({ data }: MessageEvent<ToReconcile>) => {
  if (data.is === "cache") reconciler = new Reconciler(compareIn(data.name));
  else void answer(data).then((said) => globalThis.postMessage(said));
});
