import type { Collection, Table } from "dexie";

/**
 * The first `extra` rows from the end of an index that is farther from `near`, to be evicted: what came for a page in sight must stay.
 * `index`: one of numbers.
 */
export async function farthestFrom<Row extends object, Key>(
  table: Table<Row, Key>,
  index: keyof Row & string,
  near: number,
  extra: number,
): Promise<Collection<Row, Key>> {
  const inOrder = () => table.orderBy(index);
  const [oldest, newest] = await Promise.all([inOrder().first(), inOrder().last()]);
  const isOld = Number(newest?.[index] ?? 0) - near > near - Number(oldest?.[index] ?? 0);
  return (isOld ? inOrder().reverse() : inOrder()).limit(extra);
}
