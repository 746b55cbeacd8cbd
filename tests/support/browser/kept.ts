/** A page of any driver. */
interface Evaluates {
  readonly evaluate: <T>(run: () => Promise<T>) => Promise<T>;
}

export interface Kept {
  /** Every record of every IndexedDB database, as JSON. */
  readonly records: readonly string[];
  /** Local and session storage, as JSON. */
  readonly storage: string;
  /** Every URL in Cache Storage. */
  readonly cachedUrls: readonly string[];
}

/** Everything the page's origin stores on the device. */
export const keptBy = (page: Evaluates): Promise<Kept> =>
  page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- runs in the page, which has no outer scope.
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener("success", () => resolve(request.result));
        request.addEventListener("error", () => reject(new Error("IndexedDB refused")));
      });
    const records: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await settled(indexedDB.open(name ?? ""));
      for (const store of database.objectStoreNames) {
        const rows = await settled<unknown[]>(database.transaction(store).objectStore(store).getAll());
        records.push(...rows.map((row) => JSON.stringify(row)));
      }
      database.close();
    }
    const cachedUrls: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      cachedUrls.push(...(await cache.keys()).map(({ url }) => url));
    }
    const storage = JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]);
    return { records, storage, cachedUrls };
  });

/** Everything the origin stores, as one text: records, local and session storage, and the bodies in Cache Storage. */
export async function allKeptBy(page: Evaluates): Promise<string> {
  const { records, storage } = await keptBy(page);
  const bodies = await page.evaluate(async () => {
    const texts: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) texts.push(request.url, (await (await cache.match(request))?.text()) ?? "");
    }
    return texts;
  });
  return [...records, storage, ...bodies].join("\n");
}

/** The email addresses in a text. */
export const emailsIn = (text: string): string[] => [...new Set(text.match(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g))];
