import { css, sva } from "#styled/css";
import { emailKey } from "../../../contract/emails.ts";
import { useCachedUser } from "../../data/use-users.ts";
import { useFormat } from "../../format/use-format.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { EmailText } from "../../parts/email-text.tsx";
import { HereToo } from "../../parts/here-too.tsx";
import { ChequeDeed, chequeLooks, StubLine } from "../../parts/cheque-parts.tsx";
import { shownName } from "../../state/admin-names.ts";
import { useAdmin } from "../../state/auth.ts";
import { ArrowRight } from "../../ui/more-icons.ts";
import { Perforation } from "../../ui/perforation.tsx";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import type { useSameListed } from "../../data/use-same-listed.ts";
import { Motive, SecondWhy } from "./cheque-why.tsx";
import type { FundOrder } from "./fund-order.ts";
import type { SecondAdmin } from "./second-admin.ts";
import type { BalanceBefore } from "./use-balance-before.ts";

const slots = sva({
  slots: ["slip", "stub", "tear", "tearAcross", "body", "balance", "after", "second", "secondBody"],
  base: {
    slip: {
      display: "grid",
      gridTemplateColumns: "[10.5rem 3px minmax(0, 1fr)]",
      bg: "surface",
      borderWidth: "1px",
      borderColor: "line",
      borderRadius: "panel",
      overflow: "hidden",
      smDown: { gridTemplateColumns: "[minmax(0, 1fr)]" },
    },
    stub: {
      display: "flex",
      flexDirection: "column",
      gap: "3",
      px: "4",
      py: "5",
      minWidth: "0",
      bg: "sunken",
      smDown: { flexDirection: "row", flexWrap: "wrap", columnGap: "5", py: "3" },
    },
    tear: { display: "flex", smDown: { display: "none" } },
    tearAcross: { sm: { display: "none" } },
    body: { display: "flex", flexDirection: "column", gap: "4", px: "6", py: "5", minWidth: "0", smDown: { px: "4" } },
    balance: {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      columnGap: "2",
      minHeight: "5",
      textStyle: "md",
      fontVariantNumeric: "tabular-nums lining-nums",
    },
    after: { fontWeight: "semibold" },
    second: { gridColumn: "1 / -1", order: "4" },
    secondBody: { display: "flex", flexDirection: "column", gap: "0.5", px: "6", py: "3", bg: "pending.soft", smDown: { px: "4" } },
  },
  variants: {
    operation: {
      fund: { after: { color: "done" } },
      deduct: {
        // Torn on the other side: the stub is at the end.
        slip: {
          gridTemplateColumns: "[minmax(0, 1fr) 3px 10.5rem]",
          borderColor: "danger/45",
          smDown: { gridTemplateColumns: "[minmax(0, 1fr)]" },
        },
        stub: { order: "3" },
        tear: { order: "2", color: "danger" },
        tearAcross: { order: "2" },
        body: { order: "1" },
        after: { color: "danger" },
      },
    },
  },
});
const { label, mono, whom, muted } = chequeLooks;
const secondTitle = css({ textStyle: "md", fontWeight: "semibold" });
const person = css({ display: "flex", flexWrap: "wrap", columnGap: "3" });
const doubt = css({ textStyle: "sm", color: "danger", fontWeight: "medium" });

/** Reserves a line whose text comes later: the buttons below must not move under the pointer. */
const blank = "\u00a0";

interface ChequeProps {
  order: FundOrder;
  before: BalanceBefore;
  second: SecondAdmin;
  policy: KnownPolicy;
  /** Whether the same was moved for the user lately. */
  same: ReturnType<typeof useSameListed>;
}

/**
 * What is being confirmed, as a cheque: the counterfoil says who sends it and when, the cheque what it does. If a
 * second admin is needed, the cheque isn't torn off yet.
 */
export function Cheque({ order, before, second, policy, same }: ChequeProps) {
  const { t } = useTranslation("funding");
  const look = slots({ operation: order.operation });
  const format = useFormat();
  const now = useNow();
  const admin = useAdmin();
  const { operation, amount, currency, email } = order;
  const { user } = useCachedUser({ email });
  const who = [user?.name ?? user?.username, user?.kycLevel === undefined ? "" : t("cheque.kyc", { level: user.kycLevel })]
    .filter(Boolean)
    .join(" · ");
  const isBelow = operation === "deduct" && before.is === "known" && before.after.startsWith("-");
  const doubts = [
    isBelow ? t("cheque.below") : "",
    same.is === "found" ? t("cheque.same", { time: format.minute(same.at, now) }) : "",
  ].filter(Boolean);
  return (
    <div className={look.slip}>
      <dl className={look.stub} aria-label={t("cheque.stub")}>
        <StubLine name={t("cheque.attempt")}>
          <span className={mono} title={order.id}>
            {order.id.slice(0, 8)}
          </span>
        </StubLine>
        <StubLine name={t("cheque.time")}>{format.dateTime(order.openedAt)}</StubLine>
        <StubLine name={t("cheque.sender")}>{shownName(admin)}</StubLine>
      </dl>
      <div className={look.tear}>
        <Perforation along="column" />
      </div>
      <div className={look.tearAcross}>
        <Perforation />
      </div>
      <div className={look.body}>
        <ChequeDeed operation={operation} verb={t(`operations.${operation}`)} amount={amount} currency={currency} />
        <div>
          <p className={label}>{t(operation === "fund" ? "cheque.to" : "cheque.from")}</p>
          <p className={whom}>
            <EmailText value={email} />
          </p>
          <div className={person}>
            <p className={muted}>{who || blank}</p>
            <HereToo subject={`user:${emailKey(email)}`} />
          </div>
        </div>
        <div>
          <p className={label}>
            {t("cheque.balance", { currency })}
            {before.is === "known" ? `, ${t("cheque.asOf", { time: format.minute(before.asOf, now) })}` : ""}
          </p>
          <p className={look.balance}>
            {before.is === "known" ? (
              <>
                <span>{format.exact(before.amount)}</span>
                <ArrowRight size={14} aria-label={t("cheque.arrow")} />
                <span className={look.after}>{format.exact(before.after)}</span>
              </>
            ) : (
              <span className={muted}>{t(before.is === "loading" ? "cheque.balanceLoading" : "cheque.balanceUnknown")}</span>
            )}
          </p>
          <p className={doubt} role="status">
            {doubts.join(" ")}
            {same.is === "looking" || same.is === "unknown" ? (
              <span className={muted}> {t(`cheque.sameNot.${same.is}`)}</span>
            ) : doubts.length === 0 ? (
              blank
            ) : null}
          </p>
        </div>
        <Motive order={order} policy={policy} />
      </div>
      {second.is === "needed" ? (
        <div className={look.second}>
          <Perforation />
          <div className={look.secondBody}>
            <p className={secondTitle}>{t("second.needed")}</p>
            <SecondWhy second={second} order={order} />
          </div>
        </div>
      ) : null}
    </div>
  );
}
