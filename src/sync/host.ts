import type { Config } from "../contract/config.ts";
import { dashboardAnalytics } from "../contract/analytics.ts";
import { probe } from "../contract/probe.ts";
import type { CallNote } from "./call-note.ts";
import { HostClient } from "./host-client.ts";
import { Observable } from "./observable.ts";
import { ReadQueue, type Trouble } from "./read-queue.ts";
import { type Clock, ReachKeeper, systemClock } from "./reach.ts";
import { isExpired, sessionStore } from "./session-store.ts";

/** "declined": the admin goes on with the cache for now; the next mutation asks again. */
export type PinNeed = "no" | "yes" | "declined";

/** The configured host: its client, the queue of reads, and what is known of its reach. */
export interface Host {
  readonly config: Config;
  readonly clock: Clock;
  readonly client: HostClient;
  readonly reach: ReachKeeper;
  readonly reads: ReadQueue;
  /** Asks for the PIN again while the screen stays (AUTH-15). */
  readonly pinNeeded: Observable<PinNeed>;
  /** Set once the host has disowned the token (AUTH-11): the session must be torn down. */
  readonly disowned: Observable<boolean>;
  /** The latest failure of a read. */
  readonly trouble: Observable<Trouble | undefined>;
  /** The latest call that has ended, for the diagnostics log. */
  readonly ended: Observable<CallNote | undefined>;
}

/** By then most screens have asked something, in ms. */
const lookAfterMs = 1500;

/** Connects to the host of a configuration. By itself it only asks whether the host is there: once, and while it is out of reach. */
export function connect(config: Config, signal: AbortSignal = new AbortController().signal, clock: Clock = systemClock): Host {
  const reach = new ReachKeeper(clock, signal);
  const pinNeeded = new Observable<PinNeed>("no");
  const disowned = new Observable(false);
  const trouble = new Observable<Trouble | undefined>(undefined);
  const ended = new Observable<CallNote | undefined>(undefined);
  let asking: Promise<void> | undefined;
  const client = new HostClient(config, reach, clock, sessionStore.current, {
    unauthorised: ({ kind }) => {
      if (kind === "mutation" || pinNeeded.get() === "no") pinNeeded.set("yes");
    },
    // Offline the cached screens go on as they are, and nobody could do anything with a PIN (AUTH-16).
    expired: () => {
      if (pinNeeded.get() !== "no") return;
      asking ??= reach.ask().finally(() => {
        asking = undefined;
        const session = sessionStore.current();
        if (session && isExpired(session) && reach.state.is === "reached" && pinNeeded.get() === "no") pinNeeded.set("yes");
      });
    },
    tokenInvalid: () => disowned.set(true),
    ended: (note) => ended.set(note),
  });
  // What the host said of a token goes with it, whichever tab has put another in its place.
  let token = sessionStore.current()?.token;
  const follow = (): void => {
    const next = sessionStore.current()?.token;
    if (next === token) return;
    token = next;
    pinNeeded.set("no");
    disowned.set(false);
  };
  signal.addEventListener("abort", sessionStore.subscribe(follow), { once: true });
  const reads = new ReadQueue(client, reach, clock, (one) => trouble.set(one));
  // Any answer proves reach, a refusal too.
  reach.probeWith(() => {
    const session = sessionStore.current();
    const call = session && !isExpired(session) ? dashboardAnalytics : probe;
    return client.send(call, { firstByteWithinMs: 5000 });
  });
  // A screen that asks the host nothing would not learn that it is out of reach.
  const lookOnce = (): void => {
    if (reach.state.is === "unknown" && sessionStore.current()) void reach.ask();
  };
  clock.after(lookAfterMs, lookOnce, signal);
  return { config, clock, client, reach, reads, pinNeeded, disowned, trouble, ended };
}
