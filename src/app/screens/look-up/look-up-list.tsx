/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useLayoutEffect, useRef } from "react";
import { Link } from "wouter";
import { css, cx } from "#styled/css";
import type { LookUpLine } from "../../../sync/feeds/look-up.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { passUser } from "../../state/passed-user.ts";
import { observeInSight } from "../../ui/observe-in-sight.ts";
import { statusLook } from "../../ui/status-mark.tsx";
import { touchArea } from "../../ui/touch-area.ts";
import { isKnownStatus, isKnownType } from "../transactions/looks.ts";
import { listFrame } from "../../ui/list-frame.ts";
import { useRowHeight } from "../../lists/use-row-height.ts";
import { type LookUpT, resultWords } from "./look-up-words.ts";

const area = css({
  maxHeight: "[max(24rem, calc(100dvh - 24rem))]",
  overflowY: "auto",
  overflowX: "hidden",
  overscrollBehavior: "contain",
  _print: { maxHeight: "none", overflow: "visible" },
});
const block = css({ display: "block", textAlign: "start" });
const contents = css({ display: "contents" });
const body = css({ display: "block", position: "relative", _print: { height: "auto!" } });
const hidden = css({ position: "absolute", visibility: "hidden", width: "px" });
const rowHeight = css({ height: "14", "@container (max-width: 33.99rem)": { height: "[6.5rem]" } });
const grid = css({
  display: "grid",
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.4fr)]",
  columnGap: "4",
  alignItems: "center",
  alignContent: "center",
  px: "4",
  borderBottomWidth: "1px",
  borderColor: "line",
  textStyle: "sm",
  "@container (max-width: 33.99rem)": { gridTemplateColumns: "[minmax(0, 1fr)]", rowGap: "0", px: "3" },
});
const head = css({
  position: "sticky",
  top: "0",
  zIndex: "sticky",
  minHeight: "9",
  bg: "surface",
  textStyle: "xs",
  color: "ink.muted",
  "@container (max-width: 33.99rem)": { srOnly: true },
});
const row = css({
  position: "absolute",
  insetInline: "0",
  top: "0",
  _hover: { bg: "hover" },
  _focusWithin: { bg: "hover" },
  _print: { position: "static", transform: "none!", breakInside: "avoid" },
});
const cell = css({ minWidth: "0", overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", textAlign: "start" });
const twoLines = css({ minWidth: "0", whiteSpace: "normal!", lineClamp: "2" });
const headCell = css({ fontWeight: "medium", textAlign: "start" });
const code = css({ fontFamily: "mono", fontSize: "xs" });
const muted = css({ color: "ink.muted", textStyle: "xs", fontVariantNumeric: "tabular-nums lining-nums" });
const line = css({ display: "block", overflow: "hidden", textOverflow: "ellipsis" });
const link = cx(touchArea, css({ color: "accent", _hover: { textDecoration: "underline" } }));
const headHeight = 36;

/** What was found for a line, each leading to where it can be seen. */
function Found({ found: { text, transactions, users }, t }: { found: LookUpLine; t: LookUpT }) {
  const format = useFormat();
  const [transaction] = transactions;
  const [user] = users;
  const words = () => {
    if (!transaction) return "";
    const { type, status, amount, currency, username } = transaction;
    const parts = [
      isKnownType(type) ? t(`transactions:types.${type}`) : type,
      amount === undefined ? currency : `${format.signed(amount)} ${currency}`,
      isKnownStatus(status) ? t(`transactions:statuses.${status}`) : status,
      username,
    ];
    return parts.filter((part) => part !== "").join(" · ");
  };
  return (
    <>
      {transaction ? (
        <Link
          className={cx(link, line)}
          href={transactions.length === 1 ? links.transaction(transaction.id) : links.transactionsOf(transactions.map(({ id }) => id))}
        >
          {transactions.length === 1 ? words() : t("many.transactionsOf", { shown: format.number(transactions.length) })}
        </Link>
      ) : null}
      {user && users.length === 1 ? (
        <Link
          className={cx(link, line)}
          href={links.user("userSummary", { email: user.email, id: user.id, username: user.username })}
          state={user.id === "" ? null : passUser(user)}
        >
          {[user.email ?? user.username ?? user.id, user.email ? user.username : undefined].filter((part) => part).join(" · ")}
        </Link>
      ) : null}
      {users.length > 1 ? (
        <Link className={cx(link, line)} href={links.users(text)}>
          {t("many.usersOf", { shown: format.number(users.length) })}
        </Link>
      ) : null}
    </>
  );
}

/** The virtual table of what was looked up: some dozens of rows in the DOM, however many there are. */
export function LookUpList({ lines, busy }: { lines: readonly LookUpLine[]; busy: boolean }) {
  const { t } = useTranslation(["lookup", "transactions", "common"]);
  const format = useFormat();
  const now = useNow();
  const scrolled = useRef<HTMLDivElement>(null);
  const { probe, height } = useRowHeight();
  // oxlint-disable-next-line react/incompatible-library -- the React Compiler, which would skip this hook, is not used
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrolled.current,
    estimateSize: () => height,
    overscan: 8,
    observeElementRect: observeInSight,
    scrollMargin: headHeight,
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height]);
  return (
    <div className={listFrame}>
      <div ref={probe} className={cx(hidden, rowHeight)} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- where nothing was found, the keys scroll it all the same */}
      <div ref={scrolled} className={area} role="group" aria-label={t("many.title")} tabIndex={0}>
        <table role="table" className={block} aria-label={t("many.title")} aria-rowcount={lines.length + 1} aria-busy={busy}>
          <thead role="rowgroup" className={contents}>
            <tr role="row" aria-rowindex={1} className={cx(grid, head)}>
              {(["item", "result", "what"] as const).map((column) => (
                <th key={column} role="columnheader" scope="col" className={headCell}>
                  {t(`many.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup" className={body} style={{ height: virtualizer.getTotalSize() }}>
            {virtualizer.getVirtualItems().map(({ index, start }) => {
              const one = lines[index];
              if (!one) return null;
              const result = resultWords(t, format, now, one);
              return (
                <tr
                  key={`${one.kind} ${one.key}`}
                  role="row"
                  aria-rowindex={index + 2}
                  className={cx(grid, row, rowHeight)}
                  style={{ transform: `translateY(${start - headHeight}px)` }}
                >
                  <td role="cell" className={cell} title={one.text}>
                    <span className={cx(code, line)}>{one.text}</span>
                    <span className={muted}>
                      {t(`many.kinds.${one.kind}`)}
                      {one.times > 1 ? ` · ${t("many.times", { times: format.number(one.times) })}` : null}
                    </span>
                  </td>
                  <td role="cell" className={cx(statusLook(result.kind), twoLines)} title={result.text}>
                    {result.text}
                  </td>
                  <td role="cell" className={cell}>
                    <Found found={one} t={t} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
