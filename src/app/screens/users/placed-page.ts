import type { UsersPage } from "../../data/use-users.ts";

/** Position of a page in its list: 1-based numbers of its first and last row, and the number of rows. */
export interface PlacedPage {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

/**
 * Places a page; if the host gives no total, or one lower than the rows it sent, there is one more page as long as
 * pages are full.
 */
export function placePage({ rows, basis, skip }: Pick<UsersPage, "rows" | "basis" | "skip">, pageSize: number): PlacedPage {
  const atLeast = skip + rows.length + (rows.length === pageSize ? 1 : 0);
  const isSaid = basis.total !== undefined && (rows.length === 0 || basis.total >= skip + rows.length);
  const total = isSaid ? basis.total : atLeast;
  return {
    first: rows.length === 0 ? 0 : skip + 1,
    last: skip + rows.length,
    total,
    page: Math.floor(skip / pageSize) + 1,
    pages: Math.max(1, Math.ceil(total / pageSize)),
  };
}
