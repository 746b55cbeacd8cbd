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
  /** The ticked rows, in the order of the file. */
  rows: readonly PlannedRow[];
  /** The file's name. */
  name: string;
  /** Called once the run is written down and has begun. */
  onStarted?: (() => void) | undefined;
}

/** The confirmation of a bulk funding: what is about to be sent is typed, then the run starts (BULK-3). Brings its own words. */
export const StartRun = (props: StartRunProps) => (
  <Suspense fallback={null}>
    <Form {...props} />
  </Suspense>
);
