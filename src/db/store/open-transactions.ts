/**
 * Open transactions, to be aborted when the browser keeps the page for its Back button: WebKit leaves them open, and every later
 * page would wait for them forever. Closing the database isn't enough. A restored page is reloaded (src/app/start/before-paint.ts).
 */
const open = new Set<IDBTransaction>();
let isPutAway = false;

/** Aborts a transaction if its page is put away before it ends. */
export function endWithPage(transaction: IDBTransaction): void {
  if (isPutAway) {
    abort(transaction);
    return;
  }
  open.add(transaction);
  const forget = (): void => void open.delete(transaction);
  transaction.addEventListener("complete", forget);
  transaction.addEventListener("abort", forget);
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // Already ended.
  }
}

globalThis.addEventListener?.("pagehide", (event) => {
  if (!("persisted" in event) || event.persisted !== true) return;
  isPutAway = true;
  for (const transaction of open) abort(transaction);
});
