import { css } from "#styled/css";
import { useHasLog } from "../../data/use-audit.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import type { AuditTab } from "./audit-params.ts";
import { DeviceLog } from "./device-log.tsx";
import { HostLog } from "./host-log.tsx";
import { useAuditView } from "./use-audit-view.ts";

const stack = css({ display: "flex", flexDirection: "column", gap: "4" });
const hint = css({ textStyle: "sm", color: "ink.muted", marginBottom: "3" });

/** /audit, "Audit & Monitoring": what every admin did, where the host has a log, and what this device did (AUD-1). */
export function AuditScreen() {
  const { t } = useTranslation("audit");
  const hasLog = useHasLog();
  const { view, go } = useAuditView(hasLog ? undefined : "device");
  if (!hasLog)
    return (
      <div className={stack}>
        <Notice title={t("noLog.title")}>{t("noLog.text")}</Notice>
        <DeviceLog view={view} go={go} />
      </div>
    );
  return (
    <Tabs<AuditTab>
      label={t("tabs.label")}
      value={view.tab}
      onChange={(tab) => go({ tab, entry: "" })}
      items={[
        { value: "all", label: t("tabs.all"), content: <HostLog view={view} go={go} /> },
        {
          value: "device",
          label: t("tabs.device"),
          content: (
            <>
              <p className={hint}>{t("deviceHint")}</p>
              <DeviceLog view={view} go={go} />
            </>
          ),
        },
      ]}
    />
  );
}
