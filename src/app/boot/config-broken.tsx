import { useState } from "react";
import "../i18n/config-words.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { BootPage } from "./boot-page.tsx";
import type { NoConfig } from "./use-host.ts";

/** Stops the app where config.json is wrong, and names the field, or where the server doesn't give it (CONF-1). */
export function ConfigBroken({ found, onRetry }: { found: NoConfig; onRetry: () => Promise<unknown> }) {
  const { t } = useTranslation(["config", "common"]);
  const [busy, setBusy] = useState(false);
  const retry = (): void => {
    setBusy(true);
    void onRetry().finally(() => setBusy(false));
  };
  return (
    <BootPage
      title={t(`${found.is}.title`)}
      actions={
        <Button kind="primary" busy={busy} onClick={retry}>
          {t("common:retry")}
        </Button>
      }
    >
      <p role="alert">
        {found.is === "broken"
          ? found.field === undefined
            ? t("broken.problem", { problem: found.problem })
            : t("broken.field", { field: found.field, problem: found.problem })
          : found.status === undefined
            ? t("withheld.silent")
            : t("withheld.status", { status: found.status })}
      </p>
      <p>{t(`${found.is}.help`)}</p>
    </BootPage>
  );
}
