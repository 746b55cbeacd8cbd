// The baseline for every start: 50 rows from plain IndexedDB in a static table, behind the app's own service worker.

/** @typedef {Record<string, string | number | null | undefined>} Row */

/** @returns {Promise<IDBDatabase>} */
const openRows = () =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open("bare", 1);
    opening.addEventListener("upgradeneeded", () => {
      opening.result.createObjectStore("rows", { keyPath: "id" }).createIndex("order", ["at", "id"]);
    });
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(opening.error));
  });

const cells = ["username", "type", "toCurrency", "amount", "status", "reference", "createdAt"];

/**
 * @param {IDBDatabase} db
 * @returns {Promise<Row[]>}
 */
const newest = (db) =>
  new Promise((resolve) => {
    /** @type {Row[]} */
    const rows = [];
    const request = db.transaction("rows").objectStore("rows").index("order").openCursor(undefined, "prev");
    request.addEventListener("success", () => {
      const cursor = request.result;
      if (!cursor || rows.length === 50) {
        resolve(rows);
        return;
      }
      rows.push(cursor.value);
      cursor.continue();
    });
  });

async function show() {
  const db = await openRows();
  const rows = await newest(db);
  const body = document.querySelector("tbody");
  for (const [index, row] of rows.entries()) {
    const line = document.createElement("tr");
    line.setAttribute("aria-rowindex", String(index + 2));
    for (const cell of cells) line.appendChild(document.createElement("td")).textContent = String(row[cell] ?? "");
    body?.append(line);
  }
}

/** @param {Row[]} rows */
async function fillBare(rows) {
  const db = await openRows();
  const transaction = db.transaction("rows", "readwrite");
  for (const row of rows) transaction.objectStore("rows").put(row);
  await new Promise((resolve) => {
    transaction.addEventListener("complete", resolve);
  });
  const { trustedTypes } = /** @type {{ trustedTypes?: any }} */ (globalThis);
  const policy = trustedTypes?.createPolicy("counterfoil", { createScriptURL: (/** @type {string} */ url) => url });
  await navigator.serviceWorker.register(policy ? policy.createScriptURL("/worker.js") : "/worker.js");
  await navigator.serviceWorker.ready;
}

Object.assign(globalThis, { fillBare });
void show();
