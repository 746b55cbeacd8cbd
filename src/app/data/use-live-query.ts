// oxlint-disable-next-line no-restricted-imports -- the one place
import { useLiveQuery as useDexieQuery } from "dexie-react-hooks";
import { troubleOf } from "../../sync/storage/storage-trouble.ts";
import { useSync } from "./sync-context.ts";

/**
 * Follows a query of the cache; `first` until its first answer. If the database is lost, the last answer stays until the cache is
 * opened again: WebKit fails the queries under way before it says that it has closed the connection.
 */
export function useLiveQuery<T>(query: () => T | PromiseLike<T>, deps: readonly unknown[], first?: T): T | undefined {
  const { dispatcher } = useSync();
  const ask = async (): Promise<T> => {
    try {
      return await query();
    } catch (error) {
      dispatcher.fail(error);
      if (troubleOf(error) !== "lost") throw error;
      return new Promise<T>(() => {});
    }
  };
  return useDexieQuery(ask, [...deps], first);
}
