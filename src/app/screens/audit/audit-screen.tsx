import { css } from "#styled/css";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { LostPart } from "../../ui/lost-part.tsx";
import { useHasLog } from "../../data/use-audit.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Notice } from "../../ui/notice.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { DeviceLog } from "./device-log.tsx";
import { HostLog } from "./host-log.tsx";
import { useAuditView } from "./use-audit-view.ts";

const Reconcile = lazyPart(async () => (await import("./reconcile/reconcile.tsx")).Reconcile, {
  words: ["reconcile", "transactions"],
  instead: LostPart,
});

const Close = lazyPart(async () => (await import("./close/close.tsx")).Close, {
  words: ["dailyClose", "attempts", "transactions"],
  instead: LostPart,
});

const noLog = css({ marginBottom: "4" });
const hint = css({ textStyle: "sm", color: "ink.muted", marginBottom: "3" });

/** /audit, "Audit & Monitoring": what every admin did, if the host has a log, and what this device did (AUD-1). */
export function AuditScreen() {
  const { t } = useTranslation("audit");
  const hasLog = useHasLog();
  const audit = useAuditView(hasLog ? undefined : "device");
  const { view, go } = audit;
  const device = (
    <>
      {hasLog ? (
        <p className={hint}>{t("deviceHint")}</p>
      ) : (
        <Notice title={t("noLog.title")} className={noLog}>
          {t("noLog.text")}
        </Notice>
      )}
      <DeviceLog {...audit} />
    </>
  );
  return (
    <Tabs
      label={t("tabs.label")}
      value={view.tab}
      onChange={(tab) => go({ tab, entry: "" })}
      items={[
        ...(hasLog ? [{ value: "all" as const, label: t("tabs.all"), content: <HostLog {...audit} /> }] : []),
        { value: "device", label: t("tabs.device"), content: device },
        {
          value: "reconcile",
          label: t("tabs.reconcile"),
          content: <Reconcile />,
        },
        {
          value: "close",
          label: t("tabs.close"),
          content: <Close day={view.day} onDay={(day) => go({ day }, { replace: true })} />,
        },
      ]}
    />
  );
}
