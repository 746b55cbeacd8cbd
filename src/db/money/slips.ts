import { emailKey } from "../../contract/emails.ts";
import type { Slip, SlipFilter, SlipState } from "../../contract/approvals.ts";
import { type Database, readState, writeState } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";

/** A kept slip, with when it was made and when the host was last asked for it (epoch ms, the host's and the device's). */
export type SlipRow = Slip & { readonly madeMs: number; readonly seenAt: number };

/** Whose slips are an admin's own: by the session's identity, which is in lower case, or by email. */
export interface Me {
  readonly id: string;
  readonly email: string | undefined;
}

/** Slips that a page of a list holds. */
export const slipPageSize = 50;

/** Older slips than these many go when more are kept, but for those that are open. */
const slipsAtMost = 20_000;
const viewsAtMost = 30;

interface KeptPage {
  readonly ids: readonly string[];
  /** When it was asked for (device epoch ms). */
  readonly asOf: number;
}

/** The list under one filter, as the host last told it: which slips on which pages, of how many. */
export interface SlipView {
  readonly key: string;
  readonly total: number;
  /** When the first page was asked for, and when its answer came (device epoch ms). */
  readonly asOf: number;
  readonly heardAt: number;
  readonly pages: Readonly<Record<number, KeptPage>>;
  /** Those of the kept pages that the admin asked for himself. */
  readonly own: readonly string[];
}

/** Stands for a filter, in whatever order its fields were given. */
export const slipViewKey = (query: SlipFilter): string =>
  JSON.stringify(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== "")
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const sameEmail = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && emailKey(a) === emailKey(b);

/** Whether an admin asked for it himself. */
export const isOwn = ({ maker }: Pick<Slip, "maker">, { id, email }: Me): boolean =>
  maker.id.toLowerCase() === id || sameEmail(maker.email, email);

/** The host's filter, said once more over slips at hand. */
export function matchesSlip(query: SlipFilter, slip: Slip): boolean {
  const { state, operation, currency, maker, reason } = query;
  return (
    (!state || state.split(",").includes(slip.state)) &&
    (!operation || slip.operation === operation) &&
    (!currency || slip.currency === currency) &&
    (!maker || slip.maker.id === maker || sameEmail(slip.maker.email, maker)) &&
    (!reason || slip.reason === reason)
  );
}

/**
 * Writes slips, but for those of which something newer is kept. A decision is final: whatever still says that a decided slip
 * is open was asked before.
 */
export async function writeSlips(db: Database, slips: readonly Slip[], asOf: number): Promise<void> {
  const known = await db.slips.bulkGet(slips.map(({ id }) => id));
  const isNews = (slip: Slip, before: SlipRow | undefined): boolean =>
    before === undefined || (before.seenAt <= asOf && (before.state === "open" || slip.state !== "open"));
  await db.slips.bulkPut(
    slips.filter((slip, at) => isNews(slip, known[at])).map((slip) => ({ ...slip, madeMs: Date.parse(slip.madeAt), seenAt: asOf })),
  );
}

/** Keeps a slip that came by itself. `asOf`: when it was asked for (epoch ms). Rejects with the database's error. */
export async function putSlip(db: Database, slip: Slip, asOf: number): Promise<void> {
  await db.transaction("rw", db.slips, db.state, async () => {
    await writeSlips(db, [slip], asOf);
    await noteFetched(db, asOf);
  });
}

/** A page of a list as the host answered it. Times are device epoch ms. */
export interface SlipPageAnswer {
  readonly slips: readonly Slip[];
  readonly total: number;
  /** How many open slips the admin may decide, whatever the filter. */
  readonly toDecide: number | undefined;
  readonly asOf: number;
  readonly heardAt: number;
}

function withPage(
  known: SlipView | undefined,
  key: string,
  page: number,
  answer: SlipPageAnswer,
  own: readonly string[],
): SlipView | "moved" {
  const { slips, total, asOf, heardAt } = answer;
  const kept: KeptPage = { ids: slips.map(({ id }) => id), asOf };
  if (page === 1) {
    const isSame = known?.total === total && known.pages[1]?.ids.join(" ") === kept.ids.join(" ");
    return {
      key,
      total,
      asOf,
      heardAt,
      pages: { ...(isSame ? known.pages : {}), 1: kept },
      own: [...new Set([...(isSame ? known.own : []), ...own])],
    };
  }
  // Asked before the first page had come, it may be of another list than that one.
  if (!known || asOf < known.heardAt || total !== known.total) return "moved";
  const isElsewhere = Object.entries(known.pages).some(
    ([at, other]) => Number(at) !== page && other.ids.some((id) => kept.ids.includes(id)),
  );
  if (isElsewhere) return "moved";
  return { ...known, pages: { ...known.pages, [page]: kept }, own: [...new Set([...known.own, ...own])] };
}

/**
 * Keeps a page of a list. The host pages by number over a list whose newest come at its head, and which slips leave in the
 * middle (those to be decided) or come to (those decided). So the first page and the total say whether it is still the same
 * list: where either differs the further pages are forgotten. Resolves to "moved" where a further page doesn't belong to the
 * first one that is kept, which must be asked for anew then. Rejects with the database's error.
 */
export function putSlipPage(db: Database, query: SlipFilter, page: number, answer: SlipPageAnswer, me: Me): Promise<"kept" | "moved"> {
  return db.transaction("rw", db.slips, db.slipViews, db.state, async () => {
    const { slips, toDecide, asOf } = answer;
    await writeSlips(db, slips, asOf);
    await noteFetched(db, asOf);
    const noted = await readState(db, "toDecide");
    if (toDecide !== undefined && (noted?.asOf ?? 0) <= asOf) await writeState(db, "toDecide", { count: toDecide, asOf });
    const key = slipViewKey(query);
    const known = await db.slipViews.get(key);
    if (page === 1 && known && known.asOf > asOf) return "kept";
    const own = slips.filter((slip) => isOwn(slip, me)).map(({ id }) => id);
    const view = withPage(known, key, page, answer, own);
    if (view === "moved") {
      const first = known?.pages[1];
      if (known && first) await db.slipViews.put({ ...known, pages: { 1: first }, own: known.own.filter((id) => first.ids.includes(id)) });
      return "moved";
    }
    await db.slipViews.put(view);
    await forgetOldest(db);
    return "kept";
  });
}

/** Keeps the cache of slips within its limits; the oldest decided ones go, and the lists that were asked for longest ago. */
async function forgetOldest(db: Database): Promise<void> {
  const extraViews = (await db.slipViews.count()) - viewsAtMost;
  if (extraViews > 0) await db.slipViews.bulkDelete(await db.slipViews.orderBy("asOf").limit(extraViews).primaryKeys());
  const extra = (await db.slips.count()) - slipsAtMost;
  if (extra <= 0) return;
  const oldest = await db.slips.orderBy("madeMs").limit(extra).toArray();
  await db.slips.bulkDelete(oldest.filter(({ state }) => state !== "open").map(({ id }) => id));
}

export const readKeptSlip = (db: Database, id: string): Promise<SlipRow | undefined> => db.slips.get(id);

/** A part of a list around what is in sight: `rows[i]` stands at place `first + i`; undefined where it isn't kept. */
export interface SlipSlice {
  readonly total: number;
  /** How many places of the whole list are kept. */
  readonly kept: number;
  /** When the oldest page of the part was asked for, that of the first page at the latest (device epoch ms). */
  readonly asOf: number;
  /** When the first page was. */
  readonly headAsOf: number;
  readonly first: number;
  readonly rows: readonly (SlipRow | undefined)[];
  /** The pages that the part needs: kept ones, and missing ones. */
  readonly pages: readonly { readonly page: number; readonly isKept: boolean }[];
}

const pageAt = (place: number): number => Math.floor(place / slipPageSize) + 1;

/** The places of a view that are left out, in their order. */
function hiddenPlaces({ pages, own }: SlipView): number[] {
  const mine = new Set(own);
  return Object.entries(pages)
    .flatMap(([page, { ids }]) => ids.flatMap((id, at) => (mine.has(id) ? [(Number(page) - 1) * slipPageSize + at] : [])))
    .sort((a, b) => a - b);
}

/**
 * The kept part of a list between two places; undefined when the host never told it. `withoutOwn`: the admin's own slips,
 * as far as they are known, take no place.
 */
export async function readSlipSlice(
  db: Database,
  query: SlipFilter,
  { first, last, withoutOwn }: { first: number; last: number; withoutOwn: boolean },
): Promise<SlipSlice | undefined> {
  const view = await db.slipViews.get(slipViewKey(query));
  if (!view) return undefined;
  const hidden = withoutOwn ? hiddenPlaces(view) : [];
  const total = view.total - hidden.length;
  const isHidden = new Set(hidden);
  const places: number[] = [];
  // Walks from the place in the whole list that the first one has without those left out.
  let place = first;
  for (const one of hidden) if (one <= place) place += 1;
  for (; places.length <= last - first && place < view.total; place += 1) if (!isHidden.has(place)) places.push(place);
  const ids = places.map((at) => view.pages[pageAt(at)]?.ids[at % slipPageSize]);
  const found = await db.slips.bulkGet(ids.filter((id) => id !== undefined));
  const byId = new Map(found.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  const pages = [...new Set(places.map(pageAt))].map((page) => ({ page, isKept: view.pages[page] !== undefined }));
  return {
    total,
    kept: Object.values(view.pages).reduce((sum, { ids }) => sum + ids.length, 0) - hidden.length,
    asOf: Math.min(view.asOf, ...pages.flatMap(({ page }) => view.pages[page]?.asOf ?? [])),
    headAsOf: view.asOf,
    first,
    rows: ids.map((id) => (id === undefined ? undefined : byId.get(id))),
    pages,
  };
}

/**
 * What a filter finds among the kept slips, newest first; `of`: how many are kept in all; `asOf`: the last time that the
 * host told a list (device epoch ms).
 */
export async function findKeptSlips(
  db: Database,
  query: SlipFilter,
  withoutOwn: Me | undefined,
): Promise<{ rows: SlipRow[]; of: number; asOf: number | undefined }> {
  const [all, views] = await Promise.all([db.slips.orderBy("madeMs").reverse().toArray(), db.slipViews.toArray()]);
  const asOf = views.length > 0 ? Math.max(...views.map((view) => view.asOf)) : undefined;
  return { rows: all.filter((slip) => matchesSlip(query, slip) && !(withoutOwn && isOwn(slip, withoutOwn))), of: all.length, asOf };
}

/** Kept slips about one user, newest first. */
export async function keptSlipsOf(db: Database, email: string): Promise<SlipRow[]> {
  const rows = await db.slips.where("email").equalsIgnoreCase(email).toArray();
  return rows.sort((a, b) => b.madeMs - a.madeMs);
}

/** How many open slips the admin may decide, as the host last said, and when it was asked (device epoch ms). */
export const readToDecide = (db: Database): Promise<{ count: number; asOf: number } | undefined> => readState(db, "toDecide");

/** What an admin is notified of: open slips of others, and the admin's own. */
export interface OpenSlips {
  /** How many the admin may decide, as the host last said; undefined where it never did. */
  readonly toDecide: number | undefined;
  /** When the newest open one of somebody else was made (the host's epoch ms); 0 where there is none. */
  readonly newest: number;
  /** The ids of the admin's own that were open when they were last seen. */
  readonly own: readonly string[];
}

/** The open slips as they are kept, at one moment. */
export const readOpenSlips = (db: Database, me: Me): Promise<OpenSlips> =>
  db.transaction("r", db.slips, db.state, async () => {
    const open = await db.slips
      .where("state")
      .equals("open" satisfies SlipState)
      .toArray();
    const others = open.filter((slip) => !isOwn(slip, me));
    return {
      toDecide: (await readToDecide(db))?.count,
      newest: others.reduce((latest, { madeMs }) => Math.max(latest, madeMs), 0),
      own: open.filter((slip) => isOwn(slip, me)).map(({ id }) => id),
    };
  });
