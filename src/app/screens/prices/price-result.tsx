import { useEffect } from "react";
import { cx } from "#styled/css";
import { Age } from "../../figures/age.tsx";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { announce } from "../../state/announce.ts";
import { Card, Figure } from "../../ui/card.tsx";
import { atEnd, factsLook } from "../../ui/facts.ts";
import type { Priced } from "./calculate-here.ts";

/** A price under the markdown. Prices are prefixed with N (PRICE-2). */
export function PriceResult({ priced }: { priced: Priced }) {
  const { t } = useTranslation("prices");
  const format = useFormat();
  const { percent } = format;
  const naira = (value: string | undefined) => (value === undefined ? "—" : `N${format.amount(value)}`);
  const { basis } = priced;
  const label = `${t("calculator.discountedPrice")} · ${priced.asset}`;
  const price = naira(priced.discountedPrice);
  // Once, and without the age, which changes each minute.
  useEffect(() => announce(`${label}: ${price}`), [label, price]);
  return (
    <Card bare aria-label={t("calculator.result", { asset: priced.asset })}>
      <Figure
        label={label}
        value={price}
        note={
          basis.is === "host" ? (
            t("calculator.byHost")
          ) : (
            <>
              {t("calculator.here")} <Age asOf={basis.asOf} />
            </>
          )
        }
      />
      <dl className={cx(factsLook, atEnd)}>
        <dt>{t("calculator.originalPrice")}</dt>
        <dd>{naira(priced.originalPrice)}</dd>
        <dt>{t("calculator.markdown")}</dt>
        <dd>{priced.percentage === undefined ? "—" : percent(priced.percentage)}</dd>
        <dt>{t("calculator.discount")}</dt>
        <dd>{naira(priced.discountAmount)}</dd>
        <dt>{t("calculator.state")}</dt>
        <dd>{priced.isActive === undefined ? "—" : priced.isActive ? t("asset.active") : t("asset.inactive")}</dd>
        {basis.is === "host" && basis.at ? (
          <>
            <dt>{t("calculator.at")}</dt>
            <dd>{format.dateTime(new Date(basis.at))}</dd>
          </>
        ) : null}
      </dl>
    </Card>
  );
}
