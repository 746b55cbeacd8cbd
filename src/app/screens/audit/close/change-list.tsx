import { css } from "#styled/css";
import type { Change, DailyClose, MoveLine, UnknownLine } from "../../../../db/money/daily-close.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { DataTable } from "../../../ui/data-table.tsx";
import { useClosedDay } from "./use-closed-day.ts";
import type { Since } from "./use-close.ts";
import { useLineWords } from "./use-line-words.ts";

const note = css({ textStyle: "sm", color: "ink.muted", maxWidth: "prose", overflowWrap: "anywhere" });

type TotalLine = DailyClose["transactions"]["lines"][number];

interface Shown {
  readonly key: string;
  readonly what: string;
  readonly before: string;
  readonly after: string;
}

/** Differences between a close and the same day now, line by line. */
export function ChangeList({ since }: { since: Since }) {
  const { t } = useTranslation(["dailyClose", "common"]);
  const format = useFormat();
  const closedDay = useClosedDay();
  const words = useLineWords();
  if (since.is === "first") return <p className={note}>{t("changes.first")}</p>;
  const { close, digest } = since.previous;
  const day = closedDay(close);
  if (since.is === "not known") return <p className={note}>{t("changes.unknown", { day })}</p>;

  const shown = <Line,>(
    section: string,
    changes: readonly Change<Line>[],
    name: (line: Line) => readonly string[],
    say: (line: Line) => string,
  ): Shown[] =>
    changes.map(({ before, after }, at) => {
      const line = after ?? before;
      const value = (one: Line | undefined) => (one === undefined ? t("changes.nothing") : say(one));
      return {
        key: `${section} ${at}`,
        what: [section, ...(line === undefined ? [] : name(line))].join(" · "),
        before: value(before),
        after: value(after),
      };
    });
  const moveName = ({ operation, admin, checker, reason, currency }: MoveLine): string[] => [
    words.operation(operation),
    words.or(admin),
    ...(checker === null ? [] : [checker]),
    words.reason(reason),
    currency,
  ];
  const sum = (line: MoveLine): string => t("changes.sums", { count: line.count, sum: format.exact(line.sum) });
  const { transactions, moves, openSlips, unknown, skipped } = since.changes;
  const lines = [
    ...shown(
      t("figures.transactions"),
      transactions,
      ({ type, status, currency }: TotalLine) => [words.type(type), words.status(status), words.or(currency)],
      (line) => t("changes.figures", { count: line.count, in: format.exact(line.in), out: format.exact(line.out) }),
    ),
    ...shown(t("figures.moves"), moves, moveName, sum),
    ...shown(t("figures.openSlips"), openSlips, moveName, sum),
    ...shown(
      t("figures.unknown"),
      unknown,
      ({ operation, target, amount, currency }: UnknownLine) => [
        words.operation(operation),
        ...(target === "" ? [] : [target]),
        ...(amount === "" ? [] : [`${format.exact(amount)} ${currency}`]),
      ],
      ({ at }) => format.full(Date.parse(at)),
    ),
  ];
  return (
    <>
      <p className={note}>
        {t("changes.since", { day, time: format.full(Date.parse(close.madeAt)), now: format.full(since.asOf), digest })}
      </p>
      {skipped.map((of) => (
        <p key={of} className={note}>
          {t(`changes.skipped.${of}`)}
        </p>
      ))}
      {lines.length === 0 ? (
        <p className={note}>{t(skipped.length > 0 ? "changes.sameElse" : "changes.same")}</p>
      ) : (
        <DataTable
          label={t("changes.title")}
          rows={lines}
          keyOf={({ key }) => key}
          columns={[
            { label: t("columns.what"), render: ({ what }) => what },
            { label: t("columns.before"), align: "end", render: ({ before }) => before },
            { label: t("columns.after"), align: "end", render: ({ after }) => after },
          ]}
        />
      )}
    </>
  );
}
