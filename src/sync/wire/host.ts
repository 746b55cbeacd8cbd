import type { Config } from "../../contract/config.ts";
import { sessionCheck } from "../../contract/probe.ts";
import type { CallNote } from "./call-note.ts";
import { type Failing, failingOf } from "./failing.ts";
import { HostClient } from "./host-client.ts";
import { LiveState } from "./live-state.ts";
import { Observable } from "../state/observable.ts";
import { PinWatch, type PinNeed } from "./pin-watch.ts";
import { ReadQueue, type Trouble } from "./read-queue.ts";
import { type Clock, ReachKeeper, systemClock } from "./reach.ts";
import { sessionStore } from "../state/session-store.ts";

/** The configured host: its client, read queue and reach. */
export interface Host {
  readonly config: Config;
  readonly clock: Clock;
  readonly client: HostClient;
  readonly reach: ReachKeeper;
  readonly reads: ReadQueue;
  /** Asks for the PIN while the screen stays (AUTH-15). */
  readonly pinNeeded: Observable<PinNeed>;
  /** The call, METHOD /path, with which the host refused the latest session seconds after it was opened. */
  readonly spurned: Observable<string | undefined>;
  /** Set when the host no longer knows the token (AUTH-11): the session must be torn down. */
  readonly disowned: Observable<boolean>;
  /** The latest failed read. */
  readonly trouble: Observable<Trouble | undefined>;
  /** The latest answered request, in any tab. */
  readonly recovered: Observable<{ readonly key: string } | undefined>;
  /** What fails while the host answers other calls, by request key. */
  readonly failing: Observable<ReadonlyMap<string, Failing>>;
  /** A person demanded a refresh of everything in view. */
  readonly demanded: Observable<object | undefined>;
  /** State of the host's change stream. */
  readonly live: LiveState;
  /** The latest finished call, for the diagnostics log. */
  readonly ended: Observable<CallNote | undefined>;
  /** Resets the failures of a call ("METHOD /path") that a person demands (SYNC-5). */
  readonly beginAnew: (call: string) => void;
}

/** By then most screens have asked something, in ms. */
const lookAfterMs = 1500;

/** Connects to the configured host. On its own it only probes: once, and while the host is out of reach. */
export function connect(config: Config, signal: AbortSignal = new AbortController().signal, clock: Clock = systemClock): Host {
  const reach = new ReachKeeper(clock, signal);
  const disowned = new Observable(false);
  const trouble = new Observable<Trouble | undefined>(undefined);
  const recovered = new Observable<{ readonly key: string } | undefined>(undefined);
  const failing = new Observable<ReadonlyMap<string, Failing>>(new Map());
  const demanded = new Observable<object | undefined>(undefined);
  const ended = new Observable<CallNote | undefined>(undefined);
  const live = new LiveState();
  const pin = new PinWatch(reach, clock, signal);
  const client = new HostClient(config, reach, clock, sessionStore.current, {
    unauthorised: (call) => pin.refused(call),
    expired: () => pin.look(),
    tokenInvalid: () => disowned.set(true),
    ended: (note) => ended.set(note),
  });
  // What the host said of a token is dropped with it, whichever tab replaced it.
  const follow = (): void => {
    disowned.set(false);
    // Rows, and requests with what they asked for. Also ends the pauses of what failed before.
    for (const latest of [live.rows, trouble, recovered]) latest.set(undefined);
  };
  signal.addEventListener("abort", sessionStore.subscribe(follow));

  const forget = (isOver: (key: string, one: Failing) => boolean): void => {
    const left = [...failing.get()].filter(([key, one]) => !isOver(key, one));
    if (left.length < failing.get().size) failing.set(new Map(left));
  };
  trouble.subscribe(() => {
    const latest = trouble.get();
    const found = latest && reach.state.is !== "unreachable" ? failingOf(latest, clock.now()) : undefined;
    if (latest && found) failing.set(new Map(failing.get()).set(latest.key, found));
  });
  const reads = new ReadQueue(client, reach, clock, { trouble: (one) => trouble.set(one), well: (key) => recovered.set({ key }) });
  recovered.subscribe(() => {
    // Undefined: all, with the session.
    const of = recovered.get()?.key;
    forget((key) => key === (of ?? key));
    reads.beginAnew(of);
  });
  const beginAnew = (call: string): void => {
    forget((_, one) => one.call === call);
    reads.beginAnew(call);
  };
  reach.probeWith(() => client.probe());
  // Without this, a screen that asks nothing wouldn't notice that the host is out of reach or has disowned the token.
  const lookOnce = (): void => {
    if (reach.state.is === "unknown" && sessionStore.current()) void client.send(sessionCheck, { firstByteWithinMs: 5000 });
  };
  pin.start();
  // Takes effect only if the browser reports being offline.
  reach.prompt();
  clock.after(lookAfterMs, lookOnce, signal);
  return {
    config,
    clock,
    client,
    reach,
    reads,
    pinNeeded: pin.need,
    spurned: pin.spurned,
    disowned,
    trouble,
    recovered,
    failing,
    demanded,
    live,
    ended,
    beginAnew,
  };
}
