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
import { DataTable } from "../../../ui/data-table.tsx";
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

const figure = { align: "end", kind: "figure" } as const;
type TotalLine = DailyClose["transactions"]["lines"][number];

function TotalsTable({ lines }: { lines: readonly TotalLine[] }) {
  const { t } = useTranslation("dailyClose");
  const format = useFormat();
  const words = useLineWords();
  const hasBlanks = lines.some(({ withoutAmount }) => withoutAmount > 0);
  return (
    <DataTable<TotalLine>
      label={t("transactions.title")}
      rows={lines}
      keyOf={({ type, currency, status }) => `${type} ${currency} ${status}`}
      columns={[
        { label: t("columns.type"), render: ({ type }) => words.type(type) },
        {
          label: t("columns.status"),
          render: ({ status }) => <StatusMark kind={statusKind(status)}>{words.status(status)}</StatusMark>,
        },
        { label: t("columns.currency"), render: ({ currency }) => words.or(currency) },
        { label: t("columns.count"), ...figure, render: ({ count }) => format.number(count) },
        { label: t("columns.in"), ...figure, render: (line) => format.exact(line.in) },
        { label: t("columns.out"), ...figure, render: ({ out }) => format.exact(out) },
        ...(hasBlanks
          ? [{ label: t("columns.withoutAmount"), ...figure, render: (line: TotalLine) => format.number(line.withoutAmount) }]
          : []),
      ]}
    />
  );
}

function MovesTable({ label, lines }: { label: string; lines: readonly MoveLine[] }) {
  const { t } = useTranslation("dailyClose");
  const format = useFormat();
  const words = useLineWords();
  const hasCheckers = lines.some(({ checker }) => checker !== null);
  return (
    <DataTable
      label={label}
      size={hasCheckers ? "medium" : "small"}
      rows={lines}
      keyOf={({ operation, admin, checker, reason, currency }) => JSON.stringify([operation, admin, checker, reason, currency])}
      columns={[
        { label: t("columns.operation"), render: ({ operation }) => words.operation(operation) },
        { label: t("columns.admin"), render: ({ admin }) => words.or(admin) },
        ...(hasCheckers ? [{ label: t("columns.checker"), render: ({ checker }: MoveLine) => words.or(checker) }] : []),
        { label: t("columns.reason"), render: ({ reason }) => words.reason(reason) },
        { label: t("columns.times"), ...figure, render: ({ count }) => format.number(count) },
        { label: t("columns.sum"), ...figure, render: ({ sum }) => format.exact(sum) },
        { label: t("columns.currency"), render: ({ currency }) => currency },
      ]}
    />
  );
}

function UnknownTable({ lines }: { lines: DailyClose["unknown"] }) {
  const { t } = useTranslation("dailyClose");
  const format = useFormat();
  const words = useLineWords();
  return (
    <DataTable
      label={t("unknown.title")}
      size="medium"
      rows={lines}
      keyOf={({ id }) => id}
      columns={[
        { label: t("columns.at"), kind: "figure", render: ({ at }) => format.full(Date.parse(at)) },
        { label: t("columns.operation"), render: ({ operation }) => words.operation(operation) },
        { label: t("columns.admin"), render: ({ by }) => words.or(by) },
        { label: t("columns.target"), render: ({ target }) => words.or(target) },
        {
          label: t("columns.amount"),
          ...figure,
          render: ({ amount, currency }) => (amount === "" ? words.or("") : `${format.exact(amount)} ${currency}`),
        },
      ]}
    />
  );
}
