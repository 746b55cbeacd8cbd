import { useMemo } from "react";
import { Link, useParams } from "wouter";
import { css } from "#styled/css";
import { isAwaited } from "../../data/is-awaited.ts";
import { useApprovalPolicy } from "../../data/use-approval-policy.ts";
import { useKeptUp } from "../../data/use-kept-up.ts";
import { useOffers } from "../../data/use-offers.ts";
import { type SlipRow, useMe, useSlip, useSlipCheck, useSlipsOf } from "../../data/use-slips.ts";
import { useReach } from "../../data/use-reach.ts";
import { useWallets } from "../../data/use-wallets.ts";
import { useUser } from "../../data/use-users.ts";
import { isOwn } from "../../../db/money/slips.ts";
import { useFormat } from "../../format/use-format.ts";
import { useHostNow } from "../../format/use-host-now.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { decodedSegment, paths } from "../../links.ts";
import { HereToo } from "../../parts/here-too.tsx";
import { ReverseLink } from "../../parts/reverse-link.tsx";
import { usePermission } from "../../state/auth.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Notice } from "../../ui/notice.tsx";
import { panelLook } from "../../ui/panel-look.ts";
import { Skeleton } from "../../ui/skeleton.tsx";
import { StatusMark } from "../../ui/status-mark.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { ApprovalsScreen } from "./approvals-screen.tsx";
import { digestOf } from "./digest.ts";
import { findingsOf } from "./evidence.ts";
import { ReceiptButton } from "./receipt-button.tsx";
import { balanceOf } from "./slip-balance.ts";
import { SlipCheque } from "./slip-cheque.tsx";
import { DecisionButtons, DecisionEnd } from "./slip-decision.tsx";
import { SlipEvidence } from "./slip-evidence.tsx";
import { SlipUser } from "./slip-user.tsx";
import { operationWord, stateAt, stateKind, stateWord } from "./slip-words.ts";
import { useDecision } from "./use-decision.ts";

const SignSlip = lazyPart(async () => (await import("./sign-slip.tsx")).SignSlip, { instead: LostPart });

const page = css({ display: "flex", flexDirection: "column", gap: "5", maxWidth: "[76rem]" });
const head = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "4", rowGap: "1" });
const status = css({ textStyle: "md", minWidth: "0" });
const age = css({ textStyle: "sm", color: "ink.muted", marginInlineStart: "auto", fontVariantNumeric: "tabular-nums lining-nums" });
const columns = css({
  display: "grid",
  gap: "5",
  alignItems: "start",
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1.25fr)]",
  gridTemplateRows: "[auto 1fr]",
  lgDown: { gridTemplateColumns: "[minmax(0, 1fr)]", gridTemplateRows: "[none]" },
});
/** As high as the other column's two parts. */
const beside = css({ gridColumn: "2", gridRow: "1 / span 2", lgDown: { gridColumn: "auto", gridRow: "auto" } });
const waiting = css({ display: "flex", flexDirection: "column", gap: "4", p: "6", minHeight: "60" });
const bar = css({ display: "flex", flexWrap: "wrap", gap: "2", marginTop: "auto", paddingTop: "2", _print: { display: "none" } });
const small = css({ textStyle: "xs", color: "ink.muted" });
const mono = css({ fontFamily: "mono", textStyle: "xs", overflowWrap: "anywhere" });

/** /approvals/{id}: what is requested, evidence of a mistake, and the decision (APPR-5). */
export function SlipScreen() {
  const { id } = useParams<{ id: string }>();
  const offers = useOffers();
  // It says why there are none.
  return offers("approvals") ? <OneSlip key={id} id={decodedSegment(id)} /> : <ApprovalsScreen />;
}

function OneSlip({ id }: { id: string }) {
  const { t } = useTranslation(["approvals", "common", "layout"]);
  const format = useFormat();
  const { slip, isRead, fetching, refresh } = useSlip(id);
  const isOut = useReach().is === "unreachable";
  const title = slip
    ? t("slip.title", { operation: operationWord(t, slip.operation), amount: format.exact(slip.amount), currency: slip.currency })
    : t("slip.number");
  const entry = t("layout:entries.approvals");
  const crumbs = useMemo(() => [{ label: entry, href: paths.approvals }, { label: title }], [entry, title]);
  usePageTitle(title, crumbs);
  const all = (
    <Link href={paths.approvals} className={buttonLook({ kind: "plain" })}>
      {t("slip.all")}
    </Link>
  );
  const shown = () => {
    if (slip)
      return (
        <ShownSlip slip={slip} trouble={fetching.is === "failed" && !isOut ? (fetching.message ?? "") : undefined} onRetry={refresh} />
      );
    if (fetching.is === "odd")
      return (
        <div className={panelLook}>
          <EmptyState title={t("slip.none")} action={all}>
            {t("slip.noneHint")}
          </EmptyState>
        </div>
      );
    if (isOut && isRead)
      return (
        <div className={panelLook}>
          <EmptyState title={t("slip.missing")} action={all}>
            {t("slip.missingOut")}
          </EmptyState>
        </div>
      );
    if (fetching.is === "failed")
      return (
        <div className={panelLook}>
          <EmptyState
            title={fetching.message ?? t("slip.failed")}
            action={<Button onClick={() => void refresh()}>{t("common:retry")}</Button>}
          />
        </div>
      );
    return (
      <div className={panelLook} role="status" aria-busy="true">
        <VisuallyHidden>{t("slip.loading")}</VisuallyHidden>
        <div className={waiting}>
          <Skeleton />
          <Skeleton />
          <Skeleton />
        </div>
      </div>
    );
  };
  return (
    <>
      <KeepFocus />
      {shown()}
    </>
  );
}

/** `trouble`: why it could not be refreshed; the host's message, if any. */
function ShownSlip({ slip, trouble, onRetry }: { slip: SlipRow; trouble: string | undefined; onRetry: () => Promise<void> }) {
  const { t } = useTranslation(["approvals", "common"]);
  const { known: policy } = useApprovalPolicy();
  const isOut = useReach().is === "unreachable";
  const { user, fetching } = useUser({ email: slip.email });
  const isUserAwaited = !user && isAwaited(fetching);
  const { known: wallets, fetching: walletsFetching } = useWallets(slip.email);
  const check = useSlipCheck(slip, { user, balanceAsOf: wallets?.asOf, isReady: !isUserAwaited });
  const slips = useSlipsOf(slip.email) ?? [];
  const mayViewTransactions = usePermission("canViewTransactions");
  const awaits = {
    user: !isOut && isUserAwaited,
    wallets: !isOut && !wallets && isAwaited(walletsFetching),
    check: !isOut && check === undefined,
  };
  const deciding = useDecision(slip, policy);
  const digest = digestOf(slip);
  const balance = balanceOf(slip, wallets);
  const findings = findingsOf({ slip, check, isOut, user, isUserAwaited, mayViewTransactions, slips });
  return (
    <div className={page}>
      <SlipStatus slip={slip} isOut={isOut} />
      <KeepFocus />
      {trouble === undefined ? null : (
        <Notice
          tone="warning"
          title={t("slip.stale")}
          action={
            <Button size="small" onClick={() => void onRetry()}>
              {t("common:retry")}
            </Button>
          }
        >
          {trouble || t("slip.failed")}
        </Notice>
      )}
      {digest === slip.digest ? null : (
        <Notice tone="danger" title={t("slip.digestOtherTitle")}>
          {t("slip.digestOther")}
        </Notice>
      )}
      <SlipCheque slip={slip} policy={policy} balance={balance}>
        <DecisionButtons slip={slip} deciding={deciding} />
        {slip.state === "executed" ? (
          <div className={bar}>
            <ReceiptButton slip={slip} />
            {slip.reversedBy ? null : <ReverseLink of={slip} size="normal" />}
          </div>
        ) : null}
      </SlipCheque>
      {deciding.awaitsMaker ? <SignSlip slip={slip} policy={policy} /> : null}
      <DecisionEnd slip={slip} policy={policy} balance={balance} deciding={deciding} />
      <div className={columns}>
        <SlipEvidence slip={slip} findings={findings} />
        <div className={beside}>
          <SlipUser slip={slip} user={user} isUnknown={fetching.is === "odd"} check={check} wallets={wallets} awaits={awaits} />
        </div>
        <div>
          <p className={small}>{t("slip.digest")}</p>
          <p className={mono}>{digest}</p>
          <p className={small}>{digest === slip.digest ? t("slip.digestSame") : t("slip.hostDigest", { digest: slip.digest })}</p>
        </div>
      </div>
    </div>
  );
}

/** The slip's state, in a sentence, and its age. */
function SlipStatus({ slip, isOut }: { slip: SlipRow; isOut: boolean }) {
  const { t } = useTranslation("approvals");
  const format = useFormat();
  const now = useNow();
  const me = useMe();
  const state = stateAt(slip, useHostNow());
  const timeOf = (at: string): string => format.minute(Date.parse(at), now);
  const words = (): string => {
    switch (state) {
      case "executed":
      case "refused":
      case "withdrawn":
        return slip.decidedAt ? t(`status.${state}`, { time: timeOf(slip.decidedAt) }) : t(`status.undated.${state}`);
      case "expired":
        return t("status.expired");
      case "open":
        return t(isOwn(slip, me) ? "status.own" : "status.open", { time: timeOf(slip.expiresAt) });
      default:
        return stateWord(t, state);
    }
  };
  const at = format.minute(useKeptUp(slip.seenAt), now);
  return (
    <div className={head}>
      <p className={status} role="status">
        <StatusMark kind={stateKind(state)} wraps>
          {words()}
        </StatusMark>
      </p>
      <HereToo subject={`approval:${slip.id}`} />
      <p className={age}>{isOut ? t("slip.asOfOld", { time: at }) : t("slip.asOf", { time: at })}</p>
    </div>
  );
}
