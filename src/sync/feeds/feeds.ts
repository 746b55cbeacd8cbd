import type { ZonedUsersQuery } from "../../db/people/users-query.ts";
import type { AuditInput, AuditPeriod } from "./audit-feed.ts";
import type { FeedWorker } from "./feed-worker.ts";
import type { FeeSubject } from "./fees-feed.ts";
import type { SlipListInput } from "./slips-feed.ts";
import type { View } from "../transactions/transaction-feed.ts";
import type { UserSubject } from "./users-feed.ts";

/** Every feed with its input: plain data, since it may be posted to another tab. */
export interface Feeds {
  head: null;
  /** How many pages to add below the lowest known row. */
  extend: number;
  /** The time above the gap (epoch ms). */
  gap: number;
  view: View;
  analytics: null;
  audit: AuditInput;
  auditCounters: AuditPeriod;
  /** The entry's number. */
  auditEntry: number;
  fees: null;
  fee: FeeSubject;
  giftCards: null;
  onramp: null;
  offramp: null;
  markup: null;
  markdown: null;
  users: ZonedUsersQuery;
  user: UserSubject;
  /** The user's email. */
  wallets: string;
  slips: SlipListInput;
  /** The slip's id. */
  slip: string;
  approvalPolicy: null;
  /** When the host last came back into reach (epoch ms). */
  settle: number;
}

export type FeedName = keyof Feeds;

/** How each feed is fetched. */
export type FeedTable = { readonly [F in FeedName]: FeedWorker<Feeds[F]> };

/** Something to be fetched, by whichever tab leads. */
export interface Demand<F extends FeedName = FeedName> {
  readonly feed: F;
  readonly input: Feeds[F];
  /** A fetch this recent is good enough, in ms; 0: fetch now. */
  readonly maxAgeMs: number;
}
