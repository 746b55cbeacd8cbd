import { EmptyList } from "../../ui/empty-list.tsx";
import { useTranslation } from "../../words/use-translation.ts";

/** In place of transactions that the admin may not see. */
export function NoPermission() {
  const { t } = useTranslation("lookup");
  return <EmptyList title={t("noPermission")}>{t("noPermissionHint")}</EmptyList>;
}
