import { UnknownOutcome } from "../parts/unknown-outcome.tsx";

/** Stands on the screen while nobody knows how a change ended, with the ways to settle it. */
export const UnknownNotice = ({ attempt, refresh }: { attempt: string | undefined; refresh: () => unknown }) =>
  attempt === undefined ? null : <UnknownOutcome attempt={attempt} refresh={refresh} />;
