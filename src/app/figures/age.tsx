import { css } from "#styled/css";
import { useKeptUp } from "../data/use-kept-up.ts";
import { useFormat } from "../format/use-format.ts";
import { useNow } from "../format/use-now.ts";
import { useTranslation } from "../words/use-translation.ts";

const look = css({ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums lining-nums" });

/** Age of a figure; `asOf` in device epoch ms. The full time is in the title. */
export function Age({ asOf: askedAt }: { asOf: number }) {
  const asOf = useKeptUp(askedAt);
  const { t } = useTranslation("rates");
  const format = useFormat();
  const now = useNow();
  return (
    <time dateTime={new Date(asOf).toISOString()} title={format.full(asOf)} className={look}>
      {t("asOf", { time: format.minute(asOf, now), ago: format.ago(asOf, now) })}
    </time>
  );
}
