/** Cache key of a query; field order doesn't matter. */
export const queryKey = (query: object): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== "")
      .map(([name, value]) => [name, String(value)])
      .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );
