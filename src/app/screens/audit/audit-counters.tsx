import { css } from "#styled/css";
import { startOfDay } from "../../../contract/zones.ts";
import { isAwaited } from "../../data/is-awaited.ts";
import { type Attempt, useAuditCounters } from "../../data/use-audit.ts";
import { useFormat } from "../../format/use-format.ts";
import { useHostNow } from "../../format/use-host-now.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { useTimeZone } from "../../state/settings.ts";
import { Button } from "../../ui/button.tsx";
import { Figure, Figures } from "../../ui/card.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { firstDayOf, type Period, periods } from "./audit-params.ts";

/** Aligns its text with the other notes. */
const inLine = css({ marginInlineStart: "-2.5" });
// On a phone "Last 30 days" needs more than half the line.
const chooser = css({ px: "5", py: "4", minWidth: "0", smDown: { px: "4", py: "3", minWidth: "full" } });

interface PeriodProps {
  period: Period;
  onPeriod: (period: Period) => void;
}

function PeriodChooser({ period, onPeriod }: PeriodProps) {
  const { t } = useTranslation("audit");
  const options = periods.map((value) => ({ value, label: t(`counters.periods.${value}`) }));
  return (
    <div className={chooser}>
      <SelectField
        label={t("counters.period")}
        options={options}
        value={period}
        onChange={({ target }) => onPeriod(periods.find((one) => one === target.value) ?? "week")}
      />
    </div>
  );
}

/** Event counts of the period, from the host (AUD-1). */
export function HostCounters({ period, onPeriod, onAlerts }: PeriodProps & { onAlerts: (from: string | undefined) => void }) {
  const { t } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const now = useNow();
  const timeZone = useTimeZone();
  const dateFrom = firstDayOf(period, useHostNow(), timeZone);
  const { kept, fetching } = useAuditCounters(dateFrom === undefined ? {} : { dateFrom, timeZone });
  const isLoading = kept === undefined || (kept === null && isAwaited(fetching));
  const shown = (figure: number | undefined): string =>
    isLoading ? t("counters.loading") : figure === undefined ? t("common:none") : format.number(String(figure));
  const note = kept ? t("counters.asOf", { time: format.minute(kept.asOf, now) }) : isLoading ? "" : t("counters.never");
  const { events, alerts, activeUsers } = kept?.figures ?? {};
  return (
    <Figures label={t("counters.region")}>
      <PeriodChooser period={period} onPeriod={onPeriod} />
      <Figure label={t("counters.events")} value={shown(events)} note={note} />
      <Figure
        label={t("counters.alerts")}
        value={shown(alerts)}
        note={
          alerts ? (
            <Button kind="quiet" size="small" className={inLine} onClick={() => onAlerts(dateFrom)}>
              {t("counters.showAlerts")}
            </Button>
          ) : (
            note
          )
        }
      />
      <Figure label={t("counters.activeUsers")} value={shown(activeUsers)} note={note} />
    </Figures>
  );
}

/** Counts from this device's journal; alerts only exist in a host's log. */
export function DeviceCounters({ period, onPeriod, attempts }: PeriodProps & { attempts: readonly Attempt[] | undefined }) {
  const { t } = useTranslation(["audit", "common"]);
  const format = useFormat();
  const timeZone = useTimeZone();
  const from = firstDayOf(period, useNow(), timeZone);
  const within = attempts?.filter((attempt) => from === undefined || attempt.at >= startOfDay(from, timeZone));
  const shown = (figure: number | undefined): string => (figure === undefined ? t("counters.loading") : format.number(String(figure)));
  const note = t("counters.fromJournal");
  return (
    <Figures label={t("counters.region")}>
      <PeriodChooser period={period} onPeriod={onPeriod} />
      <Figure label={t("counters.events")} value={shown(within?.length)} note={note} />
      <Figure label={t("counters.alerts")} value={t("common:none")} note={t("counters.needsLog")} />
      <Figure label={t("counters.activeUsers")} value={shown(within && new Set(within.map((attempt) => attempt.by)).size)} note={note} />
    </Figures>
  );
}
