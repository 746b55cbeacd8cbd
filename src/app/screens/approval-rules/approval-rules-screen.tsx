import { useEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import type { ApprovalPolicy, PolicyProposal } from "../../../contract/approvals.ts";
import { newId } from "../../../db/store/new-id.ts";
import { isOwn } from "../../../db/money/slips.ts";
import { useApprovalPolicy, useReadPolicyAgain } from "../../data/use-approval-policy.ts";
import { useCurrentSession } from "../../data/use-current-session.ts";
import { useOffers } from "../../data/use-offers.ts";
import { useMe } from "../../data/use-slips.ts";
import { useReach } from "../../data/use-reach.ts";
import { useSync } from "../../data/sync-context.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { troubleOf, useDeed } from "../../deeds/use-deed.ts";
import { useFormat } from "../../format/use-format.ts";
import { hostNow } from "../../../sync/state/session-store.ts";
import { useHostNow } from "../../format/use-host-now.ts";
import { useNow } from "../../format/use-now.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { BasisLine } from "../../ui/basis-line.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { Pencil } from "../../ui/more-icons.ts";
import { Notice } from "../../ui/notice.tsx";
import { panelLook } from "../../ui/panel-look.ts";
import { isSuper } from "../admins/admin-looks.ts";
import { SecurityPage } from "../admins/security-page.tsx";
import { ChangeList } from "./change-list.tsx";
import { changesOf } from "./changes.ts";
import { foreignRules, type ProposedPolicy } from "./draft.ts";
import { proposeIntent } from "./intents.ts";
import { ProposalSlip } from "./proposal-slip.tsx";
import { RulesForm } from "./rules-form.tsx";
import { RulesView } from "./rules-view.tsx";
import { UnreadNotice } from "../../figures/unread-notice.tsx";

const bar = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "3" });
const intro = css({ display: "flex", flexDirection: "column", gap: "1", maxWidth: "measure" });
const text = css({ textStyle: "sm", textWrap: "pretty" });

interface Question {
  readonly policy: ProposedPolicy;
  /** What stood there when it was asked. */
  readonly seen: Standing;
  readonly id: string;
  readonly openedAt: number;
}

/** The rules in force, and the proposal that waits. */
interface Standing {
  readonly policy: ApprovalPolicy;
  readonly proposed?: PolicyProposal | undefined;
}

/** A proposal while it waits: it is void from then on. */
const ifOpen = (proposed: PolicyProposal | undefined, now: number): PolicyProposal | undefined =>
  proposed && Date.parse(proposed.expiresAt) > now ? proposed : undefined;

const isSame = (one: Standing, other: Standing): boolean =>
  one.proposed?.digest === other.proposed?.digest && changesOf(one.policy, other.policy).length === 0;

/** The rules as last read, a pending proposal, and the form to propose other ones. */
function KnownRules({ policy, proposed, asOf }: { policy: ApprovalPolicy; proposed: PolicyProposal | undefined; asOf: number }) {
  const { t } = useTranslation("policy");
  const sync = useSync();
  const me = useMe();
  const format = useFormat();
  const now = useNow();
  const isOut = useReach().is === "unreachable";
  const [isEditing, setIsEditing] = useState(false);
  const [question, setQuestion] = useState<Question>();
  const latest = useRef(question);
  useEffect(() => {
    latest.current = question;
  });
  const { deed, send, clear, clearTrouble, isHere } = useDeed({ done: (message) => message ?? t("done.propose"), failed: t("failed") });
  const readAgain = useReadPolicyAgain();
  const [reading, setReading] = useState(false);
  const [isMoved, setIsMoved] = useState(false);
  const [isUnread, setIsUnread] = useState(false);
  const [regardless, setRegardless] = useState(false);
  const foreign = foreignRules(policy);
  const busy = reading || deed.is === "sending";
  const superOff = isSuper(useCurrentSession()) === false ? t("off.super") : undefined;

  const propose = async ({ id, openedAt, policy: next, seen }: Question) => {
    setReading(true);
    // A proposal takes the place of one that waits, and undoes what was changed since it was typed.
    const known = await readAgain();
    if (!isHere()) return;
    setReading(false);
    // Cancelled meanwhile.
    if (latest.current?.id !== id) return;
    setIsUnread(!known && !regardless);
    if (!known && !regardless) return;
    setRegardless(false);
    if (known && !isSame(seen, { policy: known.policy, proposed: ifOpen(known.proposed, hostNow()) })) {
      setIsMoved(true);
      setQuestion(undefined);
      return;
    }
    const outcome = await send(proposeIntent(sync, { id, openedAt }, next));
    if (!isHere()) return;
    // A refused or blocked proposal may be confirmed again, changed or not.
    if (outcome.is === "blocked" || outcome.is === "refused") setQuestion((open) => open && { ...open, id: newId() });
    else setQuestion(undefined);
    if (outcome.is === "done") setIsEditing(false);
  };
  return (
    <>
      <KeepFocus />
      <div className={bar}>
        <div className={intro}>
          <p className={text}>{t("intro")}</p>
          <BasisLine age={[t("asOf", { time: format.minute(asOf, now) }), ...(isOut ? [t("unreachable")] : [])].join(" · ")} />
        </div>
        {isEditing ? null : (
          <MutationButton
            icon={<Pencil size={16} aria-hidden />}
            permission="canManageAdmins"
            off={superOff ?? (foreign.length > 0 ? t("off.foreign", { rules: foreign.join(", ") }) : undefined)}
            onClick={() => {
              setIsMoved(false);
              setIsEditing(true);
            }}
          >
            {t("propose")}
          </MutationButton>
        )}
      </div>
      {proposed ? <ProposalSlip key={proposed.digest} proposal={proposed} policy={policy} off={superOff} /> : null}
      {question ? (
        <ConfirmDialog
          open
          title={t("confirm.proposeTitle")}
          description={t("confirm.proposeText", { hours: policy.expiresAfterHours })}
          error={troubleOf(deed)}
          onCancel={() => {
            if (deed.is === "sending") return;
            clearTrouble();
            setIsUnread(false);
            setRegardless(false);
            setQuestion(undefined);
          }}
          confirm={
            <MutationButton kind="primary" permission="canManageAdmins" busy={busy} onClick={() => void propose(question)}>
              {t("send")}
            </MutationButton>
          }
        >
          {isUnread ? <UnreadNotice regardless={regardless} locked={busy} onRegardless={setRegardless} /> : null}
          <ChangeList before={question.seen.policy} after={{ ...question.seen.policy, ...question.policy }} />
        </ConfirmDialog>
      ) : (
        <DeedNotice deed={deed} onSettled={clear} />
      )}
      {isEditing && isMoved && !question ? (
        <Notice tone="warning" title={t("moved")}>
          {t("movedHint")}
        </Notice>
      ) : null}
      {isEditing ? (
        <RulesForm
          policy={policy}
          // An admin who reconsiders continues from their own proposal.
          start={proposed && isOwn(proposed, me) ? proposed.policy : policy}
          replaces={proposed !== undefined}
          canSign={sync.host.config.passkeys !== undefined}
          onCancel={() => setIsEditing(false)}
          onReview={(next) => {
            clearTrouble();
            setIsMoved(false);
            setQuestion({ policy: next, seen: { policy, proposed }, id: newId(), openedAt: Date.now() });
          }}
        />
      ) : (
        <RulesView policy={policy} />
      )}
    </>
  );
}

function Rules() {
  const { t } = useTranslation(["policy", "common"]);
  const { known, fetching, refresh } = useApprovalPolicy();
  const isOut = useReach().is === "unreachable";
  const now = useHostNow();
  const again = <Button onClick={() => void refresh()}>{t("common:retry")}</Button>;
  if (known.is !== "known") {
    const isUnread = known.is === "unread";
    return (
      <>
        <KeepFocus />
        <div className={panelLook}>
          {isOut ? (
            <EmptyState title={t("notKept")}>{t("notKeptHint")}</EmptyState>
          ) : (
            <EmptyState
              title={isUnread ? ((fetching.is === "failed" ? fetching.message : undefined) ?? t("unread")) : t("reading")}
              {...(isUnread ? { action: again } : {})}
            />
          )}
        </div>
      </>
    );
  }
  const { proposed } = known;
  return (
    <>
      <KeepFocus />
      {fetching.is === "failed" && !isOut ? (
        <Notice tone="warning" title={t("stale")} action={again}>
          {fetching.message ?? t("unread")}
        </Notice>
      ) : null}
      <KnownRules policy={known.policy} proposed={ifOpen(proposed, now)} asOf={known.asOf} />
    </>
  );
}

/** /security/approval-rules: amounts above which two admins are needed, changed by two super_admins (APPR-1). */
export function ApprovalRulesScreen() {
  const { t } = useTranslation("policy");
  const offers = useOffers();
  return (
    <SecurityPage title={t("title")}>
      {offers("approvalPolicy") ? <Rules /> : <Notice title={t("notOffered")}>{t("notOfferedHint")}</Notice>}
    </SecurityPage>
  );
}
