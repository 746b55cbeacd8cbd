import type { ListItem } from "../../db/transactions/list-window.ts";
import type { Key } from "../../db/store/order.ts";
import type { TransactionSource } from "./transaction-source.ts";

type Row = Extract<ListItem, { is: "row" }>["row"];
type Side = "previous" | "next";

/** A row's neighbour in a list: a row, rows to be loaded first, or the end. */
type Beside =
  | { readonly is: "row"; readonly row: Row }
  | { readonly is: "unloaded"; readonly gap: Extract<ListItem, { is: "gap" }> | undefined }
  | { readonly is: "end" };

export interface Besides extends Readonly<Record<Side, Beside>> {
  /** The row has a place in the list. */
  readonly isListed: boolean;
}

const end = { is: "end" } as const;

/** A row's neighbours in a list. Rejects with the database's error. */
export async function besideOf(source: TransactionSource, key: Key): Promise<Besides> {
  const { places, length, atEnd } = await source.read(0, 0, [key]);
  const [place] = places;
  if (place === undefined) return { isListed: false, previous: end, next: end };
  const { start, items } = await source.readOn(Math.max(0, place - 1), place + 1);
  const at = (index: number): ListItem | undefined => items[index - start];
  const beside = (index: number): Beside => {
    const item = at(index);
    if (item) return item.is === "row" ? { is: "row", row: item.row } : { is: "unloaded", gap: item };
    const isBeyond = source.oldestFirst ? index < 0 : index >= length;
    return isBeyond && !atEnd ? { is: "unloaded", gap: undefined } : end;
  };
  const own = at(place);
  // A row that left the list keeps its former place.
  const isThere = own?.is === "row" && own.row.id === key.id;
  return { isListed: true, previous: beside(place - 1), next: beside(isThere ? place + 1 : place) };
}

/**
 * The next row in a direction; loads missing rows as scrolling would. No row at the end ("end"), when no longer wanted, or when it
 * can't be loaded now ("failed"). Rejects with the database's error.
 */
export async function stepFrom(
  source: TransactionSource,
  key: Key,
  side: Side,
  isWanted: () => boolean,
): Promise<{ readonly is: Beside["is"] | "failed"; readonly row?: Row }> {
  for (let lacking: string | undefined; ;) {
    const beside = (await besideOf(source, key))[side];
    if (beside.is !== "unloaded" || !isWanted()) return beside;
    const now = JSON.stringify(beside);
    // Loading changed nothing here.
    if (now === lacking) return { is: "failed" };
    lacking = now;
    const { gap } = beside;
    const loaded = await (!gap ? source.extend() : gap.from === undefined ? source.refreshHead() : source.closeGap(gap.from));
    if (loaded.is !== "done") return { is: "failed" };
  }
}
