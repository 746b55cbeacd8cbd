import { Suspense } from "react";
import type { PlannedRow } from "../../../contract/bulk.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { loadWords } from "../../words/language.ts";

const View = lazyPart(async () => {
  const [{ RunView }] = await Promise.all([import("./run-view.tsx"), loadWords(["bulkRun", "attempts"])]);
  return RunView;
}, LostPart);

/**
 * The open or latest bulk funding (BULK-3 … BULK-5); nothing if there was none. `onAgain` opens a new dry run. Loads
 * its own translations.
 */
export const RunPanel = (props: { onAgain: (rows: PlannedRow[]) => void }) => (
  <Suspense fallback={null}>
    <View {...props} />
  </Suspense>
);
