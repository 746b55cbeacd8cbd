/** Length of a list that comes in pages. `by`: unset if the host said it; else the pages did: there is more, or the last one came. */
export interface ListLength {
  readonly total: number;
  readonly by?: "more" | "end" | undefined;
}

interface PageSaid {
  readonly sent: number;
  readonly total: number | undefined;
  readonly hasNextPage?: boolean | undefined;
}

/** What a page of `size` rows says of its list's length; where there is more, at least one row. */
export function lengthBy(page: number, size: number, { sent, total, hasNextPage = sent >= size }: PageSaid): ListLength {
  if (total !== undefined) return { total, by: undefined };
  return hasNextPage ? { total: page * size + 1, by: "more" } : { total: (page - 1) * size + sent, by: "end" };
}

/**
 * Whether a page of `size` rows lacks some of its list. The pages of a host that sends fewer than asked for begin elsewhere: the rows
 * between them can't be reached.
 */
export const lacksRows = (page: number, size: number, { sent, total, hasNextPage = false }: PageSaid): boolean =>
  sent < (total === undefined ? Number(hasNextPage) * size : Math.min(size, total - (page - 1) * size));

/** Whether two pages can be of the same list, by its length. */
export const mayBeOneList = (known: ListLength, heard: ListLength): boolean =>
  known.total === heard.total || (known.by !== undefined && heard.by !== undefined);

/** Length of a list after another page of it. That there is more than what is known to end with a full page isn't said by that page. */
export const lengthWith = (known: ListLength, heard: ListLength): ListLength =>
  heard.by === "more" && known.by !== undefined && known.total >= heard.total - 1 ? { total: known.total, by: known.by } : heard;
