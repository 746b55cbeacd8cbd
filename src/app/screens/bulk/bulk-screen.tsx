import { useMemo } from "react";
import { css } from "#styled/css";
import type { BulkRules } from "../../../db/money/bulk/judge.ts";
import { useApprovalPolicy } from "../../data/use-approval-policy.ts";
import { useLatestRun } from "../../data/use-bulk-run.ts";
import { useObservable } from "../../data/use-observable.ts";
import { useSync } from "../../data/sync-context.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { usePermission } from "../../state/auth.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { Progress } from "../../ui/progress.tsx";
import { ColumnsCard } from "./columns-card.tsx";
import { FilePart } from "./file-part.tsx";
import { rehearsalOf } from "./rehearsal.ts";
import { RehearsalPart } from "./rehearsal-part.tsx";

const RunPanel = lazyPart(async () => (await import("./run-view.tsx")).RunView, { words: ["bulkRun", "attempts"], instead: LostPart });

const page = css({ display: "flex", flexDirection: "column", gap: "5", minWidth: "0" });
const intro = css({ textStyle: "sm", color: "ink.muted", maxWidth: "prose", _print: { display: "none" } });

/** The host's rules used in the dry run. */
function useRules(): BulkRules {
  const { known } = useApprovalPolicy();
  const { fundCeilingUsd } = useSync().host.config;
  const policy = known.is === "known" ? known.policy : undefined;
  const is = known.is === "known" ? "reading" : known.is;
  return useMemo(
    (): BulkRules => ({ policy: policy ? { is: "known", policy } : { is }, ceilingUsd: fundCeilingUsd }),
    [policy, is, fundCeilingUsd],
  );
}

function Bulk() {
  const { t } = useTranslation("rehearsal");
  const rehearsal = rehearsalOf(useSync());
  const state = useObservable(rehearsal.state);
  const rules = useRules();
  const run = useLatestRun();
  const isChoosing = state.is === "nothing" || state.is === "reading";
  return (
    <div className={page}>
      <KeepFocus />
      <RunPanel isRehearsing={state.is === "rehearsed"} onAgain={(rows) => void rehearsal.again(rows, run?.name ?? t("title"))} />
      {isChoosing ? (
        <>
          <p className={intro}>{t("intro")}</p>
          <FilePart rehearsal={rehearsal} busy={state.is === "reading"} bad={state.is === "nothing" ? state.bad : undefined} />
        </>
      ) : null}
      {state.is === "reading" ? <Progress label={t("reading")} value={null} /> : null}
      {state.is === "columns" ? (
        <ColumnsCard
          source={state.source}
          busy={false}
          onChange={(mapping) => rehearsal.choose(mapping)}
          onRehearse={() => void rehearsal.rehearse()}
        />
      ) : null}
      {state.is === "rehearsed" ? <RehearsalPart rehearsal={rehearsal} state={state} rules={rules} /> : null}
    </div>
  );
}

/** /funding/bulk: a file, its dry run, and the run (BULK-1 … BULK-5). */
export function BulkScreen() {
  const { t } = useTranslation("rehearsal");
  usePageTitle(t("title"));
  const mayFund = usePermission("canFundUsers");
  const { idempotencyHeader } = useSync().host.config;
  if (idempotencyHeader === undefined) return <EmptyState title={t("off")}>{t("offText")}</EmptyState>;
  return mayFund ? <Bulk /> : <EmptyState title={t("noPermission")}>{t("noPermissionHint")}</EmptyState>;
}
