import { useLiveQuery } from "./use-live-query.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ListItem } from "../../db/transactions/list-window.ts";
import { goneAfter } from "../../db/store/gone.ts";
import { rowById } from "../../db/transactions/row-by-id.ts";
import type { DemandResult } from "../../sync/feeds/feed-worker.ts";
import { type Asked, askTransaction } from "../../sync/transactions/ask-transaction.ts";
import { keepFresh } from "../../sync/transactions/keep-fresh.ts";
import { messageIn } from "../../sync/wire/message-in.ts";
import { askingFor } from "../../sync/wire/read-queue.ts";
import { useTroubles } from "./use-notices.ts";
import { useReach } from "./use-reach.ts";
import { useSync } from "./sync-context.ts";

type Row = Extract<ListItem, { is: "row" }>["row"];

/** State of a transaction looked up by id. */
export type TransactionState =
  | { readonly is: "reading" }
  /** `isGone`: when it was last fetched again, the host didn't find it any more, or its stream said that it was deleted. */
  | { readonly is: "found"; readonly row: Row; readonly isGone: boolean }
  | { readonly is: "asking" }
  | Exclude<Asked<Row>, { is: "found" }>;

/** A row the list beneath refreshed within this time isn't refetched, in ms. */
const freshForMs = 90_000;

/**
 * A transaction by id: from the cache, or as last seen there, since eviction doesn't change it; else from the host's
 * search, repeated by `retry` and when the host is back. `known`: what a list already shows of it. Kept fresh while
 * mounted, like the rows in view.
 */
export function useTransaction(id: string, known: Row | undefined): { readonly state: TransactionState; readonly retry: () => void } {
  const sync = useSync();
  const { db, host } = sync;
  const isAway = useReach().is === "unreachable";
  const [times, setTimes] = useState(0);
  const question = `${times} ${isAway} ${id}`;
  const [asked, setAsked] = useState<{ readonly question: string; readonly answer: Asked<Row> }>();
  const last = useRef<{ readonly row: Row; readonly isGone: boolean }>(undefined);
  const read = async () => {
    // An unreadable cache counts as empty.
    const row = await rowById(db, id).catch(() => undefined);
    const before = last.current?.row.id === id ? last.current : undefined;
    const wasDeleted = async ({ seenAt }: Row): Promise<boolean> =>
      goneAfter(db, "transaction").then(
        (after) => after(id, seenAt),
        () => false,
      );
    if (row) last.current = { row, isGone: false };
    // The note of a deletion is kept for some minutes only.
    else last.current = before && { ...before, isGone: before.isGone || (await wasDeleted(before.row)) };
    return { id, ...last.current };
  };
  const cached = useLiveQuery(read, [db, id]);
  const answer = asked?.question === question ? asked.answer : undefined;
  const found = answer?.is === "found" ? answer.rows[0] : undefined;
  const isRead = cached?.id === id;
  const row = (isRead ? cached.row : undefined) ?? found ?? known;
  const seenAt = useRef(0);
  useEffect(() => {
    seenAt.current = row?.seenAt ?? 0;
  }, [row]);

  const isMissing = isRead && row === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    const stop = new AbortController();
    void askTransaction(sync, id, askingFor(question, stop.signal)).then((one) => {
      if (!stop.signal.aborted) setAsked({ question, answer: one });
    });
    return () => stop.abort();
  }, [sync, id, question, isMissing]);
  // Told while it is still being retried.
  useTroubles((trouble) => {
    if (isMissing && trouble.demands?.includes(question) === true)
      setAsked({ question, answer: { is: "notAsked", message: messageIn(trouble.answer) } });
  });

  const [gone, setGone] = useState<string>();
  const isFound = row !== undefined;
  useEffect(() => {
    if (!isFound) return undefined;
    const stop = new AbortController();
    const refresh = async (): Promise<DemandResult> => {
      const isFresh = host.clock.now() - seenAt.current <= freshForMs;
      const { is } = isFresh ? { is: "found" } : await askTransaction(sync, id, stop.signal);
      if (is !== "notAsked" && !stop.signal.aborted) setGone(is === "notFound" ? id : undefined);
      return { is: is === "notAsked" ? "failed" : "done" };
    };
    keepFresh(host, refresh, stop.signal, "view");
    return () => stop.abort();
  }, [sync, host, id, isFound]);

  const retry = useCallback(() => setTimes((before) => before + 1), []);
  const state = (): TransactionState => {
    if (row) return { is: "found", row, isGone: gone === id || (isRead && cached.isGone === true) };
    if (!isRead) return { is: "reading" };
    return answer && answer.is !== "found" ? answer : { is: "asking" };
  };
  return { state: state(), retry };
}
