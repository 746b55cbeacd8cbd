import { useLiveQuery } from "./use-live-query.ts";
import { useEffect, useRef, useState } from "react";
import type { Look } from "../../db/search/search-index.ts";
import type { ListItem } from "../../db/transactions/list-window.ts";
import type { TransactionQuery } from "../../db/transactions/transaction-query.ts";
import { readRecentUsers } from "../../db/people/recent-users.ts";
import { rowsByKeys } from "../../db/store/rows.ts";
import { useTimeZone } from "../state/settings.ts";
import { useSync } from "./sync-context.ts";
import type { CachedUser } from "./use-users.ts";

/** Search input: transactions by filter (none if it is empty), users and wallets by text. */
export interface Wanted {
  readonly filter: TransactionQuery;
  readonly words: string;
}

export type FoundTransaction = Extract<ListItem, { is: "row" }>["row"];

export interface Looked {
  /** The question answered. */
  readonly key: string;
  /** Undefined if the cache can't be read. */
  readonly found: (Look & { readonly rows: readonly FoundTransaction[] }) | undefined;
}

/** Searches the whole cache in the worker. The previous answer stays until the next arrives: compare its key. */
export function useLook(wanted: Wanted): { key: string; looked: Looked | undefined } {
  const { db, search } = useSync();
  const timeZone = useTimeZone();
  const key = JSON.stringify(wanted);
  const [looked, setLooked] = useState<Looked>();
  const before = useRef<Promise<void>>(undefined);
  useEffect(() => {
    search.forgetPeople();
    search.warm();
  }, [search]);
  useEffect(() => {
    let isOver = false;
    const { filter, words } = JSON.parse(key) as Wanted;
    const look = async (): Promise<Looked["found"]> => {
      // One at a time: a slow device would have one of each letter to work off.
      await before.current;
      if (isOver) return undefined;
      const found = await search.look(filter, timeZone, words);
      return { ...found, rows: await rowsByKeys(db, found.transactions.keys) };
    };
    const show = (found: Looked["found"]): void => {
      if (!isOver) setLooked({ key, found });
    };
    before.current = look().then(show, () => show(undefined));
    return () => {
      isOver = true;
    };
  }, [db, search, timeZone, key]);
  return { key, looked };
}

/** Users whose pages were opened recently, latest first; undefined before the cache has answered. */
export function useRecentlySeen(): readonly CachedUser[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readRecentUsers(db), [db]);
}
