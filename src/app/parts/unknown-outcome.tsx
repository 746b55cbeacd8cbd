import type { Attempt } from "../../db/money/journal.ts";
import { lazyPart } from "../ui/lazy-part.tsx";
import { LostPart } from "../ui/lost-part.tsx";

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
 * find out and to settle it.
 */
export const UnknownOutcome = lazyPart<UnknownOutcomeProps>(async () => (await import("./unknown-outcome-panel.tsx")).UnknownOutcomePanel, {
  words: ["attempts"],
  instead: LostPart,
});
