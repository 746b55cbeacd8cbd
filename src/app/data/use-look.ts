import { useLiveQuery } from "./use-live-query.ts";
import { useEffect, useRef, useState } from "react";
import type { Look } from "../../db/search/search-index.ts";
import type { ListItem } from "../../db/transactions/list-window.ts";
import type { TransactionQuery } from "../../db/transactions/transaction-query.ts";
import { readRecentUsers } from "../../db/people/recent-users.ts";
import { followUserWrites } from "../../db/people/selected-users.ts";
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

/**
 * Searches the whole cache in the worker. The previous answer stays until the next arrives: compare its key. `writes`: another number
 * searches the users as they are then.
 */
export function useLook(wanted: Wanted, writes = 0): { key: string; looked: Looked | undefined } {
  const { db, search } = useSync();
  const timeZone = useTimeZone();
  const key = JSON.stringify(wanted);
  const [looked, setLooked] = useState<Looked>();
  const before = useRef<Promise<void>>(undefined);
  const known = useRef<number>(undefined);
  useEffect(() => {
    let isOver = false;
    const { filter, words } = JSON.parse(key) as Wanted;
    const find = async (): Promise<Looked["found"]> => {
      const found = await search.look(filter, timeZone, words);
      return { ...found, rows: await rowsByKeys(db, found.transactions.keys) };
    };
    const look = async (): Promise<void> => {
      // One at a time: a slow device would have one of each letter to work off.
      await before.current;
      if (isOver) return;
      if (known.current !== writes) search.forgetPeople();
      known.current = writes;
      // Shown in any case: writes may come faster than answers.
      setLooked({ key, found: await find().catch(() => undefined) });
    };
    before.current = look();
    return () => {
      isOver = true;
    };
  }, [db, search, timeZone, key, writes]);
  return { key, looked };
}

/**
 * Cached users while a text is typed: those whose email, name or phone number contains it, the best first, and the one whose phone
 * number it is. In the worker, since the page would read all users at each letter. `isCurrent`: found for this text.
 */
export function usePeople(text: string): { readonly people: Look["people"] | undefined; readonly isCurrent: boolean } {
  const { db } = useSync();
  const [writes, setWrites] = useState(0);
  useEffect(() => followUserWrites(db, () => setWrites((count) => count + 1)), [db]);
  const { key, looked } = useLook({ filter: {}, words: text }, writes);
  return { people: looked?.found?.people, isCurrent: looked?.key === key };
}

/** Users whose pages were opened recently, latest first; undefined before the cache has answered. */
export function useRecentlySeen(): readonly CachedUser[] | undefined {
  const { db } = useSync();
  return useLiveQuery(() => readRecentUsers(db), [db]);
}
