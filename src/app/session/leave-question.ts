import { type AtStake, readAtStake } from "../../db/money/at-stake.ts";
import { type Attempt, unsettledAttempts } from "../../db/money/journal.ts";
import { pause, systemClock } from "../../sync/wire/reach.ts";
import type { Sync } from "../../sync/start-sync.ts";
import { update } from "../state/update-state.ts";

/** Another tab's transaction may block reading the journal; wait no longer than this, in ms. */
const readWithinMs = 500;

/** Time to ask the host for unknown outcomes before asking whether to sign out regardless, in ms (KEY-4). */
const settleWithinMs = 3000;
/** Pause before the host is asked again within that time, in ms. */
const settleAgainMs = 250;

/** Lets a host that can tell settle unknown outcomes (KEY-4); resolves to what is left. Never rejects. */
async function settleFirst({ db, host, dispatcher }: Sync, open: readonly Attempt[]): Promise<readonly Attempt[]> {
  if (host.config.attempts === undefined) return open;
  const over = new AbortController();
  const settling = async (): Promise<void> => {
    // The host may be back without having been noticed yet.
    if (host.reach.state.is === "unreachable" && !(await host.reach.ask())) return;
    // It fails as well where the background is settling the same just now.
    while (!over.signal.aborted && (await dispatcher.demand("settle", 0)).is === "failed")
      await pause(systemClock, settleAgainMs, over.signal);
  };
  await Promise.race([settling(), pause(systemClock, settleWithinMs)]);
  over.abort();
  return unsettledAttempts(db).catch(() => open);
}

/** What a sign-out would leave behind or delete: a bulk funding (BULK-4), cases (FIND-7), unsettled attempts, also in flight. */
export interface LeaveQuestion extends AtStake {
  /** Whether one of them is in flight. */
  readonly isRunning: boolean;
  /** What else would be lost is unknown: the cache that the device still has can't be opened, or did not answer in time. */
  readonly unread: "closed" | "silent" | undefined;
}

/** What to ask before a sign-out, after settling what the host can tell; undefined if nothing. Never rejects. */
export async function questionOf(sync: Sync): Promise<LeaveQuestion | undefined> {
  // An unreadable or blocked journal must not prevent signing out: then the question says so.
  const soon = pause(systemClock, readWithinMs).then(() => undefined);
  const read = <T>(reading: Promise<T>): Promise<T | undefined> => Promise.race([reading.catch(() => undefined), soon]);
  const [open = [], found] = await Promise.all([read(unsettledAttempts(sync.db)), read(readAtStake(sync))]);
  const left = open.length > 0 ? await settleFirst(sync, open) : open;
  const { run, cases, unsettled } = found ?? { run: undefined, cases: 0, unsettled: 0 };
  const unread = found ? undefined : sync.keeping === "off" ? "closed" : "silent";
  const asked = { run, cases, unsettled: left.length + unsettled, unread, isRunning: update.running } as const;
  return asked.unsettled > 0 || run !== undefined || cases > 0 || unread !== undefined ? asked : undefined;
}
