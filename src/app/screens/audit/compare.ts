/** One field before and after; undefined: absent. */
export interface Difference {
  readonly field: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly isChanged: boolean;
}

export const textOf = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : typeof value === "string" ? value : JSON.stringify(value, undefined, 1);

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? { ...value }
    : value === null || value === undefined
      ? {}
      : { value };

/** Compares an entry's before and after, field by field; changed fields come first. */
export function compare(before: unknown, after: unknown): Difference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => {
      const [old, now] = [textOf(was[field]), textOf(is[field])];
      return { field, before: old, after: now, isChanged: old !== now };
    })
    .sort((a, b) => Number(b.isChanged) - Number(a.isChanged));
}
