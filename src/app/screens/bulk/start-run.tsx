import { Suspense } from "react";
import type { RunPlan } from "../../../db/money/bulk-runs.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { loadWords } from "../../words/language.ts";

const Form = lazyPart(async () => {
  const [{ StartForm }] = await Promise.all([import("./start-form.tsx"), loadWords(["bulkRun"])]);
  return StartForm;
}, LostPart);

/** `rows`: the ticked ones, in file order. `name`: the file's. */
export interface StartRunProps extends Pick<RunPlan, "rows" | "name" | "doubles"> {
  /** Called if this device has sent some of the rows since: rehearses anew. */
  onSentSince: () => Promise<void>;
  /** Called once the run is stored and started. */
  onStarted?: (() => void) | undefined;
}

/** Confirms a bulk funding: row count and total have to be typed, then the run starts (BULK-3). Loads its own translations. */
export const StartRun = (props: StartRunProps) => (
  <Suspense fallback={null}>
    <Form {...props} />
  </Suspense>
);
