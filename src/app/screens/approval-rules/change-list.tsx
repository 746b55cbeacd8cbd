import { css } from "#styled/css";
import type { ApprovalPolicy } from "../../../contract/approvals.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { operationWord } from "../approvals/slip-words.ts";
import { changesOf, type RuleChange } from "./changes.ts";

const list = css({ display: "flex", flexDirection: "column", containerType: "inline-size" });
const item = css({
  display: "grid",
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1.6fr)]",
  alignItems: "baseline",
  columnGap: "4",
  rowGap: "0.5",
  py: "2",
  borderBottomWidth: "1px",
  borderColor: "line",
  _last: { borderBottomWidth: "0" },
  "@container (max-width: 26rem)": { gridTemplateColumns: "[minmax(0, 1fr)]" },
});
const what = css({ textStyle: "sm", color: "ink.muted", overflowWrap: "anywhere" });
const values = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  columnGap: "2",
  textStyle: "md",
  overflowWrap: "anywhere",
  fontVariantNumeric: "tabular-nums lining-nums",
});
const old = css({ color: "ink.muted", textDecoration: "line-through" });
const arrow = css({ color: "ink.muted" });
const next = css({ fontWeight: "medium" });
const none = css({ textStyle: "sm", color: "ink.muted" });

/** Differences between two policies: old → new, one per line. */
export function ChangeList({ before, after }: { before: ApprovalPolicy; after: ApprovalPolicy }) {
  const { t } = useTranslation(["policy", "approvals"]);
  const { t: approvalWords } = useTranslation("approvals");
  const format = useFormat();
  const changes = changesOf(before, after);

  const amount = (above: string | undefined, currency: string): string =>
    above === undefined ? t("changes.never") : t("changes.above", { amount: format.exact(above), currency });
  const lineOf = (change: RuleChange): { name: string; was: string; will: string } => {
    switch (change.is) {
      case "amount": {
        const { operation, currency } = change;
        return {
          name: t("changes.amount", { operation: operationWord(approvalWords, operation), currency }),
          was: amount(change.before, currency),
          will: amount(change.after, currency),
        };
      }
      case "reason":
        return {
          name: t("changes.reason", { code: change.code }),
          was: change.before ?? t("changes.none"),
          will: change.after ?? t("changes.removed"),
        };
      case "order":
        return { name: t("changes.order"), was: change.before.join(", "), will: change.after.join(", ") };
      case "hours":
        return {
          name: t("hours"),
          was: t("hoursValue", { count: change.before }),
          will: t("hoursValue", { count: change.after }),
        };
      case "signing":
        return { name: t("signing"), was: t(`signings.${change.before}`), will: t(`signings.${change.after}`) };
    }
  };

  if (changes.length === 0) return <p className={none}>{t("changes.same")}</p>;
  return (
    <ul className={list} aria-label={t("changes.label")}>
      {changes.map((change) => {
        const { name, was, will } = lineOf(change);
        return (
          <li key={name} className={item}>
            <span className={what}>{name}</span>
            <span className={values}>
              <VisuallyHidden>{t("changes.from")} </VisuallyHidden>
              <span className={old}>{was}</span>
              <span className={arrow} aria-hidden="true">
                →
              </span>
              <VisuallyHidden> {t("changes.to")} </VisuallyHidden>
              <span className={next}>{will}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
