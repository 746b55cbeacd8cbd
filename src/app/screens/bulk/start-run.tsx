import { Suspense } from "react";
import type { PlannedRow } from "../../../contract/bulk.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { loadWords } from "../../words/language.ts";

const Form = lazyPart(async () => {
  const [{ StartForm }] = await Promise.all([import("./start-form.tsx"), loadWords(["bulkRun"])]);
  return StartForm;
}, LostPart);

export interface StartRunProps {
  /** The ticked rows, in file order. */
  rows: readonly PlannedRow[];
  /** The file's name. */
  name: string;
  /** Called once the run is stored and started. */
  onStarted?: (() => void) | undefined;
}

/** Confirms a bulk funding: row count and total have to be typed, then the run starts (BULK-3). Loads its own translations. */
export const StartRun = (props: StartRunProps) => (
  <Suspense fallback={null}>
    <Form {...props} />
  </Suspense>
);
