import type { EventFrame } from "../contract/events.ts";
import type { GiftCardRate } from "../contract/gift-cards.ts";
import type { User } from "../contract/users.ts";
import { type Coverage, countRow, pieceOf } from "./store/coverage.ts";
import { type Database, readState, type TransactionRow, writeState } from "./store/database.ts";
import { noteFee } from "./figures/fees.ts";
import type { Followed, MovedPart } from "./store/followed.ts";
import { noteGiftCardRates } from "./figures/gift-cards.ts";
import { noteGone } from "./store/gone.ts";
import type { Key } from "./store/order.ts";
import { latestTime } from "./transactions/note-followed.ts";
import { putMarkdown, putMarkup, putRate } from "./figures/rates.ts";
import { SheetEdit } from "./store/sheets.ts";
import { forgetOthersWallets, removeUsers } from "./people/users.ts";
import { writeSlips } from "./money/slips.ts";
import { joinLoose, mustLead, type RowChanges, toRow } from "./transactions/transactions.ts";
import { turnOf } from "./store/turns.ts";

/** A change with its position in the stream. */
export type Change = Extract<EventFrame, { readonly event: "change" }>;
type Told = Change["data"];
type Gone = Extract<Told, { readonly gone: string }>;
type ChangeOf<K extends Told["kind"]> = Extract<Told, { readonly kind: K }> | Gone;

const isGone = (told: Told): told is Gone => !("row" in told);

/** Result of applying changes. */
export interface TakenIn {
  readonly rows: RowChanges;
  /** Lists changed in a way the cache can't tell. */
  readonly moved: ReadonlySet<MovedPart>;
  /** A transaction arrived that isn't connected to the list: fetch the head. */
  readonly isLoose: boolean;
}

/**
 * Writes the stream's changes in order, and the new position, in one transaction. `now`: when they arrived (device epoch ms).
 * `term`: the writer's. Rejects with StalePageError if another tab leads, else with the database's error.
 */
export function takeIn(db: Database, changes: readonly Change[], now: number, term: number): Promise<TakenIn> {
  return db.transaction("rw", [db.sheets, db.users, db.wallets, db.slips, db.figures, db.state], async () => {
    await mustLead(db, term);
    const followed = await readState(db, "followed");
    const at = await latestTime(db, now);
    const { rows, isLoose } = await takeTransactions(db, ofKind(changes, "transaction"), now, followed);
    const moved = new Set<MovedPart>();
    const former: string[] = [];
    for (const { data } of changes)
      if (await takeOther(db, data, at, former, followed?.at)) moved.add(data.kind === "user" ? "users" : "slips");
    await takeGiftRates(db, ofKind(changes, "giftRate"), at);
    await noteGone(db, "user", former, at);
    for (const kind of ["transaction", "approval", "fee", "giftRate"] as const)
      await noteGone(
        db,
        kind,
        ofKind(changes, kind).flatMap((one) => (isGone(one) ? one.gone : [])),
        at,
      );
    const last = changes.at(-1);
    if (followed && last)
      await writeState(db, "followed", {
        ...followed,
        position: last.id,
        moved: { ...followed.moved, ...Object.fromEntries([...moved].map((part) => [part, at])) },
      });
    return { rows, moved, isLoose };
  });
}

const ofKind = <K extends Told["kind"]>(changes: readonly Change[], kind: K): ChangeOf<K>[] =>
  changes.map(({ data }) => data).filter((data): data is ChangeOf<K> => data.kind === kind);

async function takeTransactions(
  db: Database,
  changes: readonly ChangeOf<"transaction">[],
  now: number,
  followed: Followed | undefined,
): Promise<Pick<TakenIn, "rows" | "isLoose">> {
  if (changes.length === 0) return { rows: { put: [], removed: [] }, isLoose: false };
  const edit = new SheetEdit(db.sheets);
  const before: Coverage = (await readState(db, "coverage")) ?? [];
  let coverage = before;
  const sent = changes.flatMap((one) => (isGone(one) ? [] : [toRow(one.row, now)]));
  if (sent.length > 0) await edit.readPlaces(sent);
  await edit.readIds([...sent, ...changes.flatMap((one) => (isGone(one) ? [{ id: one.gone }] : []))]);
  for (const change of changes) {
    const id = isGone(change) ? change.gone : change.row.id;
    const old = edit.get(id);
    if (isGone(change)) {
      if (old) coverage = countRow(coverage, old, -1);
      edit.remove(id);
      continue;
    }
    const came = toRow(change.row, Math.max(now, old?.seenAt ?? 0));
    const turned = turnOf(old, came);
    const row = turned ? { ...came, turned } : came;
    if (old && old.at !== row.at) coverage = countRow(coverage, old, -1);
    if (old?.at !== row.at) coverage = countRow(coverage, row, 1);
    edit.put(row);
  }
  const rows = edit.changes();
  coverage = await withLoose(edit, coverage, rows.put, followed);
  // An answer may have overtaken these changes with a later state of the rows, or without them.
  if (followed) for (const row of rows.put) coverage = ageRow(coverage, row, Math.max(followed.at, followed.since));
  if (coverage !== before) await writeState(db, "coverage", coverage);
  await edit.write();
  const newest = coverage[0]?.top.at ?? Number.NEGATIVE_INFINITY;
  return { rows, isLoose: rows.put.some((row) => row.at > newest) };
}

/** Joins new rows above the newest or below the oldest run to it, along with other loose rows there. */
async function withLoose(
  edit: SheetEdit,
  coverage: Coverage,
  rows: readonly TransactionRow[],
  followed: Followed | undefined,
): Promise<Coverage> {
  const [first] = coverage;
  const last = coverage.at(-1);
  const loose = rows.filter((row) => !pieceOf(coverage, row));
  if (!followed || !first || !last) return coverage;
  const ends = { top: loose.some(({ at }) => at >= first.top.at), bottom: loose.some(({ at }) => at <= last.bottom.at) };
  if (ends.top) await edit.read({ from: Number.POSITIVE_INFINITY, to: first.top.at });
  if (ends.bottom) await edit.read({ from: last.bottom.at, to: Number.NEGATIVE_INFINITY });
  return joinLoose(edit, coverage, followed.since, ends);
}

/**
 * The coverage after the stream reported a row that an answer may already have shown in a later state. The stream was last complete
 * at `asOf` (device epoch ms); the row's piece gets at most that time.
 */
function ageRow(coverage: Coverage, key: Key, asOf: number): Coverage {
  const found = pieceOf(coverage, key);
  if (!found || found.piece.asOf <= asOf) return coverage;
  const pieces = found.run.pieces.with(found.index, { ...found.piece, asOf });
  return coverage.map((run) => (run === found.run ? { ...run, pieces } : run));
}

/**
 * Applies a change of another kind; resolves to whether lists changed in a way the cache can't tell. `former`: receives what to note
 * as gone of deleted users. `lifeAt`: the stream's last sign of life before.
 */
async function takeOther(db: Database, change: Told, at: number, former: string[], lifeAt = 0): Promise<boolean> {
  if (isGone(change)) {
    switch (change.kind) {
      case "user":
        former.push(...(await removeUsers(db, [change.gone])));
        return true;
      case "approval":
        await db.slips.delete(change.gone);
        return true;
      case "fee":
        await noteFee(db, change.gone, undefined, at);
        return false;
      default:
        return false;
    }
  }
  switch (change.kind) {
    case "user": {
      const old = await db.users.get(change.row.id);
      await forgetOthersWallets(db, [old], [change.row], at);
      await db.users.put({ ...change.row, seenAt: Math.max(at, old?.seenAt ?? 0) });
      // An answer may have overtaken this change: the lists that were fetched before it lack it.
      return old === undefined || old.seenAt > lifeAt || listed(old) !== listed(change.row);
    }
    case "approval":
      await writeSlips(db, [change.row], at);
      return true;
    case "fee":
      await noteFee(db, `${change.row.currency}/${change.row.network}`, change.row, at);
      return false;
    case "onramp":
    case "offramp":
      await putRate(db, change.kind, change.row, at);
      return false;
    case "markup":
      await putMarkup(db, change.row, at);
      return false;
    case "markdown":
      await putMarkdown(db, change.row, at);
      return false;
    case "transaction":
    case "giftRate":
      return false;
  }
}

/** The fields that decide a user's place in lists, and whether the user's transactions are in one. */
const listed = ({
  username,
  email,
  name,
  phonenumber,
  kycStatus,
  kycLevel,
  emailVerified,
  bvnVerified,
  chatbotVerified,
  createdAt,
}: User): string =>
  JSON.stringify([username, email, name, phonenumber, kycStatus, kycLevel, emailVerified, bvnVerified, chatbotVerified, createdAt]);

/** The rates are one record, so all changes are written at once. */
async function takeGiftRates(db: Database, changes: readonly ChangeOf<"giftRate">[], at: number): Promise<void> {
  if (changes.length === 0) return;
  const put: GiftCardRate[] = [];
  const gone = new Set<string>();
  for (const change of changes) {
    if (isGone(change)) gone.add(change.gone);
    else {
      gone.delete(change.row.id);
      put.push(change.row);
    }
  }
  await noteGiftCardRates(db, put, gone, at);
}
