import { type ReactNode, useState } from "react";
import { css } from "#styled/css";
import { endOfDay, startOfDay } from "../../../../contract/zones.ts";
import type { Booked, StatementEntry } from "../../../../db/files/reconcile.ts";
import { hasFailed } from "../../../../db/transactions/has-failed.ts";
import { csvFile, csvOf } from "../../../csv/csv.ts";
import { datedName, download } from "../../../ui/download.ts";
import { useDayWords } from "../../../format/use-day-words.ts";
import { useFormat } from "../../../format/use-format.ts";
import { useHostNow } from "../../../format/use-host-now.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Download } from "../../../ui/icons.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import { useFill } from "../use-fill.ts";
import { isKnownType } from "../../transactions/looks.ts";
import { Pairs, type Pair } from "./pairs.tsx";
import { type Compared, type Group, groups } from "./reconciler.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "4" });
const bar = css({ display: "flex", flexWrap: "wrap", gap: "2" });
const list = css({ display: "flex", flexDirection: "column", gap: "1" });

/** Don't report rows as missing within this time of the newest fetch, in ms. */
const freshForMs = 120_000;

/** Most gaps and unreadable lines that are named on the screen; the file names all. */
const namedAtMost = 10;
/** Most lines that are named in one cell of the file, which a spreadsheet would cut. */
const namedInCell = 1000;

const inParts = <T,>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));

interface ResultProps {
  /** Name of the statement's file. */
  name: string;
  compared: Compared;
  /** Type of the transactions that were expected in it; "": of every type. */
  type: string;
  busy: boolean;
  /** Compares again, such as after loading rows. */
  onAgain: () => void;
  tools: ReactNode;
}

/** Result of the comparison: whether it is complete, and each group's lines. */
export function Result({ name, compared, type, busy, onAgain, tools }: ResultProps) {
  const { t } = useTranslation(["reconcile", "transactions", "common"]);
  const format = useFormat();
  const dayWords = useDayWords();
  const now = useHostNow();
  const [group, setGroup] = useState<Group>(() => groups.find((one) => one !== "matched" && compared.counts[one] > 0) ?? "matched");
  const fill = useFill(onAgain);
  const { days, asOf, bad, counts, currencies, lacksEarlier } = compared;
  // Not the chosen one, which another tab may have changed since.
  const { timeZone } = days;
  const isRunning = endOfDay(days.to, timeZone) > now;
  // Rows still to come can't be loaded.
  const gaps = compared.gaps.filter((gap) => !(isRunning && gap.to > now - freshForMs));
  const isComplete = compared.gaps.length === 0 && bad.length === 0 && asOf !== undefined;
  const moment = (at: number): string =>
    format.full(Math.min(Math.max(at, startOfDay(days.from, timeZone)), endOfDay(days.to, timeZone) - 1));
  const some = <T,>(all: readonly T[], say: (one: T) => string): string[] => {
    const rest = all.length - namedAtMost;
    return [...all.slice(0, namedAtMost).map(say), ...(rest > 0 ? [t("more", { shown: format.number(String(rest)) })] : [])];
  };
  /** A remark on lines: on the screen on some of them, in the file on all. */
  const onLines = <T,>(
    why: "bad" | "skipped" | "undone" | "unsure",
    all: readonly T[],
    say: (one: T) => string,
    inFile: boolean,
  ): string[] =>
    inParts(all, inFile ? namedInCell : Math.max(1, all.length)).map((part) =>
      t(why, {
        count: part.length,
        shown: format.number(String(part.length)),
        lines: (inFile ? part.map(say) : some(part, say)).join(", "),
      }),
    );
  const hasLeftOut = compared.skipped.length + compared.undone.length > 0;
  const complete = hasLeftOut ? "completeBut" : compared.unsure.length > 0 ? "completeUnsure" : "complete";
  const title = t(isComplete ? complete : "incomplete");
  const gapWords = (gap: (typeof gaps)[number]): string =>
    t(gap.putAway ? "putAway" : "gap", { from: moment(gap.to), to: moment(gap.from) });
  const remarksOf = (inFile: boolean): string[] => [
    ...(isComplete
      ? [t("completeText", { from: dayWords(days.from), to: dayWords(days.to), time: format.full(asOf) })]
      : inFile
        ? gaps.map(gapWords)
        : some(gaps, gapWords)),
    ...(isRunning && !isComplete ? [t("running", { day: dayWords(days.to) })] : []),
    t("zone", { zone: timeZone }),
    ...(currencies.length > 0 ? [t("ofCurrencies", { currencies: currencies.join(", ") })] : []),
    ...(lacksEarlier && counts.onlyThere > 0 ? [t("earlier", { day: dayWords(days.from) })] : []),
    ...(isKnownType(type) ? [t("ofType", { type: t(`transactions:types.${type}`) })] : []),
    ...onLines("bad", bad, ({ line, why }) => t("badLine", { line, why: t(`why.${why}`) }), inFile),
    ...onLines("skipped", compared.skipped, String, inFile),
    ...onLines("undone", compared.undone, String, inFile),
    ...onLines("unsure", compared.unsure, String, inFile),
  ];
  const remarks = remarksOf(false);
  return (
    <div className={stack}>
      {isComplete ? (
        <Notice tone="info" title={title}>
          {remarks.join(" ")}
        </Notice>
      ) : (
        <Notice
          tone="warning"
          title={title}
          action={
            gaps.every(({ putAway }) => putAway) ? undefined : fill.state.is === "loading" ? (
              <Button size="small" onClick={fill.cancel}>
                {t("common:cancel")}
              </Button>
            ) : (
              <Button
                size="small"
                busy={busy}
                onClick={() => fill.begin({ from: endOfDay(days.to, timeZone) - 1, to: startOfDay(days.from, timeZone) })}
              >
                {t("load")}
              </Button>
            )
          }
        >
          <span className={list}>
            {[...new Set(remarks)].map((one) => (
              <span key={one}>{one}</span>
            ))}
            <span role="status">
              {fill.state.is === "loading" ? t("loading", { day: format.full(fill.state.downTo) }) : null}
              {fill.state.is === "failed" ? t("loadFailed") : null}
              {fill.state.is === "failedHere" ? t("loadFailedHere") : null}
            </span>
          </span>
        </Notice>
      )}
      <div className={bar}>
        {tools}
        <Button
          icon={<Download size={16} aria-hidden />}
          onClick={() =>
            download(
              datedName(t("fileName"), compared.at, "csv"),
              csvFile(
                compared.file,
                "\r\n",
                csvOf([
                  [t("file"), name],
                  ...[title, t("compared", { time: format.full(compared.at) }), ...remarksOf(true)].map((one) => [one]),
                ]),
              ),
            )
          }
        >
          {t("export")}
        </Button>
      </div>
      <Tabs
        label={t("groups.label")}
        value={group}
        onChange={setGroup}
        items={groups.map((one) => ({
          value: one,
          label: `${t(`groups.${one}`)} · ${format.number(String(counts[one]))}`,
          content: <Pairs label={t(`groups.${one}`)} about={t(`about.${one}`)} pairs={pairsOf(one)} total={counts[one]} />,
        }))}
      />
    </div>
  );

  function pairsOf(one: Group): Pair[] {
    const { shown: of } = compared;
    const pair = (entry: StatementEntry | undefined, row: Booked | undefined, note?: string): Pair => ({ entry, row, note });
    switch (one) {
      case "matched":
        return of.matched.map(({ entry, row, by }) => pair(entry, row, hasFailed(row) ? t("failedHere") : t(`by.${by}`)));
      case "differs":
        return of.differs.map(({ entry, row }) => pair(entry, row));
      case "several":
        return of.several.flatMap(({ entries, rows }, at) =>
          Array.from({ length: Math.max(entries.length, rows.length) }, (_, place) => pair(entries[place], rows[place], String(at + 1))),
        );
      case "onlyThere":
        return of.onlyThere.map(({ entry, double }) =>
          pair(entry, undefined, double === undefined ? undefined : t("double", { line: double })),
        );
      case "onlyHere":
        return of.onlyHere.map((row) => pair(undefined, row));
    }
  }
}
