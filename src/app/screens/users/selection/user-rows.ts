import type { UsersQuery } from "../../../../contract/users.ts";
import { readUserPage } from "../../../../db/people/user-pages.ts";
import { findCachedUsers } from "../../../../db/people/users.ts";
import type { ZonedUsersQuery } from "../../../../db/people/users-query.ts";
import type { Gathering } from "../../../../sync/transactions/transaction-export.ts";
import type { Sync } from "../../../../sync/start-sync.ts";
import type { CachedUser } from "../../../data/use-users.ts";
import type { Selected, Selection } from "../../../lists/selection/selection.ts";
import type { SelectableList } from "../../../lists/selection/selection-keys.ts";

/** Page size when fetching everything: the most a host is known to give. */
const atATime = 200;

/** Safety limit for a list that never ends. */
const pagesAtMost = 5000;

/** Readings of a list that changes between its pages. */
const readingsAtMost = 3;

export const selectedOf = ({ id }: Pick<CachedUser, "id">): Selected => ({ id, at: 0 });

/** The users of the current page as selectable rows. */
export class UserRows implements SelectableList {
  readonly selection: Selection;
  readonly copy: () => void;
  readonly pin: (row: Selected | undefined) => void;
  readonly #rows: readonly CachedUser[];

  constructor(rows: readonly CachedUser[], selection: Selection, verbs: Pick<SelectableList, "copy" | "pin">) {
    this.#rows = rows;
    this.selection = selection;
    this.copy = verbs.copy;
    this.pin = verbs.pin;
  }

  readonly rowOf = (element: Element): Selected | undefined => {
    const id = element.getAttribute("data-user");
    return id !== null && this.#rows.some((row) => row.id === id) ? selectedOf({ id }) : undefined;
  };

  readonly focusRow = (element: HTMLElement): void => element.focus({ preventScroll: true });

  /** If the anchor is on another page, the range starts at the row itself. */
  readonly selectRange = (to: Selected): void => {
    const place = (id: string | undefined): number => this.#rows.findIndex((row) => row.id === id);
    const end = place(to.id);
    const start = place(this.selection.anchor?.id);
    if (start < 0) this.selection.beginRange(to);
    const [first, last] = start < 0 ? [end, end] : [Math.min(start, end), Math.max(start, end)];
    this.selection.setRange(this.#rows.slice(first, last + 1).map(selectedOf), 0);
  };

  readonly selectAll = (): void => this.selection.add(this.#rows.map(selectedOf));
}

/**
 * Fetches all users that match a query, page by page, and selects them; if the host is unreachable, the cached ones.
 * Rejects with the signal's reason, or the database's error.
 */
export async function selectMatchingUsers(
  { db, dispatcher }: Pick<Sync, "db" | "dispatcher">,
  asked: ZonedUsersQuery,
  selection: Selection,
  isOut: boolean,
  signal: AbortSignal,
  onRows: (rows: number) => void,
): Promise<{ readonly is: Gathering; readonly message?: string | undefined }> {
  if (isOut) {
    const { rows } = await findCachedUsers(db, { ...asked, skip: 0, limit: Number.MAX_SAFE_INTEGER });
    signal.throwIfAborted();
    selection.add(rows.map(selectedOf));
    return { is: "whole" };
  }
  const found = new Map<string, Selected>();
  let last: string | undefined;
  let readings = 1;
  for (let page = 0; page < pagesAtMost; page += 1) {
    // Pages overlap by one user: whoever leaves the list meanwhile shifts the later ones up, past the border of two pages.
    const query: UsersQuery & ZonedUsersQuery = { ...asked, skip: Math.max(0, found.size - 1), limit: atATime };
    const end = await dispatcher.demand("users", query, 0);
    signal.throwIfAborted();
    if (end.is === "failed") return { is: "refused", message: end.message };
    const kept = await readUserPage(db, query);
    if (!kept) break;
    const { rows, total } = kept;
    const isJoined = last === undefined || rows.some(({ id }) => id === last);
    const before = found.size;
    for (const user of rows) found.set(user.id, selectedOf(user));
    onRows(found.size);
    if (isJoined && (found.size === total || (found.size === before && total === undefined))) {
      selection.add(found.values());
      return { is: "whole" };
    }
    last = rows.at(-1)?.id;
    if (isJoined && found.size > before) continue;
    // The list changed between two pages, so some users may have been missed.
    if (readings === readingsAtMost) break;
    readings += 1;
    found.clear();
    last = undefined;
  }
  return { is: "odd" };
}
