/** Creates on first use and memoises: each of a locale's formats costs some milliseconds. */
export function lazily<T>(make: () => T): () => T {
  let made: { it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}
