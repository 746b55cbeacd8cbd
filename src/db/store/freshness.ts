import { lacking, type Lack } from "./coverage.ts";
import { type Database, readState, writeState } from "./database.ts";
import type { Followed } from "./followed.ts";
import { type CacheFreshness, known, latest, type Time } from "./kept-up.ts";

const earliest = (...times: readonly Time[]): Time => (known(times).length > 0 ? Math.min(...known(times)) : undefined);

/** Progress of the host's change stream. */
export const readFollowed = (db: Database): Promise<Followed | undefined> => readState(db, "followed");

/** Records that a feed other than the transactions was answered, for the cache's age. */
export async function noteFetched(db: Database, asOf: number): Promise<void> {
  await writeState(db, "othersSynced", Math.max(asOf, (await readState(db, "othersSynced")) ?? 0));
}

const lastAnswer = async (db: Database): Promise<Time> => latest(await readState(db, "synced"), await readState(db, "othersSynced"));

/** When the host last answered any feed, or its stream last gave a sign of life (device epoch ms); undefined: never. */
export const lastSync = async (db: Database): Promise<Time> => latest(await lastAnswer(db), (await readState(db, "followed"))?.at);

export async function readFreshness(db: Database): Promise<CacheFreshness> {
  const coverage = (await readState(db, "coverage")) ?? [];
  const ageOf = async (name: "analytics" | "users" | "fees" | "onramp" | "offramp" | "markup" | "markdown" | "giftCards"): Promise<Time> =>
    (await readState(db, name))?.asOf;
  const page = await db.userPages.orderBy("asOf").last();
  const slips = await db.slipViews.orderBy("asOf").last();
  return {
    synced: await lastAnswer(db),
    // A host without transactions leaves no run.
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

/** Stretches of time whose transactions aren't all cached, newest first. */
export const missingStretches = async (db: Database): Promise<Lack[]> => lacking((await readState(db, "coverage")) ?? []);
