import { useLiveQuery } from "./use-live-query.ts";

/** A live query whose answer goes as soon as a dependency changes; undefined until the next one is there. */
export function useKeyedQuery<T>(query: () => T | PromiseLike<T>, deps: readonly unknown[]): T | undefined {
  const found = useLiveQuery(async () => ({ deps, answer: await query() }), [...deps]);
  return found?.deps.every((dep, at) => Object.is(dep, deps[at])) === true ? found.answer : undefined;
}
