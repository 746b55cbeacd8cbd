import type { ReactNode } from "react";
import { Link } from "wouter";
import { css, cva } from "#styled/css";
import type { Transaction } from "../../../contract/transactions.ts";
import { useKeptUp } from "../../data/use-kept-up.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { links } from "../../links.ts";
import { Card } from "../../ui/card.tsx";
import { Check, CircleAlert, CircleHelp } from "../../ui/more-icons.ts";
import type { SlipRow } from "../../data/use-slips.ts";
import type { Finding } from "./evidence.ts";
import { personName, stateWord } from "./slip-words.ts";

const list = css({ display: "flex", flexDirection: "column", gap: "3.5" });
const item = css({ display: "grid", gridTemplateColumns: "[1.25rem minmax(0, 1fr)]", columnGap: "2.5" });
const mark = cva({
  base: { display: "flex", height: "5", alignItems: "center" },
  variants: {
    is: { against: { color: "pending" }, clear: { color: "done" }, unchecked: { color: "ink.muted" }, awaited: { color: "ink.muted" } },
  },
});
const sentence = cva({
  base: { textStyle: "sm", textWrap: "pretty", overflowWrap: "anywhere" },
  variants: { is: { against: { fontWeight: "medium" }, clear: {}, unchecked: { color: "ink.muted" }, awaited: { color: "ink.muted" } } },
});
const proof = css({ color: "ink.muted", fontVariantNumeric: "tabular-nums lining-nums" });
const proofs = css({ display: "flex", flexWrap: "wrap", columnGap: "3", rowGap: "1", textStyle: "xs", marginTop: "1" });
const link = css({
  color: "accent",
  textDecoration: "underline",
  textDecorationColor: "transparent",
  textUnderlineOffset: "3px",
  overflowWrap: "anywhere",
  fontVariantNumeric: "tabular-nums lining-nums",
  _hover: { textDecorationColor: "currentColor" },
  _touch: { py: "2" },
});

const icons = {
  against: <CircleAlert size={16} aria-hidden />,
  clear: <Check size={16} aria-hidden />,
  unchecked: <CircleHelp size={16} aria-hidden />,
  awaited: <CircleHelp size={16} aria-hidden />,
};

interface SlipEvidenceProps {
  slip: SlipRow;
  findings: readonly Finding[];
}

/** Evidence of a mistake, in sentences with links to proof; says what could not be checked (APPR-5). */
export function SlipEvidence({ slip, findings }: SlipEvidenceProps) {
  const { t } = useTranslation("approvals");
  const isClear = findings.every(({ is }) => is === "clear");
  return (
    <Card title={t("evidence.title")} {...(isClear ? { description: t("evidence.none") } : {})}>
      <ul className={list}>
        {findings.map((finding) => (
          <li key={finding.about} className={item}>
            <span className={mark({ is: finding.is })}>{icons[finding.is]}</span>
            <div className={sentence({ is: finding.is })}>
              <Sentence slip={slip} finding={finding} />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Sentence({ slip, finding }: { slip: SlipRow; finding: Finding }) {
  const { t } = useTranslation(["approvals", "common"]);
  const format = useFormat();
  const name = personName(slip.maker);
  if (finding.is === "awaited") return <>{t(`evidence.awaited.${finding.about}`, { name })}</>;
  if (finding.is === "unchecked") {
    const why =
      finding.why === "permission" ? t("evidence.why.permission", { permission: "canViewTransactions" }) : t(`evidence.why.${finding.why}`);
    return (
      <>
        {t(`evidence.${finding.about}Unchecked`, { name })} {finding.message ?? why}
      </>
    );
  }
  switch (finding.about) {
    case "same":
      return finding.is === "clear" ? (
        <>
          {t("evidence.sameNone", { amount: format.exact(slip.amount), currency: slip.currency })}
          <p className={proofs}>
            <AsOf at={finding.asOf} />
          </p>
        </>
      ) : (
        <>
          {t("evidence.same", { count: finding.rows.length })}
          <p className={proofs}>
            {finding.rows.map((row) => (
              <TransactionLink key={row.id} row={row} />
            ))}
            <AsOf at={finding.asOf}>{finding.isWhole ? undefined : t("evidence.sameMore")}</AsOf>
          </p>
        </>
      );
    case "asked":
      return (
        <>
          {t("evidence.asked", { count: finding.slips.length })}
          <p className={proofs}>
            {finding.slips.map((other) => (
              <Link key={other.id} href={links.approval(other.id)} className={link}>
                {t("evidence.askedOn", { state: stateWord(t, other.state), time: format.dateTime(other.madeMs) })}
              </Link>
            ))}
          </p>
        </>
      );
    case "first":
      return (
        <>
          {finding.is === "against"
            ? t("evidence.first", { name })
            : t("evidence.notFirst", { name, count: finding.total, shown: format.number(finding.total) })}
          <p className={proofs}>
            <Link href={links.approvals({ tab: "decided", maker: slip.maker.email ?? slip.maker.id })} className={link}>
              {t("evidence.makersSlips", { name })}
            </Link>
            <AsOf at={finding.asOf} />
          </p>
        </>
      );
    case "young":
      return (
        <>
          {finding.is === "against"
            ? t("evidence.young", { age: ageWords(t, finding.ageMs) })
            : t("evidence.old", { date: format.date(finding.since) })}
          <p className={proofs}>
            <Link href={links.user("userSummary", { email: slip.email })} className={link}>
              {t("evidence.account")}
            </Link>
            <AsOf at={finding.asOf} isTold />
          </p>
        </>
      );
  }
}

function ageWords(t: ReturnType<typeof useTranslation<["approvals", "common"]>>["t"], ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  return minutes < 60 ? t("evidence.minutes", { count: minutes }) : t("evidence.hours", { count: Math.floor(minutes / 60) });
}

function TransactionLink({ row }: { row: Transaction }) {
  const format = useFormat();
  return (
    <Link href={links.transactions(row.reference ?? row.id)} className={link}>
      {`${row.reference ?? row.id} · ${format.dateTime(Date.parse(row.createdAt))}`}
    </Link>
  );
}

/** `isTold`: the change stream tells what it was found from. */
function AsOf({ at, isTold = false, children }: { at: number; isTold?: boolean; children?: ReactNode }) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const now = useNow();
  const asOf = useKeptUp(isTold ? at : undefined) ?? at;
  return (
    <span className={proof}>
      {children ? <>{children} </> : null}
      {t("evidence.asOf", { time: format.minute(asOf, now) })}
    </span>
  );
}
