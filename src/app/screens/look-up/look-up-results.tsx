import { useMemo, useState } from "react";
import { Link } from "wouter";
import { css } from "#styled/css";
import type { LookUp, LookUpResult } from "../../../sync/feeds/look-up.ts";
import { useReach } from "../../data/use-reach.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { BasisLine } from "../../ui/basis-line.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { Download } from "../../ui/icons.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import { exportLines } from "./look-up-file.ts";
import { LookUpList } from "./look-up-list.tsx";
import { filters, groupOf, type LineFilter } from "./look-up-words.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "3" });
const bar = css({ display: "flex", flexWrap: "wrap", gap: "2", alignItems: "center", _print: { display: "none" } });
const atEnd = css({ display: "flex", flexWrap: "wrap", gap: "2", marginInlineStart: "auto" });
const running = css({ display: "flex", gap: "4", alignItems: "center" });
const wide = css({ flex: "1", minWidth: "0" });
const list = css({ fontFamily: "mono", fontSize: "xs", overflowWrap: "anywhere" });

/** Lines that are named on the screen, of those from which nothing was taken. */
const namedAtMost = 10;

interface LookUpResultsProps {
  result: LookUpResult;
  /** Number of lines the host can still be asked about. */
  open: number;
  lookUp: LookUp;
}

/** Look-up results: what was searched, the progress at the host, and each line. */
export function LookUpResults({ result, open, lookUp }: LookUpResultsProps) {
  const { t } = useTranslation(["lookup", "transactions", "common"]);
  const format = useFormat();
  const isAway = useReach().is === "unreachable";
  const [shown, setShown] = useState<LineFilter>("all");
  const { lines, leftOut, unread, asking } = result;
  const counts = useMemo(() => {
    const all = { all: lines.length, found: 0, several: 0, missing: 0 };
    for (const line of lines) all[groupOf(line)] += 1;
    return all;
  }, [lines]);
  const visible = useMemo(() => (shown === "all" ? lines : lines.filter((line) => groupOf(line) === shown)), [lines, shown]);
  const ids = useMemo(() => [...new Set(lines.flatMap(({ transactions }) => transactions.map(({ id }) => id)))], [lines]);
  const doubles = lines.reduce((sum, { times }) => sum + times - 1, 0);
  const more = unread.length - namedAtMost;
  const cut = leftOut > 0 ? t("many.leftOut", { count: leftOut, shown: format.number(leftOut) }) : undefined;
  return (
    <section className={stack} aria-label={t("many.title")}>
      <KeepFocus />
      {cut ? (
        <Notice tone="warning" title={cut}>
          {t("many.leftOutHint")}
        </Notice>
      ) : null}
      {unread.length > 0 ? (
        <Notice tone="info" title={t("many.unread", { count: unread.length, shown: format.number(unread.length) })}>
          <span className={list}>{unread.slice(0, namedAtMost).join(" · ")}</span>{" "}
          {more > 0 ? t("many.unreadMore", { count: more, shown: format.number(more) }) : null}
        </Notice>
      ) : null}
      {asking ? (
        <div className={running}>
          <div className={wide}>
            <Progress
              label={t("many.asking")}
              value={asking.asked}
              max={asking.of}
              text={t("many.asked", { asked: format.number(asking.asked), of: format.number(asking.of) })}
            />
          </div>
          <Button onClick={() => lookUp.cancel()}>{t("many.cancel")}</Button>
        </div>
      ) : null}
      <div className={bar}>
        <div className={bar} role="group" aria-label={t("many.show")}>
          {filters.map((one) => (
            <Button key={one} size="small" aria-pressed={shown === one} onClick={() => setShown(one)}>
              {`${t(`many.filters.${one}`)} · ${format.number(counts[one])}`}
            </Button>
          ))}
        </div>
        <div className={atEnd}>
          {open > 0 && !asking ? (
            <Button off={isAway ? t("common:off.unreachable") : undefined} onClick={() => void lookUp.ask()}>
              {t("many.ask", { shown: format.number(open) })}
            </Button>
          ) : null}
          {ids.length > 0 ? (
            <Link href={links.transactionsOf(ids)} className={buttonLook({})}>
              {t("many.select")}
            </Link>
          ) : (
            <Button off={t("many.noneFound")}>{t("many.select")}</Button>
          )}
          <Button icon={<Download size={16} aria-hidden />} onClick={() => void exportLines(t, result, cut)}>
            {t("many.exportCsv")}
          </Button>
        </div>
      </div>
      <LookUpList lines={visible} busy={asking !== undefined} />
      <BasisLine>
        {t("many.searched", {
          transactions: t("many.transactions", { count: result.of, shown: format.number(result.of) }),
          users: t("many.users", { count: result.usersOf, shown: format.number(result.usersOf) }),
        })}{" "}
        {doubles > 0 ? t("many.doubles", { count: doubles, shown: format.number(doubles) }) : null}
      </BasisLine>
    </section>
  );
}
