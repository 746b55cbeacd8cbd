import { slipOperations } from "../../../contract/approvals.ts";
import { fundCurrencies } from "../../../contract/currencies.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { ListBar } from "../../lists/list-bar.tsx";
import { type SlipDraft, slipFiltersOf, type SlipTab } from "./approvals-params.ts";
import { operationWord, reasonWord } from "./slip-words.ts";

interface SlipsBarProps {
  tab: SlipTab;
  applied: SlipDraft;
  policy: KnownPolicy;
  onApply: (draft: SlipDraft) => void;
}

/** The filters of the slips (APPR-4). */
export function SlipsBar({ tab, applied, policy, onApply }: SlipsBarProps) {
  const { t } = useTranslation(["approvals", "common"]);
  const reasons = policy.is === "known" ? policy.policy.reasons : [];
  return (
    <ListBar
      id="slip-filters"
      filters={slipFiltersOf(tab)}
      controls={{
        operation: {
          is: "choice",
          label: t("filters.operation"),
          options: slipOperations.map((value) => ({ value, label: operationWord(t, value) })),
        },
        currency: { is: "choice", label: t("filters.currency"), options: fundCurrencies.map((value) => ({ value, label: value })) },
        maker:
          tab === "mine"
            ? { is: "elsewhere", label: t("filters.maker"), holds: "text" }
            : { is: "text", label: t("filters.maker"), hint: t("filters.makerHint"), maxLength: 254 },
        reason: {
          is: "choice",
          label: t("filters.reason"),
          options: reasons.map(({ code }) => ({ value: code, label: reasonWord(t, policy, code) })),
          wordOf: (value) => reasonWord(t, policy, value),
        },
      }}
      applied={applied}
      onApply={onApply}
      label={t("filters.region")}
      toggle={t("common:filters.toggle")}
    />
  );
}
