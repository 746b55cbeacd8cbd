import { EmptyState } from "../../ui/empty-state.tsx";
import { useTranslation } from "../../words/use-translation.ts";

/** In place of transactions that the admin may not see. */
export function NoPermission() {
  const { t } = useTranslation("lookup");
  return <EmptyState title={t("noPermission")}>{t("noPermissionHint")}</EmptyState>;
}
