import { Suspense } from "react";
import type { Attempt } from "../../db/money/journal.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { LostPart } from "../ui/lost-part.tsx";
import { loadWords } from "../words/language.ts";

const Panel = lazyPart(async () => {
  const [{ UnknownOutcomePanel }] = await Promise.all([import("./unknown-outcome-panel.tsx"), loadWords(["attempts"])]);
  return UnknownOutcomePanel;
}, LostPart);

export interface UnknownOutcomeProps {
  /** The attempt's id, as the outcome carries it. */
  attempt: string;
  /** Called once the admin, or the host, has settled it. */
  onSettled?: (() => void) | undefined;
  /** Fetches again what the attempt may have changed, once it is known. */
  refresh?: (() => unknown) | undefined;
  /** Asks for a new confirmation of the same, offered once the attempt has never arrived (KEY-3). */
  onAgain?: ((attempt: Attempt) => void) | undefined;
}

/**
 * What every screen shows for an attempt whose outcome is not known (FUND-6): what was sent, when, to whom,
 * and the ways to find out and to settle it. Brings its own words.
 */
export const UnknownOutcome = (props: UnknownOutcomeProps) => (
  <Suspense fallback={null}>
    <Panel {...props} />
  </Suspense>
);
