import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { slip } from "./approvals.ts";
import { defineCall } from "./call.ts";
import { cryptoFee } from "./fees.ts";
import { giftCardRate } from "./gift-cards.ts";
import { markdownAnswer } from "./markdown.ts";
import { markupAnswer } from "./markup.ts";
import { rateAnswer } from "./rates.ts";
import { id, plain } from "./scalars.ts";
import { transaction } from "./transactions.ts";
import { user } from "./users.ts";

/** Where the embedded host has them. */
export const eventsPath = "/api/events";

/** The row of each kind as the list calls send it; of a rate, the markup or the markdown it is their GET's `data`. */
const rowOf = {
  transaction,
  user,
  fee: cryptoFee,
  onramp: rateAnswer,
  offramp: rateAnswer,
  markup: markupAnswer,
  markdown: markdownAnswer,
  giftRate: giftCardRate,
  approval: slip,
} as const;
export type ChangeKind = keyof typeof rowOf;
export const changeKinds = Object.keys(rowOf) as readonly ChangeKind[];

/** A place in the host's order of changes. Opaque: it is kept, and handed back as `after`. */
const position = v.pipe(v.string(), v.nonEmpty());

const changed = <const K extends ChangeKind>(kind: K) => v.looseObject({ kind: v.literal(kind), row: rowOf[kind] });

/** One row as it is now, or the id of one that is gone: of a user its `_id`, of a fee "currency/network". */
const change = v.union([
  changed("transaction"),
  changed("user"),
  changed("fee"),
  changed("onramp"),
  changed("offramp"),
  changed("markup"),
  changed("markdown"),
  changed("giftRate"),
  changed("approval"),
  v.looseObject({ kind: v.picklist(changeKinds), gone: id }),
]);

/**
 * One frame of the stream. Changes come in an order in which none is overtaken by one that was committed before it. A
 * reader skips an event, or a kind, that it doesn't know.
 */
export const eventFrame = v.union([
  /** After the last change from before the stream began. `complete`: everything since `after` was sent. */
  v.object({ event: v.literal("hello"), data: v.looseObject({ position, complete: v.boolean() }) }),
  v.object({ event: v.literal("change"), id: position, data: change }),
  /** The dashboard's figures have changed; at most once in 5 s. */
  v.object({ event: v.literal("figures"), data: v.looseObject({}) }),
  /** Who else is at the subject; no names: nobody any more. */
  v.object({ event: v.literal("presence"), data: v.looseObject({ subject: v.string(), names: v.array(v.string()) }) }),
  /** Forget the position, and fetch as usual; the stream ends. */
  v.object({ event: v.literal("reset"), data: v.looseObject({ why: v.string() }) }),
]);
export type EventFrame = v.InferOutput<typeof eventFrame>;

/**
 * The stream of what changes, as text/event-stream: it begins after `after`, or now. It ends when the session does. The
 * path is config.json's `events`; without it there is no such call.
 */
export const eventStream = defineCall({
  method: "GET",
  path: eventsPath,
  auth: "bearer",
  kind: "read",
  query: v.object({ after: v.optional(v.string()) }),
  answer: eventFrame,
  streams: true,
});

/** What somebody may be looking at. */
const subject = v.pipe(
  v.string(),
  plain(),
  v.maxLength(300, "is too long"),
  v.regex(/^(user|approval):./, "is neither user:EMAIL nor approval:ID"),
);

/**
 * Says what the session's admin looks at, or that it is nothing any more; repeated every 30 s, and forgotten 60 s after the
 * last time. The path is below config.json's `events`.
 */
export const setPresence = defineCall({
  method: "PUT",
  path: `${eventsPath}/presence`,
  auth: "bearer",
  kind: "read",
  body: v.object({ subject: v.nullable(subject) }),
  answer: v.pipe(
    v.looseObject(saidFields),
    v.check((answer) => answer.success !== false, "success is false"),
  ),
});
