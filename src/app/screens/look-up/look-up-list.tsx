/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- the rows are laid out as grids, which takes the implied roles away. */
import { Link } from "wouter";
import { css, cx } from "#styled/css";
import type { LookUpLine } from "../../../sync/feeds/look-up.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { rowFrame } from "../../lists/row-frame.ts";
import { RowList } from "../../lists/row-list.tsx";
import { passUser } from "../../state/passed-user.ts";
import { statusLook } from "../../ui/status-mark.tsx";
import { isKnownStatus, isKnownType } from "../transactions/looks.ts";
import { type LookUpT, resultWords } from "./look-up-words.ts";

const area = css({ maxHeight: "[max(24rem, calc(100dvh - 24rem))]" });
const rowHeight = css({ height: "14", "@container (max-width: 33.99rem)": { height: "[6.5rem]" } });
const columns = css({
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.4fr)]",
  columnGap: "4",
  "@container (max-width: 33.99rem)": { gridTemplateColumns: "[minmax(0, 1fr)]", rowGap: "0", px: "3" },
});
const hiddenHead = css({ "@container (max-width: 33.99rem)": { srOnly: true } });
const cell = css({ minWidth: "0", whiteSpace: "nowrap", textAlign: "start" });
const twoLines = css({ minWidth: "0", whiteSpace: "normal!", lineClamp: "2" });
const headCell = css({ textAlign: "start" });
const code = css({ fontFamily: "mono", fontSize: "xs" });
const muted = css({ color: "ink.muted", textStyle: "xs", fontVariantNumeric: "tabular-nums lining-nums" });
const line = css({ display: "block", overflow: "hidden", textOverflow: "ellipsis" });
// It cuts its own text off, and with it what `touchArea` would add.
const link = css({ color: "accent", _hover: { textDecoration: "underline" }, _touch: { py: "3", my: "-3" } });

/** Matches of a line, each linked to its screen. */
function Found({ found: { kind, text, transactions, users }, t }: { found: LookUpLine; t: LookUpT }) {
  const format = useFormat();
  const [transaction] = transactions;
  // Of a wallet's owner, maybe only the email is known.
  const cached = users.filter(({ id }) => id !== "");
  const together = cached.length > 1 ? cached : [];
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
      {users
        .filter((user) => !together.includes(user))
        .map((user) => (
          <Link
            key={user.id || user.email}
            className={cx(link, line)}
            href={links.user("userSummary", { email: user.email, id: user.id, username: user.username })}
            state={user.id === "" ? null : passUser(user)}
          >
            {[user.email ?? user.username ?? user.id, user.email ? user.username : undefined].filter((part) => part).join(" · ")}
          </Link>
        ))}
      {together.length > 0 ? (
        <Link className={cx(link, line)} href={kind === "address" ? links.usersOf(together.map(({ id }) => id)) : links.users(text)}>
          {t("many.usersOf", { shown: format.number(together.length) })}
        </Link>
      ) : null}
    </>
  );
}

/** Virtual table of look-up results: a few dozen rows in the DOM, however many there are. */
export function LookUpList({ lines, busy }: { lines: readonly LookUpLine[]; busy: boolean }) {
  const { t } = useTranslation(["lookup", "transactions", "common"]);
  const format = useFormat();
  const now = useNow();
  return (
    <RowList
      label={t("many.title")}
      printed={t("many.printed")}
      total={lines.length}
      busy={busy}
      isTabStop
      columns={(["item", "result", "what"] as const).map((column) => ({ words: t(`many.columns.${column}`), className: headCell }))}
      looks={{ head: cx(rowFrame({ is: "head" }), columns, hiddenHead), area, rowHeight }}
      renderRow={(place, top) => {
        const one = lines[place];
        if (!one) return null;
        const result = resultWords(t, format, now, one);
        return (
          <tr
            key={`${one.kind} ${one.key}`}
            role="row"
            aria-rowindex={place + 2}
            className={cx(rowFrame({ is: "row" }), columns, rowHeight)}
            style={{ transform: `translateY(${top}px)` }}
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
      }}
    />
  );
}
