import { useEffect, useRef, useState } from "react";
import type { Gathering } from "../../../sync/transactions/transaction-export.ts";
import type { MatchingOffer, MatchingState } from "./matching-line.tsx";

/** Fetches and selects all matches, reporting the row count; resolves to why it stopped short, if it did. */
type SelectMatching = (
  signal: AbortSignal,
  onRows: (rows: number) => void,
) => Promise<{ readonly is: Gathering; readonly message?: string | undefined }>;

/** Selects matching rows that aren't loaded; `cancel` keeps what is selected. */
export function useMatching(selectMatching: SelectMatching): Omit<MatchingOffer, "total"> {
  const [state, setState] = useState<MatchingState>({ is: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const select = () => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    const set = (next: MatchingState): void => {
      if (!stop.signal.aborted) setState(next);
    };
    set({ is: "fetching", rows: 0 });
    selectMatching(stop.signal, (rows) => set({ is: "fetching", rows })).then(
      ({ is, message }) => set(is === "whole" ? { is: "idle" } : { is: "failed", why: is, message }),
      () => set({ is: "failed", why: "broken" }),
    );
  };
  const cancel = () => {
    running.current?.abort();
    setState({ is: "idle" });
  };
  return { state, select, cancel };
}
