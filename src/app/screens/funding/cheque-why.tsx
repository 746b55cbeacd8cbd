import type { ReactNode } from "react";
import { css } from "#styled/css";
import { type KnownPolicy, reasonWord } from "../../data/use-approval-policy.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { chequeLooks } from "../../parts/cheque-parts.tsx";
import type { FundOrder } from "./fund-order.ts";
import type { SecondAdmin } from "./second-admin.ts";

const { label, mono, muted } = chequeLooks;
const motive = css({ display: "flex", flexDirection: "column", gap: "2" });
const said = css({ textStyle: "sm", overflowWrap: "anywhere", whiteSpace: "pre-wrap" });
const basis = css({ textStyle: "xs", color: "ink.muted" });

/** Why it is done: the reason, the note, and what it reverses. */
export function Motive({ order: { reason, note, reverses }, policy }: { order: FundOrder; policy: KnownPolicy }) {
  const { t } = useTranslation("funding");
  if (!reason && !note && !reverses) return null;
  return (
    <dl className={motive}>
      {reason ? <MotiveLine name={t("reason")}>{reasonWord(policy, reason)}</MotiveLine> : null}
      {note ? <MotiveLine name={t("note")}>{note}</MotiveLine> : null}
      {reverses ? (
        <MotiveLine name={t("reverses")}>
          <span className={mono}>{reverses}</span>
        </MotiveLine>
      ) : null}
    </dl>
  );
}

const MotiveLine = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className={label}>{name}</dt>
    <dd className={said}>{children}</dd>
  </div>
);

/** The rule that requires a second admin, with the figures it is based on. */
export function SecondWhy({ second, order: { currency } }: { second: Extract<SecondAdmin, { is: "needed" }>; order: FundOrder }) {
  const { t } = useTranslation("funding");
  const format = useFormat();
  const now = useNow();
  if (second.why === "host") return <p className={muted}>{second.said ? t("second.said", { message: second.said }) : t("second.again")}</p>;
  const above = format.exact(second.above);
  const rule =
    second.why === "amount"
      ? t("second.amount", { above, currency })
      : t("second.sum", { above, currency, moved: format.exact(second.moved), sum: format.exact(second.sum) });
  return (
    <>
      <p className={muted}>{rule}</p>
      <p className={basis}>{t("second.basis", { time: format.minute(second.asOf, now) })}</p>
    </>
  );
}
