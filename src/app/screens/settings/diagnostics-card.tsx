import { useState } from "react";
import { css } from "#styled/css";
import { type DiagnosticsEntry, logFile, readLog } from "../../state/diagnostics-log.ts";
import { datedName, download } from "../../ui/download.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { DataTable } from "../../ui/data-table.tsx";

const area = css({ marginTop: "3" });
const foot = css({ display: "flex", flexWrap: "wrap", gap: "2", marginTop: "4" });
const note = css({ textStyle: "sm", color: "ink.muted" });

/** The file has all of them. */
const shownAtMost = 50;

/** View and download of the diagnostics log (SET-1). */
export function DiagnosticsCard() {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const now = useNow();
  const [entries, setEntries] = useState(readLog);
  const latest = entries
    .map((entry, place) => ({ key: `${entry.at} ${place}`, entry }))
    .slice(-shownAtMost)
    .reverse();
  const timeOf = ({ at }: DiagnosticsEntry): string => {
    const [day, clock] = [format.date(at), format.clock(at)];
    return day === format.date(now) ? clock : `${day}, ${clock}`;
  };
  const whatOf = (entry: DiagnosticsEntry): string => {
    if (entry.is === "call") return entry.call;
    return entry.where ? t("log.error", { name: entry.name, where: entry.where }) : entry.name;
  };
  return (
    <Card title={t("log.title")}>
      <p className={note}>
        {entries.length === 0 ? t("log.empty") : t("log.entries", { count: entries.length })}
        {entries.length > shownAtMost ? ` ${t("log.shown", { most: shownAtMost })}` : null}
      </p>
      {entries.length > 0 ? (
        <div className={area}>
          <DataTable
            label={t("log.title")}
            rows={latest}
            keyOf={({ key }) => key}
            columns={[
              { label: t("log.time"), render: ({ entry }) => timeOf(entry) },
              { label: t("log.what"), render: ({ entry }) => whatOf(entry) },
              {
                label: t("log.status"),
                render: ({ entry }) => (entry.is === "call" ? (entry.status === 0 ? t("log.noAnswer") : entry.status) : "—"),
              },
              {
                label: t("log.duration"),
                align: "end",
                kind: "figure",
                render: ({ entry }) => (entry.is === "call" ? t("log.milliseconds", { ms: format.number(Math.round(entry.ms)) }) : "—"),
              },
            ]}
          />
        </div>
      ) : null}
      <div className={foot}>
        <Button onClick={() => setEntries(readLog())}>{t("log.refresh")}</Button>
        <Button
          onClick={() =>
            download(
              datedName("counterfoil-diagnostics", Date.now(), "jsonl"),
              new Blob([logFile(readLog())], { type: "application/jsonl" }),
            )
          }
        >
          {t("log.download")}
        </Button>
      </div>
    </Card>
  );
}
