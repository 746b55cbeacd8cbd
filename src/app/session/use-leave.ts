import { useContext, useState } from "react";
import { useHost } from "../data/host-context.ts";
import { useIsHere } from "../parts/use-is-here.ts";
import type { LeaveQuestion } from "./leave-question.ts";
import { logOut } from "./session-end.ts";
import { SyncContext } from "../data/sync-context.ts";

export interface Leave {
  /** Signs out; asks first if something would be left unsettled or lost. */
  readonly leave: () => void;
  /** What would be lost is being found out, or the sign-out is under way. */
  readonly busy: boolean;
  readonly question: LeaveQuestion | undefined;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/**
 * Signs out in every tab of this device (AUTH-10, AUTH-14); asks first if something is unsettled (FUND-6) or a case
 * would be deleted (FIND-7).
 */
export function useLeave(): Leave {
  const host = useHost();
  const sync = useContext(SyncContext);
  const [question, setQuestion] = useState<LeaveQuestion>();
  const [busy, setBusy] = useState(false);
  const isHere = useIsHere();
  const leave = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const load = () => import("./leave-question.ts");
    // If this can't be loaded, neither can the dialog; that must not prevent signing out.
    const asked =
      sync &&
      (await load()
        .then(({ questionOf }) => questionOf(sync))
        .catch(() => undefined));
    // The PIN has opened the app meanwhile, or what asked was left.
    if (!isHere()) return;
    setQuestion(asked);
    if (!asked) await logOut(host, sync);
    setBusy(false);
  };
  return {
    leave: () => void leave(),
    busy,
    question,
    confirm: () => void logOut(host, sync),
    cancel: () => setQuestion(undefined),
  };
}
