import { useEffect, useRef, useState } from "react";
import type { Stretch } from "../../../db/store/coverage.ts";
import { fillDays, freshenDays } from "../../../sync/transactions/fill-days.ts";
import { useSync } from "../../data/sync-context.ts";
import { useLatestRun } from "../../data/use-latest-run.ts";
import { tellEnd } from "../../state/long-actions.ts";

/** `downTo`: rows are loaded down to this time (epoch ms). `failedHere`: by this device, whatever the host answered. */
export type Fill = { readonly is: "idle" | "failed" | "failedHere" } | { readonly is: "loading"; readonly downTo: number };

interface Filling {
  readonly state: Fill;
  /** `seenSince` (device epoch ms): rows last seen before this are refetched too. */
  readonly begin: (stretch: Stretch, seenSince?: number) => void;
  readonly cancel: () => void;
}

/** Loads the rows the cache lacks in a time range; calls `onDone` when complete or cancelled. */
export function useFill(onDone: () => void): Filling {
  const sync = useSync();
  const [state, setState] = useState<Fill>({ is: "idle" });
  const run = useLatestRun();
  // What was chosen while it loads counts.
  const over = useRef(onDone);
  useEffect(() => {
    over.current = onDone;
  }, [onDone]);
  const begin = async (stretch: Stretch, seenSince: number | undefined) => {
    const signal = run.begin();
    const tell = (downTo: number): void => {
      if (!signal.aborted) setState({ is: "loading", downTo: Math.min(downTo, stretch.from) });
    };
    tell(stretch.from);
    const load = async (): Promise<boolean> =>
      (await fillDays(sync, stretch, tell, signal)) &&
      (seenSince === undefined || (await freshenDays(sync, stretch, seenSince, tell, signal)));
    const is = await load().then(
      (isWhole) => (isWhole ? "idle" : "failed"),
      () => "failedHere" as const,
    );
    if (signal.aborted) return;
    setState({ is });
    tellEnd("loadDays");
    over.current();
  };
  return {
    state,
    begin: (stretch, seenSince) => void begin(stretch, seenSince),
    cancel: () => {
      run.stop();
      setState({ is: "idle" });
      onDone();
    },
  };
}
