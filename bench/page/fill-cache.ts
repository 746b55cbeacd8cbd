import type { Page } from "@playwright/test";
import type { Run } from "../../src/db/store/coverage.ts";
import { sheetsOf } from "../../src/db/store/sheets.ts";
import type { TransactionRow } from "../../src/db/store/database.ts";
import { toRow } from "../../src/db/transactions/transactions.ts";
import { makeRows } from "./rows.ts";

/** Writes records into a store of a signed-in page's cache. */
export const putRecords = (page: Page, store: string, records: readonly unknown[]): Promise<void> =>
  page.evaluate(
    async ([name, all]) => {
      const kept = (await indexedDB.databases()).find((one) => one.name?.startsWith("counterfoil-"));
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open(kept?.name ?? "");
        opening.addEventListener("error", () => reject(new Error("no cache")));
        opening.addEventListener("success", () => {
          const writing = opening.result.transaction(name, "readwrite");
          for (const record of all) writing.objectStore(name).put(record);
          writing.addEventListener("complete", () => {
            opening.result.close();
            resolve();
          });
          writing.addEventListener("abort", () => reject(new Error("not written")));
        });
      });
    },
    [store, records] as const,
  );

/** Writes transactions and users into a signed-in page's cache; visible after a reload. */
export async function fillCache(page: Page, rows: number, users: number): Promise<readonly TransactionRow[]> {
  const made = makeRows(rows).map((row) => toRow(row, Date.now()));
  const sheets = sheetsOf(made, made[0]?.at ?? 0);
  for (let start = 0; start < sheets.length; start += 50) await putRecords(page, "sheets", sheets.slice(start, start + 50));
  await putRecords(
    page,
    "users",
    Array.from({ length: users }, (_, n) => ({
      id: `bench-${n}`,
      email: `user${n}@example.com`,
      username: `user${n}`,
      name: `Musa Kemi ${n}`,
      phonenumber: `+23480${10_000_000 + n}`,
      createdAt: "2026-01-01T00:00:00.000Z",
      seenAt: Date.now(),
    })),
  );
  return made;
}

const piece = 256;

/** Records in the cache that these rows, newest first, are the complete list as of now. */
export async function coverWhole(page: Page, rows: readonly TransactionRow[]): Promise<void> {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return;
  const asOf = Date.now();
  const pieces = Array.from({ length: Math.ceil(rows.length / piece) }, (_, n) => {
    const some = rows.slice(n * piece, (n + 1) * piece);
    return { from: some[0]?.at ?? 0, to: some.at(-1)?.at ?? 0, rows: some.length, asOf };
  });
  const edge = ({ at, id }: TransactionRow) => ({ at, ids: [id] });
  const run: Run = { top: edge(first), bottom: edge(last), headAsOf: asOf, endAsOf: asOf, pieces };
  await putRecords(page, "state", [{ name: "coverage", value: [run] }]);
}
