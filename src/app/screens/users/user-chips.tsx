import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { Button } from "../../ui/button.tsx";
import { Chip } from "../../ui/chip.tsx";
import { type UserFilterDraft, type UserFilterName, userFilterNames } from "./users-params.ts";

const chips = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });

interface UserChipsProps {
  applied: UserFilterDraft;
  onApply: (draft: UserFilterDraft) => void;
  /** Absent where another "Clear All" is in sight. */
  onClear: (() => void) | undefined;
}

/** The filters that are on, each of which can be taken off. */
export function UserChips({ applied, onApply, onClear }: UserChipsProps) {
  const { t } = useTranslation(["users", "common"]);
  const active = userFilterNames.filter((name) => applied[name] !== "");
  if (active.length === 0) return null;
  const words = (name: UserFilterName): string => {
    const value = applied[name];
    if (name !== "emailVerified" && name !== "bvnVerified") return value;
    return value === "true" ? t("common:yes") : t("common:no");
  };
  return (
    <div className={chips} role="group" aria-label={t("filters.active")}>
      {active.map((name) => (
        <Chip key={name} label={t(`filters.${name}`)} value={words(name)} onRemove={() => onApply({ ...applied, [name]: "" })} />
      ))}
      {onClear ? (
        <Button kind="quiet" size="small" onClick={onClear}>
          {t("filters.clear")}
        </Button>
      ) : null}
    </div>
  );
}
