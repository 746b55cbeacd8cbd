import { css } from "#styled/css";
import { isNaira } from "../../../contract/currencies.ts";
import type { CryptoFee } from "../../data/use-fees.ts";
import { Age } from "../../figures/age.tsx";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import type { SwapCurrency } from "./swap.ts";
import type { SwapFigures } from "./swap-preview.tsx";

const title = css({ textStyle: "sm", fontWeight: "medium", marginBottom: "1" });
const list = css({
  display: "grid",
  gridTemplateColumns: "[minmax(0, max-content) max-content minmax(0, 1fr)]",
  columnGap: "5",
  rowGap: "1",
  textStyle: "sm",
  fontVariantNumeric: "tabular-nums lining-nums",
  smDown: { gridTemplateColumns: "1fr", "& dt": { marginTop: "2" } },
  "& dt": { color: "ink.muted" },
});
const age = css({ color: "ink.muted", "& time": { whiteSpace: "normal" } });

interface FiguresInUseProps {
  from: SwapCurrency;
  to: SwapCurrency;
  figures: SwapFigures;
  feeCurrency: SwapCurrency;
  /** Undefined if none is known, or the host has none for the currency. */
  fee: CryptoFee | undefined;
  feesAsOf: number | undefined;
}

/** The figures a swap is calculated from, each with its age. */
export function FiguresInUse({ from, to, figures, feeCurrency, fee, feesAsOf }: FiguresInUseProps) {
  const { t } = useTranslation("prices");
  const { naira, dollars, percent } = useFormat();
  if (isNaira(from) && isNaira(to)) return null;
  const rate = isNaira(from) ? "onramp" : isNaira(to) ? "offramp" : undefined;
  const rows = [
    ...(rate ? [{ name: t(`swap.figure.${rate}`), figure: figures[rate], show: naira }] : []),
    { name: t("swap.figure.markup"), figure: figures.markup, show: percent },
    {
      name: fee
        ? t("swap.figure.fee", { currency: fee.currency, network: fee.network })
        : t("swap.figure.anyFee", { currency: feeCurrency }),
      figure: feesAsOf === undefined ? undefined : { value: fee?.networkFee, asOf: feesAsOf },
      show: dollars,
    },
  ];
  return (
    <section aria-label={t("swap.figures")}>
      <h3 className={title}>{t("swap.figures")}</h3>
      <dl className={list}>
        {rows.map(({ name, figure, show }) => [
          <dt key={`${name} name`}>{name}</dt>,
          <dd key={`${name} value`}>{figure?.value === undefined ? t("swap.unknownFigure") : show(figure.value)}</dd>,
          <dd key={`${name} age`} className={age}>
            {figure ? <Age asOf={figure.asOf} /> : "—"}
          </dd>,
        ])}
      </dl>
    </section>
  );
}
