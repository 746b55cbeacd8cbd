import { useTranslation } from "../i18n/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { BootPage } from "./boot-page.tsx";

/** Stops the app where config.json is wrong, and names the field (CONF-1). */
export function ConfigBroken({ field, problem, onRetry }: { field: string | undefined; problem: string; onRetry: () => void }) {
  const { t } = useTranslation(["boot", "common"]);
  return (
    <BootPage
      title={t("configTitle")}
      actions={
        <Button kind="primary" onClick={onRetry}>
          {t("common:retry")}
        </Button>
      }
    >
      <p role="alert">{field === undefined ? t("configProblem", { problem }) : t("configField", { field, problem })}</p>
      <p>{t("configHelp")}</p>
    </BootPage>
  );
}
