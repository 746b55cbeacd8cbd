/** A query as it is asked: "dateFrom=2026-11-20&dateTo=2026-11-20". */
export const inText = (query: Readonly<Record<string, string | number>>): string =>
  Object.entries(query)
    .map(([field, value]) => `${field}=${value}`)
    .join("&");
