import { useEffect, useState } from "react";
import { troubleOf } from "../../sync/storage/storage-trouble.ts";
import { useSync } from "./sync-context.ts";

/**
 * The search's answer to a question about the cached transactions, asked again each time it was told of a write; undefined until it
 * is there. One question at a time, and each answer is shown: a live query starts over at each write, so it shows nothing while writes
 * come faster than its answers, and may ask before the search knows of them. `ask` is memoised, and rejects like a live query.
 */
export function useAfterWrites<T>(ask: () => Promise<T>): T | undefined {
  const { written, dispatcher } = useSync();
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
    const unfollow = written.subscribe(() => void look());
    return () => {
      stop.abort();
      unfollow();
    };
  }, [written, dispatcher, ask]);
  return found?.by === ask ? found.answer : undefined;
}
