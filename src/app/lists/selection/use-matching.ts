import { useState } from "react";
import type { Gathering } from "../../../sync/transactions/transaction-export.ts";
import { useLatestRun } from "../../data/use-latest-run.ts";
import type { MatchingOffer, MatchingState } from "./matching-line.tsx";

/** Fetches and selects all matches, reporting the row count; resolves to why it stopped short, if it did. */
type SelectMatching = (
  signal: AbortSignal,
  onRows: (rows: number) => void,
) => Promise<{ readonly is: Gathering; readonly message?: string | undefined }>;

/** Selects matching rows that aren't loaded; `cancel` keeps what is selected. */
export function useMatching(selectMatching: SelectMatching): Omit<MatchingOffer, "total"> {
  const [state, setState] = useState<MatchingState>({ is: "idle" });
  const run = useLatestRun();
  const select = () => {
    const signal = run.begin();
    const set = (next: MatchingState): void => {
      if (!signal.aborted) setState(next);
    };
    set({ is: "fetching", rows: 0 });
    selectMatching(signal, (rows) => set({ is: "fetching", rows })).then(
      ({ is, message }) => set(is === "whole" ? { is: "idle" } : { is: "failed", why: is, message }),
      () => set({ is: "failed", why: "broken" }),
    );
  };
  const cancel = () => {
    run.stop();
    setState({ is: "idle" });
  };
  return { state, select, cancel };
}
