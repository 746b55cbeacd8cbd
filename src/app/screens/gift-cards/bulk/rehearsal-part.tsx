import { useMemo, useState } from "react";
import { css } from "#styled/css";
import { useFormat } from "../../../format/use-format.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { type Rehearsed, turnsStatus } from "./rehearse.ts";
import { RehearsalTable } from "./rehearsal-table.tsx";
import type { Results } from "./results.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "3" });
const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "1" });
const chosen = css({ "&[aria-pressed=true]": { bg: "pressed", color: "ink" } });
const end = css({ marginInlineStart: "auto", display: "flex", flexWrap: "wrap", gap: "1" });
const muted = css({ textStyle: "xs", color: "ink.muted" });

const kinds = ["all", "new", "changed", "unchanged", "wrong"] as const;
type Kind = (typeof kinds)[number];

interface RehearsalPartProps {
  rows: readonly Rehearsed[];
  /** Rows are numbered by line of the file. */
  isByLine: boolean;
  /** The file's letters are guessed. */
  isGuessed: boolean;
  /** Unused columns of the file. */
  ignored: readonly string[];
  ticked: ReadonlySet<number>;
  results: Results;
  /** Whether the host's list could be read after the upload. */
  listRead: boolean;
  /** As of when the host's list was that the rows were compared with; undefined without one. */
  comparedAt: number | undefined;
  locked: boolean;
  onTicked: (ticked: ReadonlySet<number>) => void;
}

/** Don't name every unused column of an unrelated file. */
const mostIgnored = 12;

/** The dry run: counts by kind, the rows, and after an upload their results. */
export function RehearsalPart(props: RehearsalPartProps) {
  const { rows, isByLine, isGuessed, ignored, ticked, results, listRead, comparedAt, locked, onTicked } = props;
  const { t } = useTranslation("giftCards");
  const format = useFormat();
  const [kind, setKind] = useState<Kind>("all");
  const counts = useMemo(() => {
    const found = { all: rows.length, new: 0, changed: 0, unchanged: 0, wrong: 0 };
    for (const { is } of rows) found[is] += 1;
    return found;
  }, [rows]);
  const shown = useMemo(() => (kind === "all" ? rows : rows.filter(({ is }) => is === kind)), [rows, kind]);
  /** New status of each row that changes it. */
  const turned = rows.flatMap((row) => (row.is === "changed" && turnsStatus(row) && ticked.has(row.row) ? [row.body.isActive] : []));
  const ends = [...results.values()];
  const stored = ends.filter(({ is }) => is === "stored").length;
  const unknown = ends.filter(({ is }) => is === "unknown").length;
  const failed = ends.length - stored - unknown;
  return (
    <div className={stack}>
      {ends.length > 0 ? (
        <Notice
          tone={unknown > 0 ? "unknown" : failed > 0 ? "warning" : "info"}
          title={unknown > 0 ? t("bulk.resultUnknown", { stored, failed: unknown + failed }) : t("bulk.resultTitle", { stored, failed })}
        >
          {listRead ? t("bulk.resultText") : t("bulk.resultUnread")}
        </Notice>
      ) : null}
      {isGuessed ? (
        <Notice tone="warning" title={t("bulk.guessed")}>
          {t("bulk.guessedHint")}
        </Notice>
      ) : null}
      {ignored.length > 0 ? (
        <Notice
          tone="warning"
          title={t("bulk.ignored", { names: `${ignored.slice(0, mostIgnored).join(", ")}${ignored.length > mostIgnored ? ", …" : ""}` })}
        >
          {t("bulk.ignoredHint")}
        </Notice>
      ) : null}
      {turned.length > 0 ? (
        <Notice tone="warning" title={t("bulk.turned", { count: turned.length })}>
          {t("bulk.turnedText", { on: turned.filter(Boolean).length, off: turned.filter((isActive) => !isActive).length })}
        </Notice>
      ) : null}
      <div className={bar} role="group" aria-label={t("bulk.filter")}>
        {kinds.map((one) => (
          <Button key={one} size="small" kind="quiet" className={chosen} aria-pressed={kind === one} onClick={() => setKind(one)}>
            {t(`bulk.tabs.${one}`, { count: counts[one] })}
          </Button>
        ))}
        <span className={end}>
          <Button
            size="small"
            kind="quiet"
            off={locked ? t("bulk.uploading") : undefined}
            onClick={() => onTicked(new Set(rows.filter(({ is }) => is === "new" || is === "changed").map(({ row }) => row)))}
          >
            {t("bulk.tickAll")}
          </Button>
          <Button size="small" kind="quiet" off={locked ? t("bulk.uploading") : undefined} onClick={() => onTicked(new Set())}>
            {t("bulk.tickNone")}
          </Button>
        </span>
      </div>
      <RehearsalTable
        rows={shown}
        ticked={ticked}
        results={results}
        locked={locked}
        onTick={(row, isOn) => {
          const next = new Set(ticked);
          if (isOn) next.add(row);
          else next.delete(row);
          onTicked(next);
        }}
      />
      {isByLine ? <p className={muted}>{t("bulk.lines")}</p> : null}
      <p className={muted}>{comparedAt === undefined ? t("bulk.noList") : t("bulk.compared", { asOf: format.dateTime(comparedAt) })}</p>
    </div>
  );
}
