import { useLiveQuery } from "./use-live-query.ts";
import { nameOf } from "../../contract/call.ts";
import { globalMarkdown } from "../../contract/markdown.ts";
import { markupRecord } from "../../contract/markup.ts";
import { offrampRate, onrampRate } from "../../contract/rates.ts";
import { type KnownFigure, readFigure, type SingleFigure } from "../../db/figures/rates.ts";
import { askAgain } from "./ask-again.ts";
import { useSync } from "./sync-context.ts";
import { type Fetching, useFeed } from "./use-feed.ts";

export type { KnownFigure, SingleFigure };

const calls = {
  onramp: nameOf(onrampRate),
  offramp: nameOf(offrampRate),
  markup: nameOf(markupRecord),
  markdown: nameOf(globalMarkdown),
} as const satisfies Record<SingleFigure, string>;

/** A single host figure from the cache, kept fresh. `cached`: undefined while loading, null if there is none. */
export function useFigure<F extends SingleFigure>(
  figure: F,
): { cached: KnownFigure<F> | null | undefined; fetching: Fetching; refresh: () => Promise<void> } {
  const { db } = useSync();
  const cached = useLiveQuery(async () => (await readFigure(db, figure)) ?? null, [db, figure]);
  return { cached, ...useFeed(figure, null, calls[figure], "first") };
}

/** Refetches a figure and returns it; undefined if the host could not be asked. */
export function useReadFigureAgain<F extends SingleFigure>(figure: F): () => Promise<KnownFigure<F> | undefined> {
  const sync = useSync();
  return () => askAgain(sync, figure, null, () => readFigure(sync.db, figure));
}
