import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useState } from "react";
import { css } from "#styled/css";
import type { UsersQuery } from "../../../../contract/users.ts";
import { followUsers, readUsers } from "../../../../db/people/selected-users.ts";
import { userPredicate, type ZonedUsersQuery } from "../../../../db/people/users-query.ts";
import { useObservable } from "../../../data/use-observable.ts";
import { useSync } from "../../../data/sync-context.ts";
import { type CachedUser, useZoned } from "../../../data/use-users.ts";
import type { Translate } from "../../../words/keys.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { keysToPin, usePin } from "../../../cases/use-pin.ts";
import { HeadBox, RowBox } from "../../../lists/selection/select-box.tsx";
import { type Selected, type Selection, selectionOf } from "../../../lists/selection/selection.ts";
import { SelectionBar } from "../../../lists/selection/selection-bar.tsx";
import { listenToSelection } from "../../../lists/selection/selection-keys.ts";
import { useCopying } from "../../../lists/selection/use-copying.ts";
import { useMatching } from "../../../lists/selection/use-matching.ts";
import { calledOf } from "../user-looks.ts";
import { userFormats } from "./user-formats.ts";
import { selectedOf, selectMatchingUsers, UserRows } from "./user-rows.ts";

/** What the rows and the header render for the selection. */
export interface UserBoxes {
  readonly row: (user: CachedUser) => ReactNode;
  readonly head: ReactNode;
}

const none: readonly CachedUser[] = [];

const headCell = css({ display: "contents" });

interface UserSelectionProps {
  /** The table's frame. */
  area: RefObject<HTMLElement | null>;
  rows: readonly CachedUser[];
  /** False while the rows are still those of the list before. */
  isCurrent: boolean;
  query: UsersQuery;
  /** The filter as text; each one is its own list. */
  filterKey: string;
  /** Number of matches, by the host's count or the cache's. */
  total: number;
  isOut: boolean;
  /** The list names its users: there are no others. */
  isNamed: boolean;
  onBoxes: (boxes: UserBoxes | undefined) => void;
}

const drawBox =
  (list: UserRows, t: Translate<["selection"]>) =>
  (user: CachedUser): ReactNode => (
    <RowBox list={list} row={selectedOf(user)} label={t("row", { what: calledOf(user).slice(0, 80) })} first={false} over />
  );

/** Ids of all rows shown so far on the list's pages, which count as loaded. */
const shown = new WeakMap<Selection, Set<string>>();

function useLoaded(selection: Selection, rows: readonly CachedUser[], isCurrent: boolean): number {
  const [known] = useState(() => shown);
  const seen = known.get(selection) ?? new Set<string>();
  if (isCurrent) for (const { id } of rows) seen.add(id);
  known.set(selection, seen);
  return Math.max(seen.size, selection.size);
}

/** Makes the rows of the users' table selectable across pages, and shows the selection (FIND-1). */
export function UserSelection({
  area,
  rows: drawn,
  isCurrent,
  query: asked,
  filterKey,
  total,
  isOut,
  isNamed,
  onBoxes,
}: UserSelectionProps) {
  const { t } = useTranslation(["selection"]);
  const { t: say } = useTranslation(["users"]);
  const sync = useSync();
  const { db } = sync;
  const query = useZoned(asked);
  const selection = selectionOf("users", filterKey);
  useObservable(selection.version);
  // Until its own first page is there, the rows drawn are those of the filter before.
  const [hasOwn, setHasOwn] = useState(isCurrent);
  if (isCurrent && !hasOwn) setHasOwn(true);
  const rows = hasOwn ? drawn : none;
  const loaded = useLoaded(selection, rows, isCurrent);

  const read = useCallback(async () => {
    const ids = selection.rows().map(({ id }) => id);
    return { rows: (await readUsers(db, ids)).rows, formats: userFormats(say) };
  }, [db, selection, say]);
  const { copy, exportCsv } = useCopying(selection, read, t("export.users"), "users");

  const pinThese = usePin();
  const pin = useCallback(
    (row: Selected | undefined) =>
      pinThese(async () => {
        const ids = keysToPin(selection, row).map(({ id }) => id);
        return (await readUsers(db, ids)).rows.map((one) => ({ is: "user", row: one }));
      }),
    [db, selection, pinThese],
  );

  const list = useMemo(() => new UserRows(rows, selection, { copy: () => copy("tsv"), pin }), [rows, selection, copy, pin]);
  useEffect(() => (area.current ? listenToSelection(area.current, list) : undefined), [area, list]);
  const queryKey = JSON.stringify(query);
  useEffect(() => {
    // Only the host can decide the search term.
    const belongs = userPredicate({ ...(JSON.parse(queryKey) as ZonedUsersQuery), q: undefined });
    const { look, stop } = followUsers(
      db,
      () => selection.rows().map(({ id }) => id),
      belongs,
      (gone) => selection.refresh([], gone),
    );
    const unsubscribe = selection.version.subscribe(look);
    return () => {
      unsubscribe();
      stop();
    };
  }, [db, selection, queryKey]);
  const isPageSelected = useCallback(() => rows.length > 0 && rows.every(({ id }) => selection.has(id)), [rows, selection]);
  useEffect(() => {
    if (!hasOwn) return;
    onBoxes({ row: drawBox(list, t), head: <HeadBox list={list} className={headCell} isAll={isPageSelected} /> });
  }, [onBoxes, hasOwn, list, t, isPageSelected]);
  useEffect(() => () => onBoxes(undefined), [onBoxes]);

  const matching = useMatching((signal, onRows) => selectMatchingUsers(sync, query, selection, isOut, signal, onRows));
  const isOffered = !isNamed && (matching.state.is !== "idle" || (isPageSelected() && selection.size < total));
  const leave = useCallback(() => {
    area.current?.querySelector<HTMLElement>("tr[tabindex='0']")?.focus({ preventScroll: true });
  }, [area]);
  return (
    <SelectionBar
      list={list}
      loaded={loaded}
      sums={false}
      onCopy={copy}
      onExport={exportCsv}
      onLeave={leave}
      offer={isOffered ? { ...matching, total } : undefined}
    />
  );
}
