import { css, cva } from "#styled/css";
import type { Looked } from "../../data/use-look.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import type { Parsed } from "../../screens/transactions/query/parse-query.ts";

const foot = css({
  flexShrink: "0",
  minHeight: "10",
  px: "4",
  py: "2.5",
  borderTopWidth: "1px",
  borderColor: "line",
  textStyle: "xs",
  textWrap: "pretty",
  fontVariantNumeric: "tabular-nums lining-nums",
});
const line = cva({
  base: { display: "block" },
  variants: { is: { calm: { color: "ink.muted" }, wrong: { color: "danger", fontWeight: "medium" } } },
});

interface SearchedWordsProps {
  id: string;
  text: string;
  /** Undefined while choosing a user: the text is then no query. */
  parsed: Parsed | undefined;
  looked: Looked | undefined;
  isSettled: boolean;
  mayView: boolean;
  isAddress: boolean;
  isEmpty: boolean;
}

/** The palette's footer: what was searched and what wasn't, or the query's error. */
export function SearchedWords({ id, text, parsed, looked, isSettled, mayView, isAddress, isEmpty }: SearchedWordsProps) {
  const { t } = useTranslation(["search", "common"]);
  const format = useFormat();
  const mistake = parsed?.is === "mistaken" ? parsed.mistake : undefined;
  const found = looked?.found;
  const words = (): { is: "calm" | "wrong"; text: string }[] => {
    if (mistake)
      return [
        {
          is: "wrong",
          text: t(`mistakes.${mistake.is}`, { text: mistake.text, place: mistake.at + 1, expected: (mistake.expected ?? []).join(", ") }),
        },
      ];
    if (text === "") return [{ is: "calm", text: t("palette.hint") }];
    if (!isSettled) return [{ is: "calm", text: t("palette.searching") }];
    if (!found) return [{ is: "wrong", text: t("palette.broken") }];
    const { transactions, people } = found;
    const users = t("palette.users", { count: people.of, shown: format.number(people.of) });
    const searched =
      transactions.of === undefined
        ? t("palette.searchedUsers", { users })
        : t("palette.searched", {
            transactions: t("palette.transactions", { count: transactions.of, shown: format.number(transactions.of) }),
            users,
          });
    return [
      ...(isEmpty ? [{ is: "calm" as const, text: t("palette.nothing") }] : []),
      ...(isAddress && people.wallets.length === 0
        ? [{ is: "calm" as const, text: t("palette.noWallet", { count: people.walletsOf, users: format.number(people.walletsOf) }) }]
        : []),
      { is: "calm", text: mayView ? searched : `${searched} ${t("palette.noTransactions", { permission: "canViewTransactions" })}` },
    ];
  };
  return (
    <div id={id} role="status" className={foot}>
      {words().map(({ is, text: one }) => (
        <span key={one} className={line({ is })}>
          {one}
        </span>
      ))}
    </div>
  );
}
