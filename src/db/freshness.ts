import { type Stretch, uncovered } from "./coverage.ts";
import { type Database, readState, writeState } from "./database.ts";
import { asOfFollowed, type Followed, type MovedPart } from "./followed.ts";

type Time = number | undefined;
const known = (times: readonly Time[]): number[] => times.filter((at) => at !== undefined);
const latest = (...times: readonly Time[]): Time => (known(times).length > 0 ? Math.max(...known(times)) : undefined);
const earliest = (...times: readonly Time[]): Time => (known(times).length > 0 ? Math.min(...known(times)) : undefined);

/** When each part of the cache was last brought up to date (device epoch ms; undefined: never), and how many gaps the list has. */
export interface CacheFreshness {
  readonly synced: number | undefined;
  /** The newest transactions, and whether there are any. */
  readonly head: number | undefined;
  readonly gaps: number;
  readonly analytics: number | undefined;
  readonly users: number | undefined;
  /** The oldest of the fees, the two rates, the markup and the markdown that were ever fetched. */
  readonly rates: number | undefined;
  readonly giftCards: number | undefined;
  /** The list of slips that was told last. */
  readonly approvals: number | undefined;
  /** How far the host's stream of changes has been taken in; the other times are those of answers alone. */
  readonly followed: Followed | undefined;
}

/** The same as the stream has kept it up: what was asked for since it began lacks nothing as of its last sign of life. */
export function keptUp({ followed, ...parts }: CacheFreshness): Omit<CacheFreshness, "followed"> {
  if (!followed) return parts;
  const now = (asOf: Time, part?: MovedPart): Time => (asOf === undefined ? undefined : asOfFollowed(followed, asOf, part));
  return {
    ...parts,
    synced: latest(parts.synced, followed.at),
    head: now(parts.head),
    analytics: now(parts.analytics, "analytics"),
    users: now(parts.users, "users"),
    rates: now(parts.rates),
    giftCards: now(parts.giftCards),
    approvals: now(parts.approvals, "slips"),
  };
}

/**
 * How old, in ms, what is called live may be: it is fetched every 60 s, but not while a machine sleeps; where the host's
 * stream said so last, it gives a sign of life every 15 s at least (LIVE-3).
 */
export const liveForMs = (asOf: number, followed: Followed | undefined): number => (asOf === followed?.at ? 30_000 : 90_000);

/** Notes that the host has answered a feed other than the transactions', for the age of the whole cache. */
export async function noteFetched(db: Database, asOf: number): Promise<void> {
  await writeState(db, "othersSynced", Math.max(asOf, (await readState(db, "othersSynced")) ?? 0));
}

const lastAnswer = async (db: Database): Promise<Time> => latest(await readState(db, "synced"), await readState(db, "othersSynced"));

/** When the host last answered any feed, or its stream gave a sign of life (device epoch ms); undefined: never. */
export const lastSync = async (db: Database): Promise<Time> => latest(await lastAnswer(db), (await readState(db, "followed"))?.at);

export async function readFreshness(db: Database): Promise<CacheFreshness> {
  const coverage = (await readState(db, "coverage")) ?? [];
  const ageOf = async (name: "analytics" | "users" | "fees" | "onramp" | "offramp" | "markup" | "markdown" | "giftCards"): Promise<Time> =>
    (await readState(db, name))?.asOf;
  const page = await db.userPages.orderBy("asOf").last();
  const slips = await db.slipViews.orderBy("asOf").last();
  return {
    synced: await lastAnswer(db),
    // A host without any transactions leaves no interval behind.
    head: coverage.length === 0 ? await readState(db, "synced") : coverage[0]?.headAsOf,
    gaps: Math.max(0, coverage.length - 1),
    analytics: await ageOf("analytics"),
    users: latest(await ageOf("users"), page?.asOf),
    rates: earliest(await ageOf("fees"), await ageOf("onramp"), await ageOf("offramp"), await ageOf("markup"), await ageOf("markdown")),
    giftCards: await ageOf("giftCards"),
    approvals: slips?.asOf,
    followed: await readState(db, "followed"),
  };
}

/** The stretches of time of which the cache doesn't hold every transaction, newest first. */
export const missingStretches = async (db: Database): Promise<Stretch[]> => uncovered((await readState(db, "coverage")) ?? []);
