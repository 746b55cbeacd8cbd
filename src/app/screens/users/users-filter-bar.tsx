import { useState } from "react";
import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { useTranslation } from "../../i18n/use-translation.ts";
import { paths } from "../../links.ts";
import { Button, buttonLook } from "../../ui/button.tsx";
import { FilterForm, FilterToggle } from "../../ui/filter-form.tsx";
import { UserPlus } from "../../ui/more-icons.ts";
import { SearchBox } from "../../ui/search-box.tsx";
import { useDraft } from "../../ui/use-draft.ts";
import { UserChips } from "./user-chips.tsx";
import { UsersFilterPanel } from "./users-filter-panel.tsx";
import { emptyDraft, type UserFilterDraft, type UserFilterName, userFilterNames } from "./users-params.ts";
import { TimesToggle } from "../../parts/times-toggle.tsx";

const add = cx(buttonLook({ kind: "primary" }), css({ marginInlineStart: "auto" }));

interface UsersFilterBarProps {
  applied: UserFilterDraft;
  onApply: (draft: UserFilterDraft) => void;
}

/** The search box, the filter panel, the chips of what is active, and the way to a new admin (USER-1, USER-5). */
export function UsersFilterBar({ applied, onApply }: UsersFilterBarProps) {
  const { t } = useTranslation("users");
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useDraft(applied);
  const change = (name: UserFilterName, value: string) => setDraft({ ...draft, [name]: value });
  const clear = () => {
    setDraft(emptyDraft);
    onApply(emptyDraft);
  };
  const active = userFilterNames.filter((name) => applied[name] !== "");
  return (
    <FilterForm
      label={t("filters.region")}
      onSubmit={() => onApply(draft)}
      tools={
        <>
          <SearchBox label={t("search.label")} placeholder={t("search.placeholder")} value={draft.q} onText={(text) => change("q", text)} />
          <Button type="submit">{t("search.submit")}</Button>
          <FilterToggle open={open} panel="users-filters" active={active.length} onToggle={() => setOpen(!open)}>
            {t("filters.toggle")}
          </FilterToggle>
          <TimesToggle />
          <Link href={paths.createAdmin} className={add}>
            <UserPlus size={16} aria-hidden />
            {t("add")}
          </Link>
        </>
      }
    >
      {open ? <UsersFilterPanel draft={draft} onChange={change} onClear={clear} /> : null}
      <UserChips applied={applied} onApply={onApply} onClear={open ? undefined : clear} />
    </FilterForm>
  );
}
