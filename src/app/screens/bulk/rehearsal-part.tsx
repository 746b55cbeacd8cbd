import { useMemo, useState } from "react";
import { css } from "#styled/css";
import type { PlannedRow } from "../../../contract/bulk.ts";
import { type BulkRules, checkRows, type JudgedRow, judgeRows, totalsOf, type Verdict, verdicts } from "../../../db/money/bulk/judge.ts";
import { useReach } from "../../data/use-reach.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyList } from "../../ui/empty-list.tsx";
import { Download } from "../../ui/icons.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { RefreshCw } from "../../ui/more-icons.ts";
import { Basis } from "./basis.tsx";
import { exportRehearsal } from "./rehearsal-file.ts";
import { RehearsalTable } from "./rehearsal-table.tsx";
import type { Rehearsal, Rehearsed } from "./rehearsal.ts";
import type { Look } from "./start-form.tsx";
import { Totals } from "./totals.tsx";

const StartRun = lazyPart(async () => (await import("./start-form.tsx")).StartForm, { words: ["bulkRun"], instead: LostPart });

const stack = css({ display: "flex", flexDirection: "column", gap: "4", minWidth: "0" });
const bar = css({ display: "flex", flexWrap: "wrap", gap: "2", alignItems: "center", _print: { display: "none" } });
const atEnd = css({ display: "flex", flexWrap: "wrap", gap: "2", marginInlineStart: "auto" });
const chosen = css({ "&[aria-pressed=true]": { bg: "pressed", color: "ink" } });
const ending = css({
  display: "grid",
  gap: "4",
  alignItems: "start",
  gridTemplateColumns: "[repeat(auto-fit, minmax(min(24rem, 100%), 1fr))]",
});

type Shown = "all" | Verdict;

/** What would be sent of these rows. */
const plannedOf = (rows: readonly JudgedRow[]): PlannedRow[] => rows.flatMap((row) => (row.isTicked && row.planned ? [row.planned] : []));

interface RehearsalPartProps {
  rehearsal: Rehearsal;
  state: Rehearsed;
  rules: BulkRules;
}

/** The dry run: its basis, each row with its verdict, totals of the ticked rows, and the start form. */
export function RehearsalPart({ rehearsal, state, rules }: RehearsalPartProps) {
  const { t } = useTranslation(["rehearsal", "common"]);
  const format = useFormat();
  const reach = useReach().is;
  const [shown, setShown] = useState<Shown>("all");
  const [found, setFound] = useState<{ readonly line: number }>();
  const { rows: fileRows, facts, choices, name, source, asking } = state;
  const numbering = { isList: source?.opened.isList ?? false };
  const checked = useMemo(() => checkRows(fileRows, facts, rules), [fileRows, facts, rules]);
  const rows = useMemo(() => judgeRows(checked, facts, rules, choices), [checked, facts, rules, choices]);
  const counts = useMemo(() => {
    const all = { all: rows.length, ready: 0, second: 0, twice: 0, unchecked: 0, wrong: 0 };
    for (const { verdict } of rows) all[verdict] += 1;
    return all;
  }, [rows]);
  const visible = useMemo(() => (shown === "all" ? rows : rows.filter(({ verdict }) => verdict === shown)), [rows, shown]);
  const totals = useMemo(() => totalsOf(rows), [rows]);
  const planned = useMemo(() => plannedOf(rows), [rows]);
  const look = async (): Promise<Look> => {
    const { now, isTold } = await rehearsal.look();
    if (!now) return "changed";
    const again = judgeRows(checkRows(now.rows, now.facts, rules), now.facts, rules, now.choices);
    if (JSON.stringify(plannedOf(again)) !== JSON.stringify(planned)) return "changed";
    return isTold ? "same" : "unseen";
  };
  const show = (next: Shown) => {
    setShown(next);
    setFound(undefined);
  };
  return (
    <section className={stack} aria-label={t("table", { name })}>
      <div className={bar}>
        {source ? <Button onClick={() => rehearsal.columns()}>{t("change")}</Button> : null}
        <Button onClick={() => rehearsal.clear()}>{t("another")}</Button>
        <Button icon={<RefreshCw size={16} aria-hidden />} onClick={() => void rehearsal.anew()}>
          {t("anew")}
        </Button>
        <span className={atEnd}>
          {counts.unchecked > 0 && !asking ? (
            <Button off={reach === "unreachable" ? t("unreached") : undefined} onClick={() => void rehearsal.ask()}>
              {t("askAgain")}
            </Button>
          ) : null}
          <Button icon={<Download size={16} aria-hidden />} onClick={() => exportRehearsal(t, format, numbering, rows, facts)}>
            {t("export")}
          </Button>
        </span>
      </div>
      <Basis rehearsal={rehearsal} state={state} rules={rules} rows={rows} reach={reach} />
      <div className={bar}>
        <div className={bar} role="group" aria-label={t("filter")}>
          {(["all", ...verdicts] as const).map((one) => (
            <Button key={one} size="small" kind="quiet" className={chosen} aria-pressed={shown === one} onClick={() => show(one)}>
              {t(`filters.${one}`, { shown: format.number(counts[one]) })}
            </Button>
          ))}
        </div>
        <span className={atEnd}>
          <Button size="small" kind="quiet" onClick={() => rehearsal.tick(visible, true)}>
            {t("tickShown")}
          </Button>
          <Button size="small" kind="quiet" onClick={() => rehearsal.tick(visible, false)}>
            {t("untickShown")}
          </Button>
        </span>
      </div>
      {visible.length === 0 ? (
        <EmptyList title={t("none")} />
      ) : (
        <RehearsalTable
          key={shown}
          name={name}
          rows={visible}
          numbering={numbering}
          found={found}
          onTick={(row, isTicked) => rehearsal.tick([row], isTicked)}
          onShowLine={(line) => {
            setShown("all");
            setFound({ line });
          }}
        />
      )}
      <div className={ending}>
        <Totals totals={totals} />
        <StartRun rows={planned} name={name} doubles={facts.doubles} onLook={look} onStarted={() => rehearsal.clear()} />
      </div>
    </section>
  );
}
