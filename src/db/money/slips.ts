import { emailKey } from "../../contract/emails.ts";
import type { Slip, SlipFilter, SlipState } from "../../contract/approvals.ts";
import { type Database, readState, writeState } from "../store/database.ts";
import { noteFetched } from "../store/freshness.ts";
import { goneAfter } from "../store/gone.ts";
import { farthestFrom } from "../store/farthest.ts";
import { lengthWith, type ListLength, mayBeOneList } from "../store/list-length.ts";
import { keptAsOf } from "../store/kept-as-of.ts";
import { queryKey } from "../store/query-key.ts";

/** A cached slip, with when it was made (host epoch ms) and last requested (device epoch ms). */
export type SlipRow = Slip & { readonly madeMs: number; readonly seenAt: number };

/** Identifies an admin's own slips: by the host's id of the admin, the token's subject (both lower case) or email. */
export interface Me {
  readonly id: string;
  readonly subject?: string | undefined;
  readonly email: string | undefined;
}

/** Slips per page of a list. */
export const slipPageSize = 50;

/** Cached slips; beyond this those that aren't open and were made farthest from the page that came are evicted. */
const slipsAtMost = 20_000;
const viewsAtMost = 30;

interface KeptPage {
  readonly ids: readonly string[];
  /** When it was requested (device epoch ms). */
  readonly asOf: number;
}

/** The list under one filter as the host last sent it: slip ids by page, and its length. */
export interface SlipView extends ListLength {
  readonly key: string;
  /** When the first page was requested and answered (device epoch ms). */
  readonly asOf: number;
  readonly heardAt: number;
  readonly pages: Readonly<Record<number, KeptPage>>;
  /** The admin's own slips on the kept pages. */
  readonly own: readonly string[];
}

const sameEmail = (a: string | undefined, b: string | undefined): boolean =>
  a !== undefined && b !== undefined && emailKey(a) === emailKey(b);

/** Whether the admin made the slip. */
export const isOwn = ({ maker }: Pick<Slip, "maker">, { id, subject, email }: Me): boolean =>
  [id, subject].includes(maker.id.toLowerCase()) || sameEmail(maker.email, email);

/** The host's filter, reimplemented for local slips. */
export function matchesSlip(query: SlipFilter, slip: Slip): boolean {
  const { state, operation, currency, maker, reason } = query;
  return (
    (!state || state.split(",").includes(slip.state)) &&
    (!operation || slip.operation === operation) &&
    (!currency || slip.currency.toUpperCase() === currency.toUpperCase()) &&
    (!maker || slip.maker.id === maker || sameEmail(slip.maker.email, maker)) &&
    (!reason || slip.reason === reason)
  );
}

/** Writes slips unless newer ones are cached, or they were deleted since. Decisions are final, so an answer with a decided slip still open is older. */
export async function writeSlips(db: Database, slips: readonly Slip[], asOf: number): Promise<void> {
  const known = await db.slips.bulkGet(slips.map(({ id }) => id));
  const wentAfter = await goneAfter(db, "approval");
  const isNews = (slip: Slip, before: SlipRow | undefined): boolean =>
    before === undefined ? !wentAfter(slip.id, asOf) : before.seenAt <= asOf && (before.state === "open" || slip.state !== "open");
  await db.slips.bulkPut(
    slips.filter((slip, at) => isNews(slip, known[at])).map((slip) => ({ ...slip, madeMs: Date.parse(slip.madeAt), seenAt: asOf })),
  );
}

/** Caches a single slip. `asOf`: when it was requested (epoch ms). Rejects with the database's error. */
export async function putSlip(db: Database, slip: Slip, asOf: number): Promise<void> {
  await db.transaction("rw", db.slips, db.state, async () => {
    await writeSlips(db, [slip], asOf);
    await noteFetched(db, asOf);
  });
}

/** A page of a list as the host sent it. Times are device epoch ms. */
export interface SlipPageAnswer extends ListLength {
  readonly slips: readonly Slip[];
  /** Number of open slips that the admin may decide, regardless of the filter. */
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
  const { slips, total, by, asOf, heardAt } = answer;
  const heard = { total, by };
  const kept: KeptPage = { ids: slips.map(({ id }) => id), asOf };
  if (page === 1) {
    const same = known && mayBeOneList(known, heard) && known.pages[1]?.ids.join(" ") === kept.ids.join(" ") ? known : undefined;
    return {
      key,
      ...(same ? lengthWith(same, heard) : heard),
      asOf,
      heardAt,
      pages: { ...same?.pages, 1: kept },
      own: [...new Set([...(same?.own ?? []), ...own])],
    };
  }
  // Requested before the first page had arrived, so it may belong to another list state.
  if (!known || asOf < known.heardAt || !mayBeOneList(known, heard)) return "moved";
  const isElsewhere = Object.entries(known.pages).some(
    ([at, other]) => Number(at) !== page && other.ids.some((id) => kept.ids.includes(id)),
  );
  if (isElsewhere) return "moved";
  return { ...known, ...lengthWith(known, heard), pages: { ...known.pages, [page]: kept }, own: [...new Set([...known.own, ...own])] };
}

/**
 * Caches a page of a list. The host pages by number; new slips appear at the head, and slips leave (to be decided) or join
 * (decided) in the middle. The first page and the total tell whether the list is unchanged; if either differs, further pages are
 * dropped. Resolves to "moved" if a further page doesn't fit the cached first page, which must then be refetched. Rejects with the
 * database's error.
 */
export function putSlipPage(db: Database, query: SlipFilter, page: number, answer: SlipPageAnswer, me: Me): Promise<"kept" | "moved"> {
  return db.transaction("rw", db.slips, db.slipViews, db.state, async () => {
    const { slips, toDecide, asOf } = answer;
    await writeSlips(db, slips, asOf);
    await noteFetched(db, asOf);
    const key = queryKey(query);
    const noted = await readState(db, "toDecide");
    // Of other lists' answers the slips that it counts may not be here yet: one would be notified twice.
    const isOfAll = page === 1 && key === queryKey({ state: "open" } satisfies SlipFilter);
    if (isOfAll && toDecide !== undefined && (noted?.asOf ?? 0) <= asOf) await writeState(db, "toDecide", { count: toDecide, asOf });
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
    await forgetFarthest(db, Date.parse(slips[0]?.madeAt ?? ""));
    return "kept";
  });
}

/**
 * Evicts the least recently requested lists beyond the limit, and decided slips from the end that is farther from the time `near`
 * (host epoch ms): what came for a page in sight must stay.
 */
async function forgetFarthest(db: Database, near: number): Promise<void> {
  const extraViews = (await db.slipViews.count()) - viewsAtMost;
  if (extraViews > 0) await db.slipViews.bulkDelete(await db.slipViews.orderBy("asOf").limit(extraViews).primaryKeys());
  const extra = (await db.slips.count()) - slipsAtMost;
  if (extra <= 0) return;
  const farthest = await (await farthestFrom(db.slips, "madeMs", near, extra)).toArray();
  await db.slips.bulkDelete(farthest.filter(({ state }) => state !== "open").map(({ id }) => id));
}

export const readKeptSlip = (db: Database, id: string): Promise<SlipRow | undefined> => db.slips.get(id);

/** Part of a list around what is in sight: `rows[i]` is at index `first + i`; undefined if not cached. */
export interface SlipSlice extends ListLength {
  /** Number of cached places in the whole list. */
  readonly kept: number;
  /** When the oldest of the part's pages, or the first page if earlier, was requested (device epoch ms). */
  readonly asOf: number;
  /** When the first page was requested. */
  readonly headAsOf: number;
  readonly first: number;
  readonly rows: readonly (SlipRow | undefined)[];
  /** Pages that the part needs, cached or missing. */
  readonly pages: readonly { readonly page: number; readonly isKept: boolean }[];
}

const pageAt = (place: number): number => Math.floor(place / slipPageSize) + 1;

/** Hidden indexes of a view, ascending. */
function hiddenPlaces({ pages, own }: SlipView): number[] {
  const mine = new Set(own);
  return Object.entries(pages)
    .flatMap(([page, { ids }]) => ids.flatMap((id, at) => (mine.has(id) ? [(Number(page) - 1) * slipPageSize + at] : [])))
    .sort((a, b) => a - b);
}

/**
 * The cached part of a list between two indexes; undefined if the host never sent it. `withoutOwn`: leaves out the admin's own
 * slips, as far as known.
 */
export async function readSlipSlice(
  db: Database,
  query: SlipFilter,
  { first, last, withoutOwn }: { first: number; last: number; withoutOwn: boolean },
): Promise<SlipSlice | undefined> {
  const view = await db.slipViews.get(queryKey(query));
  if (!view) return undefined;
  const hidden = withoutOwn ? hiddenPlaces(view) : [];
  const total = view.total - hidden.length;
  const isHidden = new Set(hidden);
  const places: number[] = [];
  // Start at the first index's position in the list including hidden slips.
  let place = first;
  for (const one of hidden) if (one <= place) place += 1;
  for (; places.length <= last - first && place < view.total; place += 1) if (!isHidden.has(place)) places.push(place);
  const ids = places.map((at) => view.pages[pageAt(at)]?.ids[at % slipPageSize]);
  const found = await db.slips.bulkGet(ids.filter((id) => id !== undefined));
  const byId = new Map(found.flatMap((row) => (row ? [[row.id, row] as const] : [])));
  const rows = ids.map((id) => (id === undefined ? undefined : byId.get(id)));
  const lacking = new Set(places.filter((_, at) => rows[at] === undefined).map(pageAt));
  const pages = [...new Set(places.map(pageAt))].map((page) => ({ page, isKept: !lacking.has(page) }));
  return {
    total,
    by: view.by,
    kept: Object.values(view.pages).reduce((sum, { ids }) => sum + ids.length, 0) - hidden.length,
    asOf: Math.min(view.asOf, ...pages.flatMap(({ page }) => view.pages[page]?.asOf ?? [])),
    headAsOf: view.asOf,
    first,
    rows,
    pages,
  };
}

/**
 * Cached slips that match a filter, newest first; `of`: slips cached; `asOf`: when the host last sent the list under the filter, else
 * the oldest of the lists that it has sent (device epoch ms).
 */
export async function findKeptSlips(
  db: Database,
  query: SlipFilter,
  withoutOwn: Me | undefined,
): Promise<{ rows: SlipRow[]; of: number; asOf: number | undefined }> {
  const [all, views] = await Promise.all([db.slips.orderBy("madeMs").reverse().toArray(), db.slipViews.toArray()]);
  const asOf = keptAsOf(views, queryKey(query));
  return { rows: all.filter((slip) => matchesSlip(query, slip) && !(withoutOwn && isOwn(slip, withoutOwn))), of: all.length, asOf };
}

/** Cached slips of one user, newest first. */
export async function keptSlipsOf(db: Database, email: string): Promise<SlipRow[]> {
  const rows = await db.slips.where("email").equalsIgnoreCase(email).toArray();
  return rows.sort((a, b) => b.madeMs - a.madeMs);
}

/** The host's last count of open slips that the admin may decide, and when it was requested (device epoch ms). */
export const readToDecide = (db: Database): Promise<{ count: number; asOf: number } | undefined> => readState(db, "toDecide");

/** What an admin is notified about: others' open slips, and the admin's own. */
export interface OpenSlips {
  /** The host's last count of slips that the admin may decide; undefined if it sent none. */
  readonly toDecide: number | undefined;
  /** When that was requested (device epoch ms). */
  readonly countedAt: number | undefined;
  /** When the newest open slip of another admin was made (host epoch ms); 0 if there is none. */
  readonly newest: number;
  /** The id of the only open slip of another admin; undefined if there are several. */
  readonly onlyId: string | undefined;
  /** Ids of the admin's own slips that were open when last seen. */
  readonly own: readonly string[];
}

/** The cached open slips, read in one transaction. */
export const readOpenSlips = (db: Database, me: Me): Promise<OpenSlips> =>
  db.transaction("r", db.slips, db.state, async () => {
    const open = await db.slips
      .where("state")
      .equals("open" satisfies SlipState)
      .toArray();
    const others = open.filter((slip) => !isOwn(slip, me)).sort((a, b) => b.madeMs - a.madeMs);
    const [newest] = others;
    const counted = await readToDecide(db);
    return {
      toDecide: counted?.count,
      countedAt: counted?.asOf,
      newest: newest?.madeMs ?? 0,
      onlyId: others.length === 1 ? newest?.id : undefined,
      own: open.filter((slip) => isOwn(slip, me)).map(({ id }) => id),
    };
  });
