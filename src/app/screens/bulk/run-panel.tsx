import { Suspense } from "react";
import type { PlannedRow } from "../../../contract/bulk.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { loadWords } from "../../words/language.ts";

const View = lazyPart(async () => {
  const [{ RunView }] = await Promise.all([import("./run-view.tsx"), loadWords(["bulkRun", "attempts"])]);
  return RunView;
}, LostPart);

/** The open bulk funding, or the latest one (BULK-3 … BULK-5); nothing where there was none. `onAgain` opens a new rehearsal. Brings its own words. */
export const RunPanel = (props: { onAgain: (rows: PlannedRow[]) => void }) => (
  <Suspense fallback={null}>
    <View {...props} />
  </Suspense>
);
