import { useState } from "react";
import "../words/config-words.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { BootPage } from "../ui/boot-page.tsx";
import { GatewayButton } from "../parts/gateway-notice.tsx";
import type { NoConfig } from "../data/use-host.ts";

/**
 * Stops the app if config.json is invalid, naming the field, or if the server or something in front of it doesn't serve
 * it (CONF-1).
 */
export function ConfigBroken({ found, onRetry }: { found: NoConfig; onRetry: () => Promise<unknown> }) {
  const { t } = useTranslation(["config", "common", "gateway"]);
  const [busy, setBusy] = useState(false);
  const retry = (): void => {
    setBusy(true);
    void onRetry().finally(() => setBusy(false));
  };
  const said = (): string => {
    switch (found.is) {
      case "broken":
        return found.field === undefined
          ? t("broken.problem", { problem: found.problem })
          : t("broken.field", { field: found.field, problem: found.problem });
      case "withheld":
        return found.status === undefined ? t("withheld.silent") : t("withheld.status", { status: found.status });
      case "gateway":
        return found.status === undefined ? t("gateway.redirected") : t("gateway.page", { status: found.status });
    }
  };
  const isGateway = found.is === "gateway";
  return (
    <BootPage
      title={t(`${found.is}.title`)}
      actions={
        <>
          {isGateway ? <GatewayButton /> : null}
          <Button kind={isGateway ? "plain" : "primary"} busy={busy} onClick={retry}>
            {t("common:retry")}
          </Button>
        </>
      }
    >
      <p role="alert">{said()}</p>
      <p>{isGateway ? t("gateway:text") : t(`${found.is}.help`)}</p>
    </BootPage>
  );
}
