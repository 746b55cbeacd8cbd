import { type ReactNode } from "react";
import { css } from "#styled/css";
import type { DailyClose, DigestedClose, MoveLine } from "../../../../db/money/daily-close.ts";
import { download } from "../../../ui/download.ts";
import { useDayWords } from "../../../format/use-day-words.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import "../../../parts/own-paper.css";
import { Button } from "../../../ui/button.tsx";
import { Figure, Figures } from "../../../ui/card.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Download } from "../../../ui/icons.tsx";
import { Printer } from "../../../ui/more-icons.ts";
import { Notice } from "../../../ui/notice.tsx";
import { StatusMark } from "../../../ui/status-mark.tsx";
import { Table, TableBody, TableHead, Td, Th, Tr } from "../../../ui/table.tsx";
import { statusKind } from "../../transactions/looks.ts";
import { ChangeList } from "./change-list.tsx";
import { closeFile, closeFileName } from "./close-file.ts";
import type { Since } from "./use-close.ts";
import { useLineWords } from "./use-line-words.ts";

/** Printed with tight lines, so a day fits on a sheet or two. */
const sheet = css({
  display: "flex",
  flexDirection: "column",
  gap: "6",
  _print: { gap: "3", "& tr": { height: "auto!" }, "& :is(td, th)": { py: "0!", textStyle: "xs" } },
});
const bar = css({ display: "flex", flexWrap: "wrap", gap: "2", _print: { display: "none" } });
const heading = css({ textStyle: "lg", fontWeight: "semibold" });
const part = css({ display: "flex", flexDirection: "column", gap: "2", minWidth: "0" });
const partHeading = css({ textStyle: "md", fontWeight: "semibold" });
const note = css({ textStyle: "sm", color: "ink.muted", maxWidth: "prose", _print: { textStyle: "xs", maxWidth: "none" } });
const hash = css({
  display: "flex",
  alignItems: "center",
  gap: "1",
  fontFamily: "mono",
  textStyle: "xs",
  overflowWrap: "anywhere",
  minWidth: "0",
});

interface CloseSheetProps {
  closed: DigestedClose;
  since: Since;
  /** Whether the device could store it. */
  isKept: boolean;
  onAgain: () => void;
}

/** A closed day, ready to print: its figures, their sources, and what has changed since the previous close. */
export function CloseSheet({ closed, since, isKept, onAgain }: CloseSheetProps) {
  const { t } = useTranslation(["dailyClose", "common"]);
  const format = useFormat();
  const dayWords = useDayWords();
  const { close, digest } = closed;
  const { transactions, moves, openSlips, unknown } = close;
  const [from, before] = [Date.parse(close.from), Date.parse(close.before)];
  const hours = (before - from) / 3_600_000;
  const count = (lines: readonly { count: number }[]): string => format.number(lines.reduce((sum, line) => sum + line.count, 0));
  return (
    <article className={sheet} aria-labelledby="close-title" data-own-paper>
      <div className={bar}>
        <Button icon={<Printer size={16} aria-hidden />} onClick={() => print()}>
          {t("print")}
        </Button>
        <Button icon={<Download size={16} aria-hidden />} onClick={() => download(closeFileName(t("fileName"), closed), closeFile(closed))}>
          {t("download")}
        </Button>
        <Button onClick={onAgain}>{t("again")}</Button>
      </div>
      {isKept ? null : <Notice tone="warning" title={t("notKept")} />}
      <header className={part}>
        <h2 id="close-title" className={heading}>
          {t("title", { day: dayWords(close.day) })}
        </h2>
        <p className={note}>
          {t("span", { from: format.full(from), to: format.full(before), zone: close.timeZone })} ·{" "}
          {t("hours", { count: hours, shown: format.number(hours) })}
          <br />
          {t("made", { time: format.full(Date.parse(close.madeAt)), by: close.by, host: close.host })}
        </p>
      </header>
      <Figures label={t("figures.label")}>
        <Figure label={t("figures.transactions")} value={count(transactions.lines)} />
        <Figure label={t("figures.moves")} value={count(moves.lines)} />
        <Figure label={t("figures.openSlips")} value={openSlips ? count(openSlips) : t("common:none")} />
        <Figure label={t("figures.unknown")} value={format.number(unknown.length)} />
      </Figures>
      <Part title={t("transactions.title")} source={t("transactions.source", { time: format.full(Date.parse(transactions.asOf)) })}>
        {transactions.lines.length > 0 ? <TotalsTable lines={transactions.lines} /> : <p className={note}>{t("transactions.empty")}</p>}
      </Part>
      <Part title={t("moves.title")} source={moves.source === "host" ? t(openSlips ? "moves.logAndSlips" : "moves.log") : undefined}>
        {moves.source === "device" ? (
          <Notice tone="warning" title={t("moves.device")}>
            {t("moves.deviceHint")} {openSlips ? t("moves.deviceAndSlips") : null}
          </Notice>
        ) : null}
        {moves.lines.length > 0 ? <MovesTable label={t("moves.title")} lines={moves.lines} /> : <p className={note}>{t("moves.empty")}</p>}
      </Part>
      <Part title={t("openSlips.title")} source={t(openSlips ? "openSlips.source" : "openSlips.absent")}>
        {openSlips === null ? null : openSlips.length > 0 ? (
          <MovesTable label={t("openSlips.title")} lines={openSlips} />
        ) : (
          <p className={note}>{t("openSlips.empty")}</p>
        )}
      </Part>
      <Part title={t("unknown.title")} source={t("unknown.source")}>
        {unknown.length > 0 ? <UnknownTable lines={unknown} /> : <p className={note}>{t("unknown.empty")}</p>}
      </Part>
      <Part title={t("changes.title")}>
        <ChangeList since={since} />
      </Part>
      <footer className={part}>
        <p className={note}>{t("digest")}</p>
        <p className={hash}>
          {digest} <CopyButton what="SHA-256" value={digest} />
        </p>
      </footer>
    </article>
  );
}

function Part({ title, source, children }: { title: string; source?: string | undefined; children: ReactNode }) {
  return (
    <section className={part} aria-label={title}>
      <h3 className={partHeading}>{title}</h3>
      {source ? <p className={note}>{source}</p> : null}
      {children}
    </section>
  );
}

function TotalsTable({ lines }: { lines: DailyClose["transactions"]["lines"] }) {
  const { t } = useTranslation("dailyClose");
  const format = useFormat();
  const words = useLineWords();
  const hasBlanks = lines.some(({ withoutAmount }) => withoutAmount > 0);
  return (
    <Table label={t("transactions.title")}>
      <TableHead>
        <Th>{t("columns.type")}</Th>
        <Th>{t("columns.status")}</Th>
        <Th>{t("columns.currency")}</Th>
        <Th align="end">{t("columns.count")}</Th>
        <Th align="end">{t("columns.in")}</Th>
        <Th align="end">{t("columns.out")}</Th>
        {hasBlanks ? <Th align="end">{t("columns.withoutAmount")}</Th> : null}
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <Tr key={`${line.type} ${line.currency} ${line.status}`}>
            <Td label={t("columns.type")}>{words.type(line.type)}</Td>
            <Td label={t("columns.status")}>
              <StatusMark kind={statusKind(line.status)}>{words.status(line.status)}</StatusMark>
            </Td>
            <Td label={t("columns.currency")}>{words.or(line.currency)}</Td>
            <Td label={t("columns.count")} kind="figure" align="end">
              {format.number(line.count)}
            </Td>
            <Td label={t("columns.in")} kind="figure" align="end">
              {format.exact(line.in)}
            </Td>
            <Td label={t("columns.out")} kind="figure" align="end">
              {format.exact(line.out)}
            </Td>
            {hasBlanks ? (
              <Td label={t("columns.withoutAmount")} kind="figure" align="end">
                {format.number(line.withoutAmount)}
              </Td>
            ) : null}
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function MovesTable({ label, lines }: { label: string; lines: readonly MoveLine[] }) {
  const { t } = useTranslation("dailyClose");
  const format = useFormat();
  const words = useLineWords();
  const hasCheckers = lines.some(({ checker }) => checker !== null);
  return (
    <Table label={label} size={hasCheckers ? "medium" : "small"}>
      <TableHead>
        <Th>{t("columns.operation")}</Th>
        <Th>{t("columns.admin")}</Th>
        {hasCheckers ? <Th>{t("columns.checker")}</Th> : null}
        <Th>{t("columns.reason")}</Th>
        <Th align="end">{t("columns.times")}</Th>
        <Th align="end">{t("columns.sum")}</Th>
        <Th>{t("columns.currency")}</Th>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <Tr key={JSON.stringify([line.operation, line.admin, line.checker, line.reason, line.currency])}>
            <Td label={t("columns.operation")}>{words.operation(line.operation)}</Td>
            <Td label={t("columns.admin")}>{words.or(line.admin)}</Td>
            {hasCheckers ? <Td label={t("columns.checker")}>{words.or(line.checker)}</Td> : null}
            <Td label={t("columns.reason")}>{words.reason(line.reason)}</Td>
            <Td label={t("columns.times")} kind="figure" align="end">
              {format.number(line.count)}
            </Td>
            <Td label={t("columns.sum")} kind="figure" align="end">
              {format.exact(line.sum)}
            </Td>
            <Td label={t("columns.currency")}>{line.currency}</Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

function UnknownTable({ lines }: { lines: DailyClose["unknown"] }) {
  const { t } = useTranslation("dailyClose");
  const format = useFormat();
  const words = useLineWords();
  return (
    <Table label={t("unknown.title")} size="medium">
      <TableHead>
        <Th>{t("columns.at")}</Th>
        <Th>{t("columns.operation")}</Th>
        <Th>{t("columns.admin")}</Th>
        <Th>{t("columns.target")}</Th>
        <Th align="end">{t("columns.amount")}</Th>
      </TableHead>
      <TableBody>
        {lines.map((line) => (
          <Tr key={line.id}>
            <Td label={t("columns.at")} kind="figure">
              {format.full(Date.parse(line.at))}
            </Td>
            <Td label={t("columns.operation")}>{words.operation(line.operation)}</Td>
            <Td label={t("columns.admin")}>{words.or(line.by)}</Td>
            <Td label={t("columns.target")}>{line.target}</Td>
            <Td label={t("columns.amount")} kind="figure" align="end">
              {line.amount === "" ? words.or("") : `${format.exact(line.amount)} ${line.currency}`}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}
