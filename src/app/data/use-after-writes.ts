import { useEffect, useState } from "react";
import { followWrites } from "../../db/transactions/transaction-list.ts";
import { troubleOf } from "../../sync/storage/storage-trouble.ts";
import { useSync } from "./sync-context.ts";

/**
 * The answer to a question about the cached transactions, asked again after each write; undefined until it is there. One question at
 * a time, and each answer is shown: a live query starts over at each write, so it shows nothing while writes come faster than its
 * answers. `ask` is memoised, and rejects like a live query.
 */
export function useAfterWrites<T>(ask: () => Promise<T>): T | undefined {
  const { db, dispatcher } = useSync();
  const [found, setFound] = useState<{ readonly by: typeof ask; readonly answer: T }>();
  useEffect(() => {
    const stop = new AbortController();
    let isAsking = false;
    let isWanted = false;
    const look = async (): Promise<void> => {
      isWanted = true;
      if (isAsking) return;
      isAsking = true;
      while (isWanted && !stop.signal.aborted) {
        isWanted = false;
        try {
          const answer = await ask();
          if (!stop.signal.aborted) setFound({ by: ask, answer });
        } catch (error) {
          dispatcher.fail(error);
          if (!stop.signal.aborted && troubleOf(error) !== "lost")
            setFound(() => {
              throw error;
            });
        }
      }
      isAsking = false;
    };
    void look();
    const unfollow = followWrites(db, () => void look());
    return () => {
      stop.abort();
      unfollow();
    };
  }, [db, dispatcher, ask]);
  return found?.by === ask ? found.answer : undefined;
}
