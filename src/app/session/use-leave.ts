import { useContext, useState } from "react";
import { type Attempt, unsettledAttempts } from "../../db/money/journal.ts";
import { pause, systemClock } from "../../sync/wire/reach.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { useHost } from "../data/host-context.ts";
import { logOut } from "./session-end.ts";
import { SyncContext } from "../data/sync-context.ts";

/** A transaction of another tab may hold the journal up; it isn't waited for longer than this, in ms. */
const readWithinMs = 500;

/** The host is asked what became of them for this long at most before it is asked whether to leave all the same, in ms (KEY-4). */
const settleWithinMs = 3000;

/** Has what is unknown settled by a host that can tell (KEY-4), and resolves to what is left. Never rejects. */
async function settleFirst({ db, host, dispatcher }: Sync, open: readonly Attempt[]): Promise<readonly Attempt[]> {
  if (host.config.attempts === undefined || host.reach.state.is === "unreachable") return open;
  await Promise.race([dispatcher.demand("settle", 0), pause(systemClock, settleWithinMs)]);
  return unsettledAttempts(db).catch(() => open);
}

/** What a sign-out would leave behind, or take along. */
export interface LeaveQuestion {
  /** How many attempts are unsettled, those under way among them. */
  readonly unsettled: number;
  /** Whether one of them is under way. */
  readonly isRunning: boolean;
  /** A bulk funding that isn't over, and how many of its rows were not sent (BULK-4). */
  readonly run: { readonly name: string; readonly count: number } | undefined;
  /** How many cases would be gone (FIND-7). */
  readonly cases: number;
}

export interface Leave {
  /** Signs out, unless something would be left unsettled or lost: then that is asked about first. */
  readonly leave: () => void;
  readonly question: LeaveQuestion | undefined;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

/** Signing out from every tab of this device (AUTH-10, AUTH-14), which asks first where something is unsettled (FUND-6) or a case would be gone (FIND-7). */
export function useLeave(): Leave {
  const host = useHost();
  const sync = useContext(SyncContext);
  const [question, setQuestion] = useState<LeaveQuestion>();
  const leave = async (): Promise<void> => {
    // A journal that can't be read, or not now, must not keep anyone signed in.
    const soon = pause(systemClock, readWithinMs).then(() => undefined);
    const read = <T>(reading: Promise<T>): Promise<T | undefined> => Promise.race([reading.catch(() => undefined), soon]);
    const atStake = ({ db }: Sync) => import("../../db/money/at-stake.ts").then(({ readAtStake }) => readAtStake(db));
    const [open = [], { run, cases } = { run: undefined, cases: 0 }] = sync
      ? await Promise.all([read(unsettledAttempts(sync.db)), read(atStake(sync))])
      : [];
    const left = open.length > 0 && sync ? await settleFirst(sync, open) : open;
    if (left.length > 0 || run || cases > 0)
      setQuestion({ unsettled: left.length, isRunning: sync !== undefined && sync.gate.running.get().size > 0, run, cases });
    else await logOut(host, sync);
  };
  return {
    leave: () => void leave(),
    question,
    confirm: () => void logOut(host, sync),
    cancel: () => setQuestion(undefined),
  };
}
