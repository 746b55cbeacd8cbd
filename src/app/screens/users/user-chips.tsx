import { useDayWords } from "../../format/use-day-words.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ActiveFilters } from "../../ui/active-filters.tsx";
import { type UserFilterDraft, type UserFilterName, userFilterNames } from "./users-params.ts";

interface UserChipsProps {
  applied: UserFilterDraft;
  onApply: (draft: UserFilterDraft) => void;
  /** Absent where another "Clear All" is in sight. */
  onClear: (() => void) | undefined;
}

/** The filters that are on, each of which can be taken off. */
export function UserChips({ applied, onApply, onClear }: UserChipsProps) {
  const { t } = useTranslation(["users", "common"]);
  const dayWords = useDayWords();
  const active = userFilterNames.filter((name) => applied[name] !== "");
  if (active.length === 0) return null;
  const words = (name: UserFilterName): string => {
    const value = applied[name];
    if (name === "dateFrom" || name === "dateTo") return dayWords(value);
    if (name === "ids" && value.split(" ").length > 3) return String(value.split(" ").length);
    if (name !== "emailVerified" && name !== "bvnVerified") return value;
    return value === "true" ? t("common:yes") : t("common:no");
  };
  return (
    <ActiveFilters
      label={t("filters.active")}
      names={active}
      wordsOf={(name) => ({ label: t(`filters.${name}`), value: words(name) })}
      onRemove={(name) => onApply({ ...applied, [name]: "" })}
      clear={t("filters.clear")}
      onClear={onClear}
    />
  );
}
