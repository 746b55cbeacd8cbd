import { useState } from "react";
import { slipOperations } from "../../../contract/approvals.ts";
import type { KnownPolicy } from "../../data/use-approval-policy.ts";
import { fundCurrencies } from "../../../contract/currencies.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ActiveFilters } from "../../ui/active-filters.tsx";
import { FilterFields } from "../../ui/filter-fields.tsx";
import { FilterForm, FilterToggle } from "../../ui/filter-form.tsx";
import { SelectField } from "../../ui/select-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { emptyDraft, filtersOf, type SlipDraft, type SlipFilterName, type SlipTab } from "./approvals-params.ts";
import { operationWord, reasonWord } from "./slip-words.ts";

interface SlipsBarProps {
  tab: SlipTab;
  applied: SlipDraft;
  policy: KnownPolicy;
  onApply: (draft: SlipDraft) => void;
}

/** The filter panel and the chips of what is active (APPR-4). */
export function SlipsBar({ tab, applied, policy, onApply }: SlipsBarProps) {
  const { t } = useTranslation(["approvals", "common"]);
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useDraft(applied);
  const clear = () => {
    setDraft(emptyDraft);
    onApply(emptyDraft);
  };
  const names = filtersOf(tab);
  const active = names.filter((name) => applied[name] !== "");
  const words = (name: SlipFilterName): string => {
    const value = applied[name];
    if (name === "operation") return operationWord(t, value);
    return name === "reason" ? reasonWord(t, policy, value) : value;
  };
  const any = { value: "", label: t("common:any") };
  // One that the policy has no more may still be asked for, by an address.
  const codes = [
    ...new Set([...(policy.is === "known" ? policy.policy.reasons.map(({ code }) => code) : []), ...(draft.reason ? [draft.reason] : [])]),
  ];
  const field = (name: SlipFilterName) => ({
    label: t(`filters.${name}`),
    value: draft[name],
    onChange: (event: { target: { value: string } }) => setDraft({ ...draft, [name]: event.target.value }),
  });
  return (
    <FilterForm
      label={t("filters.region")}
      onSubmit={() => onApply(draft)}
      tools={
        <FilterToggle open={open} panel="slip-filters" active={active.length} onToggle={() => setOpen(!open)}>
          {t("filters.toggle")}
        </FilterToggle>
      }
    >
      {open ? (
        <FilterFields id="slip-filters" zone="" clear={t("filters.clear")} apply={t("filters.apply")} onClear={clear}>
          <SelectField
            options={[any, ...slipOperations.map((value) => ({ value, label: operationWord(t, value) }))]}
            {...field("operation")}
          />
          <SelectField options={[any, ...fundCurrencies.map((value) => ({ value, label: value }))]} {...field("currency")} />
          {names.includes("maker") ? (
            <TextField hint={t("filters.makerHint")} autoComplete="off" spellCheck={false} maxLength={254} {...field("maker")} />
          ) : null}
          <SelectField options={[any, ...codes.map((value) => ({ value, label: reasonWord(t, policy, value) }))]} {...field("reason")} />
        </FilterFields>
      ) : null}
      {active.length > 0 ? (
        <ActiveFilters
          label={t("filters.active")}
          names={active}
          wordsOf={(name) => ({ label: t(`filters.${name}`), value: words(name) })}
          onRemove={(name) => onApply({ ...applied, [name]: "" })}
          clear={t("filters.clear")}
          onClear={open ? undefined : clear}
        />
      ) : null}
    </FilterForm>
  );
}
