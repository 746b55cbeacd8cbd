import { css } from "#styled/css";
import { type JudgedRow, unpricedCurrencies, type BulkRules } from "../../../db/money/bulk/judge.ts";
import type { Reach } from "../../../sync/wire/reach.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Progress } from "../../ui/progress.tsx";
import { basisWords, hasGaps } from "./basis-words.ts";
import type { Rehearsal, Rehearsed } from "./rehearsal.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "3" });
const note = css({ textStyle: "sm", color: "ink.muted", maxWidth: "prose", fontVariantNumeric: "tabular-nums lining-nums" });
const running = css({ display: "flex", gap: "4", alignItems: "center" });
const wide = css({ flex: "1", minWidth: "0" });

/** Point out a dry run older than this, in ms. */
const oldAfterMs = 10 * 60_000;

/** Don't name every unused column of an unrelated file. */
const ignoredAtMost = 12;

interface BasisProps {
  rehearsal: Rehearsal;
  state: Rehearsed;
  rules: BulkRules;
  rows: readonly JudgedRow[];
  reach: Reach["is"];
}

/** Data the verdicts are based on, its age, and what is missing. */
export function Basis({ rehearsal, state: { source, facts, ignored, asking, rows: fileRows }, rules, rows, reach }: BasisProps) {
  const { t } = useTranslation(["rehearsal", "common"]);
  const format = useFormat();
  const now = useNow();
  const { readAt } = facts;
  const isOut = reach === "unreachable";
  const unpriced = unpricedCurrencies(rows, facts, rules);
  const anew = (
    <Button size="small" onClick={() => void rehearsal.anew()}>
      {t("anew")}
    </Button>
  );
  const takesNone = rules.policy.is === "not offered" && fileRows.some(({ reason, note: text }) => reason !== "" || text !== "");
  const takesNoReason =
    rules.policy.is === "known" && rules.policy.policy.reasons.length === 0 && fileRows.some(({ reason }) => reason !== "");
  return (
    <div className={stack}>
      {asking ? (
        <div className={running}>
          <div className={wide}>
            <Progress
              label={t(`asking.${asking.about}`)}
              value={asking.asked}
              max={asking.of}
              text={t("asking.shown", { asked: format.number(asking.asked), of: format.number(asking.of) })}
            />
          </div>
          <Button onClick={() => rehearsal.cancel()}>{t("asking.cancel")}</Button>
        </div>
      ) : null}
      {source?.opened.isGuessed ? (
        <Notice tone="warning" title={t("guessed")}>
          {t("guessedHint")}
        </Notice>
      ) : null}
      {ignored.length > 0 ? (
        <Notice
          tone="warning"
          title={t("ignored", { names: `${ignored.slice(0, ignoredAtMost).join(", ")}${ignored.length > ignoredAtMost ? ", …" : ""}` })}
        >
          {t("ignoredHint")}
        </Notice>
      ) : null}
      {takesNone ? <Notice tone="info" title={t("noReasons")} /> : null}
      {takesNoReason ? <Notice tone="info" title={t("noReasonsAlone")} /> : null}
      {rules.policy.is === "unread" ? (
        <Notice tone="warning" title={t("policyUnread")}>
          {t("policyUnreadText")}
        </Notice>
      ) : null}
      {now - readAt > oldAfterMs ? (
        <Notice tone="warning" title={t("asOf.old", { time: format.minute(readAt, now) })} action={anew}>
          {t("asOf.oldText")}
        </Notice>
      ) : null}
      {hasGaps(facts) ? (
        <Notice tone="warning" title={t("asOf.gaps")}>
          {t("asOf.gapsText")}
        </Notice>
      ) : null}
      {isOut ? <Notice tone="warning" title={t("asOf.offline")} /> : null}
      {unpriced.length > 0 ? (
        <p className={note}>
          {t("asOf.ceiling", { ceiling: format.wholeDollars(String(rules.ceilingUsd)), currencies: unpriced.join(", ") })}
        </p>
      ) : null}
      <p className={note} role="status">
        {basisWords(t, format, facts, (at) => format.minute(at, now))}
      </p>
    </div>
  );
}
