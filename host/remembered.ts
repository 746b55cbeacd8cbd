/** A value that is computed at most once within its life; callers meanwhile share the one computation. */
export function remembered<T>(compute: () => Promise<T>, lifeMs: number, clock: () => Date): { get: () => Promise<T>; forget: () => void } {
  let kept: { readonly value: Promise<T>; readonly at: number } | undefined;
  const get = (): Promise<T> => {
    const now = clock().getTime();
    if (kept !== undefined && Math.abs(now - kept.at) < lifeMs) return kept.value;
    const value = compute();
    kept = { value, at: now };
    value.catch(() => {
      if (kept?.value === value) kept = undefined;
    });
    return value;
  };
  return {
    get,
    forget: () => {
      kept = undefined;
    },
  };
}
