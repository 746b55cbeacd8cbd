import type { Difference } from "../differences.ts";

/** A page must have as many rows as were asked for, if there are: the app shows no others in their place. */
export const shortPage = (field: string, limit: number, sent: number, total = 0): Difference[] =>
  sent < Math.min(limit, total)
    ? [{ field: `${field} for limit=${limit}`, expected: `${Math.min(limit, total)}, since total says that there are`, got: String(sent) }]
    : [];
