import type { Stretch } from "../../db/store/coverage.ts";
import type { ListWindow } from "../../db/transactions/list-window.ts";
import type { Key } from "../../db/store/order.ts";
import type { FilteredList } from "./filtered-list.ts";
import type { FeedResult } from "./page-reader.ts";
import type { View } from "./transaction-feed.ts";

/** Pages per step and most steps to reach the oldest row; a larger view loads on as the reader scrolls. */
const pagesAtOnce = 4;
const timesAtMost = 10;
/** More lines than a screen shows. */
const inSightAtOnce = 40;

type NewestFirst = Pick<
  FilteredList,
  "follow" | "open" | "close" | "missing" | "read" | "readOn" | "refreshHead" | "refreshView" | "extend" | "closeGap"
>;

/**
 * A filtered view with the oldest transaction first: `list` reversed. Hosts page from the newest, so all pages are fetched; until
 * then `atEnd` tells that older rows may be missing.
 */
export class OldestList {
  readonly #list: NewestFirst;

  constructor(list: NewestFirst) {
    this.#list = list;
  }

  follow(onChange: () => void): () => void {
    return this.#list.follow(onChange);
  }

  open(): void {
    this.#list.open();
  }

  close(): void {
    this.#list.close();
  }

  missing(): Promise<readonly Stretch[]> {
    return this.#list.missing();
  }

  async refreshHead(): Promise<FeedResult> {
    let result = await this.#list.refreshHead();
    const wasWhole = await this.#isWhole();
    for (let times = 0; times < timesAtMost && result.is === "done"; times += 1) {
      if (await this.#isWhole()) break;
      result = await this.#list.extend(pagesAtOnce);
    }
    return wasWhole && result.is === "done" ? this.#refreshOldest() : result;
  }

  async #isWhole(): Promise<boolean> {
    return (await this.#list.readOn(0, -1)).atEnd;
  }

  /** The oldest rows are at the top, where readers expect them as fresh as the head. */
  async #refreshOldest(): Promise<FeedResult> {
    const { length } = await this.#list.readOn(0, -1);
    const firstIndex = Math.max(0, length - inSightAtOnce);
    const times = (await this.#list.readOn(firstIndex, length - 1)).items.flatMap((item) => (item?.is === "row" ? [item.row.at] : []));
    const [from, to] = [times[0], times.at(-1)];
    return from === undefined || to === undefined ? { is: "done" } : this.#list.refreshView({ from, to, firstIndex });
  }

  /** The newest rows are loaded first, so missing ones are older, i.e. above. */
  extend(): Promise<FeedResult> {
    return this.#list.extend(pagesAtOnce);
  }

  closeGap(above: number): Promise<FeedResult> {
    return this.#list.closeGap(above);
  }

  async refreshView({ from, to }: View): Promise<FeedResult> {
    // Here the first row in sight is the oldest.
    const [newest, oldest] = [Math.max(from, to), Math.min(from, to)];
    const { places } = await this.#list.read(0, -1, [{ at: newest, id: "" }]);
    return this.#list.refreshView({ from: newest, to: oldest, firstIndex: places[0] ?? 0 });
  }

  async read(first: number, last: number, anchors: readonly (Key | undefined)[]): Promise<ListWindow> {
    const window = await this.#turned(first, last, (from, to) => this.#list.read(from, to, anchors));
    const placeOf = async (key: Key | undefined, at: number) => key && this.#placeOf(key, window.places[at], window.length);
    return { ...window, places: await Promise.all(anchors.map(placeOf)) };
  }

  async readOn(first: number, last: number): Promise<ListWindow> {
    return this.#turned(first, last, (from, to) => this.#list.readOn(from, to));
  }

  /** The index of a row here, or of the next younger one; `place`: its index in `#list`, or that of the next older one. */
  async #placeOf(key: Key, place = Number.POSITIVE_INFINITY, length: number): Promise<number | undefined> {
    const above = Math.min(place, length);
    const { start, items } = await this.#list.readOn(above, above);
    const item = items[above - start];
    const isThere = item?.is === "row" && item.row.id === key.id;
    const turned = length - above - (isThere ? 1 : 0);
    return turned < length ? turned : undefined;
  }

  async #turned(first: number, last: number, read: (from: number, to: number) => Promise<ListWindow>): Promise<ListWindow> {
    const { length } = await this.#list.readOn(0, -1);
    const end = length - 1;
    const window = await read(Math.max(0, end - last), Math.max(-1, end - first));
    // The list may have grown meanwhile; the pending change event rereads it.
    const top = window.length - 1;
    const { isBehind } = window;
    return {
      ...window,
      // The stretch here begins with the oldest row.
      ...(isBehind && { isBehind: ({ from, to }: Stretch) => isBehind({ from: Math.max(from, to), to: Math.min(from, to) }) }),
      items: window.items.toReversed(),
      start: Math.max(0, top - (window.start + window.items.length - 1)),
    };
  }
}
