import { useAnalytics } from "../../data/use-analytics.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Figure, Figures } from "../../ui/card.tsx";

/** The platform's key figures: "..." while loading, a dash if missing (DASH-1). */
export function SummaryCards() {
  const { t } = useTranslation(["transactions", "common"]);
  const format = useFormat();
  const now = useNow();
  const { figures, userTotal, loading, asOf } = useAnalytics();
  const overview = figures?.chatbotTrades?.overview;
  const told = figures?.users?.total;
  const shown = (value: string | number | null | undefined, format_: (value: string) => string): string =>
    loading ? t("cards.loading") : value === undefined || value === null ? t("common:none") : format_(String(value));
  const note = asOf === undefined ? "" : t("list.asOf", { time: format.minute(asOf, now) });
  return (
    <Figures label={t("cards.region")} inOneLine>
      <Figure
        label={t("cards.totalUsers")}
        value={shown(told ?? userTotal, format.number)}
        note={told === undefined && userTotal !== undefined ? t("cards.fromCount") : note}
      />
      <Figure label={t("cards.totalTrades")} value={shown(overview?.total, format.number)} note={note} />
      <Figure label={t("cards.completedTrades")} value={shown(overview?.completed, format.number)} note={note} />
      <Figure label={t("cards.pendingTrades")} value={shown(overview?.pending, format.number)} note={note} />
      <Figure label={t("cards.volume")} value={shown(figures?.transactionVolume, format.wholeDollars)} note={note} />
    </Figures>
  );
}
