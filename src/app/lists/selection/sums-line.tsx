import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import type { Selection } from "./selection.ts";
import type { CurrencySum } from "./sums.ts";

const line = css({
  display: "flex",
  flexWrap: "wrap",
  columnGap: "4",
  textStyle: "sm",
  fontVariantNumeric: "tabular-nums lining-nums",
});
const aside = css({ color: "ink.muted" });

/** Write out only the currencies with the most rows; the bar holds no more. */
const shownAtMost = 4;

/** Sums of the selected rows by currency; credits and debits are separate if there are both. */
export function SumsLine({ selection }: { selection: Selection }) {
  const { t } = useTranslation("selection");
  const format = useFormat();
  const { currencies, without, unnamed } = selection.sums();
  if (currencies.length === 0 && without === 0 && unnamed === 0) return null;
  const words = ({ currency, credits, debits }: CurrencySum): string => {
    if (credits !== undefined && debits !== undefined)
      return t("sums.both", { currency, credits: format.signed(credits), debits: format.signed(debits) });
    return t("sums.one", { currency, sum: format.signed(credits ?? debits ?? "0") });
  };
  const more = currencies.slice(shownAtMost);
  return (
    <ul className={line} aria-label={t("sums.label")}>
      {currencies.slice(0, shownAtMost).map((one) => (
        <li key={one.currency}>{words(one)}</li>
      ))}
      {more.length > 0 ? (
        <li className={aside} title={more.map(words).join("\n")}>
          {t("sums.more", { count: more.length })}
        </li>
      ) : null}
      {unnamed > 0 ? <li className={aside}>{t("sums.unnamed", { count: unnamed })}</li> : null}
      {without > 0 ? <li className={aside}>{t("sums.without", { count: without })}</li> : null}
    </ul>
  );
}
