/**
 * A page that the browser puts away for its Back button keeps what it has open. WebKit leaves its transactions open, too,
 * and every page after it waits for them without an end: they are aborted as the page goes. Closing the database isn't
 * enough. What comes back is loaded anew (public/theme.js).
 */
const open = new Set<IDBTransaction>();
let isPutAway = false;

/** Has a transaction aborted when its page is put away before it has ended. */
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
    // It has just ended.
  }
}

globalThis.addEventListener?.("pagehide", (event) => {
  if (!("persisted" in event) || event.persisted !== true) return;
  isPutAway = true;
  for (const transaction of open) abort(transaction);
});
