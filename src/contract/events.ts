import * as v from "valibot";
import { saidFields } from "./answers.ts";
import { slip } from "./approvals.ts";
import { defineCall } from "./call.ts";
import { cryptoFee } from "./fees.ts";
import { giftCardRate } from "./gift-cards.ts";
import { markdownAnswer } from "./markdown.ts";
import { markupAnswer } from "./markup.ts";
import { offrampRate, onrampRate } from "./rates.ts";
import { id, plain } from "./scalars.ts";
import { transaction } from "./transactions.ts";
import { user } from "./users.ts";

/** Path on the embedded host. */
export const eventsPath = "/api/events";

/** The `data` of a figure's GET: null where the host has none yet. */
const figureRow = <const Answer extends v.GenericSchema>(answer: Answer) =>
  v.pipe(
    v.unknown(),
    v.transform((row): unknown => (row === null ? { data: null } : row)),
    answer,
  );

/**
 * Row of each kind as in the list calls; for rates, markup and markdown, the `data` of their GET. With a further kind, devices have to
 * forget `followed` (src/db/store/followed.ts): earlier versions passed over its changes.
 */
const rowOf = {
  transaction,
  user,
  fee: cryptoFee,
  onramp: figureRow(onrampRate.answer),
  offramp: figureRow(offrampRate.answer),
  markup: figureRow(markupAnswer),
  markdown: figureRow(markdownAnswer),
  giftRate: giftCardRate,
  approval: slip,
} as const;
export type ChangeKind = keyof typeof rowOf;
export const changeKinds = Object.keys(rowOf) as readonly ChangeKind[];

/** A position in the host's order of changes. Opaque; sent back as `after`. Hosts that count may send a number. */
const position = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.nonEmpty());

const changed = <const K extends ChangeKind>(kind: K) => v.looseObject({ kind: v.literal(kind), row: rowOf[kind] });

/** A row's current state, or the id of a deleted one: a user's `_id`, a fee's "currency/network". */
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

/** A frame of the stream. Changes are in commit order. Unknown events and kinds are skipped. */
export const eventFrame = v.union([
  /** Sent after the last change from before the stream began. `complete`: everything since `after` was sent. */
  v.object({ event: v.literal("hello"), data: v.looseObject({ position, complete: v.boolean() }) }),
  v.object({ event: v.literal("change"), id: position, data: change }),
  /** The dashboard figures changed; at most once in 5 s. */
  v.object({ event: v.literal("figures"), data: v.looseObject({}) }),
  /** Who else is at the subject; no names: they have left. */
  v.object({ event: v.literal("presence"), data: v.looseObject({ subject: v.string(), names: v.array(v.string()) }) }),
  /** Discard the position and fetch as usual; the stream ends. */
  v.object({ event: v.literal("reset"), data: v.looseObject({ why: v.string() }) }),
]);
export type EventFrame = v.InferOutput<typeof eventFrame>;

/**
 * The change stream as text/event-stream, starting after `after`, or now. Ends with the session. Path: config.json's `events`;
 * without it the call isn't offered.
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

/** Something an admin may be viewing. */
const subject = v.pipe(
  v.string(),
  plain(),
  v.maxLength(300, "is too long"),
  v.regex(/^(user|approval):./, "is neither user:EMAIL nor approval:ID"),
);

/**
 * Reports what the session's admin is viewing, or null; repeated every 30 s, and forgotten after 60 s. Below config.json's
 * `events`.
 */
export const setPresence = defineCall({
  method: "PUT",
  path: `${eventsPath}/presence`,
  auth: "bearer",
  kind: "read",
  body: v.object({ subject: v.nullable(subject) }),
  answer: v.looseObject(saidFields),
});
