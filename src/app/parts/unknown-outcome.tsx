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
  /** The attempt's id, from the outcome. */
  attempt: string;
  /** Called once the admin or the host has settled it. */
  onSettled?: (() => void) | undefined;
  /** Refetches what the attempt may have changed, once its outcome is known. */
  refresh?: (() => unknown) | undefined;
  /** Asks to confirm the same again; offered once the attempt is known never to have arrived (KEY-3). */
  onAgain?: ((attempt: Attempt) => void) | undefined;
}

/**
 * Shown on every screen for an attempt with an unknown outcome (FUND-6): what was sent, when, to whom, and the ways to
 * find out and to settle it. Loads its own translations.
 */
export const UnknownOutcome = (props: UnknownOutcomeProps) => (
  <Suspense fallback={null}>
    <Panel {...props} />
  </Suspense>
);
