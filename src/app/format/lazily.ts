/** Made with its first use, and then kept: a locale's formats cost some milliseconds each. */
export function lazily<T>(make: () => T): () => T {
  let made: { it: T } | undefined;
  return () => (made ??= { it: make() }).it;
}
