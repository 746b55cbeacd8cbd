import { useState } from "react";
import { css } from "#styled/css";
import { type DiagnosticsEntry, logFile, readLog } from "../../state/diagnostics-log.ts";
import { datedName, download } from "../../ui/download.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../ui/table.tsx";

const area = css({ marginTop: "3" });
const foot = css({ display: "flex", flexWrap: "wrap", gap: "2", marginTop: "4" });
const note = css({ textStyle: "sm", color: "ink.muted" });

/** The file has all of them. */
const shownAtMost = 50;

/** View and download of the diagnostics log (SET-1). */
export function DiagnosticsCard() {
  const { t } = useTranslation("settings");
  const [entries, setEntries] = useState(readLog);
  const latest = entries
    .map((entry, place) => ({ key: `${entry.at} ${place}`, entry }))
    .slice(-shownAtMost)
    .reverse();
  return (
    <Card title={t("log.title")}>
      <p className={note}>
        {entries.length === 0 ? t("log.empty") : t("log.entries", { count: entries.length })}
        {entries.length > shownAtMost ? ` ${t("log.shown", { most: shownAtMost })}` : null}
      </p>
      {entries.length > 0 ? (
        <div className={area}>
          <Table label={t("log.title")}>
            <TableHead>
              <Th>{t("log.time")}</Th>
              <Th>{t("log.what")}</Th>
              <Th>{t("log.status")}</Th>
              <Th align="end">{t("log.duration")}</Th>
            </TableHead>
            <TableBody>
              {latest.map(({ key, entry }) => (
                <Entry key={key} entry={entry} />
              ))}
            </TableBody>
          </Table>
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

function Entry({ entry }: { entry: DiagnosticsEntry }) {
  const { t } = useTranslation("settings");
  const format = useFormat();
  const now = useNow();
  const [day, clock] = [format.date(entry.at), format.clock(entry.at)];
  const isCall = entry.is === "call";
  const what = isCall ? entry.call : entry.where ? t("log.error", { name: entry.name, where: entry.where }) : entry.name;
  return (
    <Tr>
      <Td label={t("log.time")}>{day === format.date(now) ? clock : `${day}, ${clock}`}</Td>
      <Td label={t("log.what")}>{what}</Td>
      <Td label={t("log.status")}>{isCall ? (entry.status === 0 ? t("log.noAnswer") : entry.status) : "—"}</Td>
      <Td label={t("log.duration")} align="end" kind="figure">
        {isCall ? t("log.milliseconds", { ms: format.number(Math.round(entry.ms)) }) : "—"}
      </Td>
    </Tr>
  );
}
