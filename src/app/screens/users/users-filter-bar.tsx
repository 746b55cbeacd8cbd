import { Link } from "wouter";
import { css, cx } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import { ListBar } from "../../lists/list-bar.tsx";
import { TimesToggle } from "../../parts/times-toggle.tsx";
import { Button, buttonLook } from "../../ui/button.tsx";
import { UserPlus } from "../../ui/more-icons.ts";
import { type UserFilterDraft, userFilters } from "./users-params.ts";

const add = cx(buttonLook({ kind: "primary" }), css({ marginInlineStart: "auto" }));

interface UsersFilterBarProps {
  applied: UserFilterDraft;
  onApply: (draft: UserFilterDraft) => void;
}

/** Search, filters, and the link to create an admin (USER-1, USER-5). */
export function UsersFilterBar({ applied, onApply }: UsersFilterBarProps) {
  const { t } = useTranslation(["users", "common"]);
  const yesOrNo = [
    { value: "true", label: t("common:yes") },
    { value: "false", label: t("common:no") },
  ];
  return (
    <ListBar
      id="users-filters"
      filters={userFilters}
      controls={{
        q: { is: "elsewhere", label: t("filters.q"), holds: "text" },
        kycLevel: { is: "choice", label: t("filters.kycLevel"), options: ["0", "1", "2"].map((value) => ({ value, label: value })) },
        emailVerified: { is: "choice", label: t("filters.emailVerified"), options: yesOrNo },
        bvnVerified: { is: "choice", label: t("filters.bvnVerified"), options: yesOrNo },
        dateFrom: { is: "day", label: t("filters.dateFrom"), before: "dateTo" },
        dateTo: { is: "day", label: t("filters.dateTo"), after: "dateFrom" },
        ids: { is: "elsewhere", label: t("filters.ids"), holds: "ids" },
      }}
      applied={applied}
      onApply={onApply}
      label={t("filters.region")}
      toggle={t("common:filters.toggle")}
      search={{
        name: "q",
        label: t("search.label"),
        placeholder: t("search.placeholder"),
        submit: <Button type="submit">{t("search.submit")}</Button>,
      }}
    >
      <TimesToggle />
      <Link href={paths.createAdmin} className={add}>
        <UserPlus size={16} aria-hidden />
        {t("add")}
      </Link>
    </ListBar>
  );
}
