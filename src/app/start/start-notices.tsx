import { useEffect, useState } from "react";
import type { Host } from "../../sync/wire/host.ts";
import { type Withheld, findWithheld } from "../../sync/wire/withheld.ts";
import { useTranslation } from "../words/use-translation.ts";
import "../words/withheld-words.ts";
import { Button } from "../ui/button.tsx";
import { floating } from "../ui/floating.ts";
import { Notice } from "../ui/notice.tsx";
import { useReachOf } from "../data/use-reach.ts";
import { GatewayNotice } from "../parts/gateway-notice.tsx";
import { useHost } from "../data/host-context.ts";

/** Whether a gateway that answered for config.json at the start still does: asks again when the page or the host comes back. */
function useStandIn(atStart: boolean, isReached: boolean): boolean {
  const [stands, setStands] = useState(atStart);
  useEffect(() => {
    if (!stands) return undefined;
    const look = async (): Promise<void> => {
      try {
        const { isIntercepted } = await import("../../sync/wire/config-instead.ts");
        setStands(await isIntercepted());
      } catch {
        // No answer says nothing new.
      }
    };
    const prompt = (): void => void look();
    if (isReached) prompt();
    document.addEventListener("visibilitychange", prompt);
    return () => document.removeEventListener("visibilitychange", prompt);
  }, [stands, isReached]);
  return stands;
}

/** The worker keeps the page with its Content-Security-Policy, which names the host that config.json had then. */
function useNewPolicy({ client, config, reach }: Host): void {
  useEffect(() => {
    const { origin } = new URL(config.host, location.href);
    const look = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void => {
      if (effectiveDirective !== "connect-src" || !URL.canParse(blockedURI) || new URL(blockedURI).origin !== origin) return;
      void import("../state/updates.ts").then(
        ({ takeNewPolicy }) => takeNewPolicy(),
        () => undefined,
      );
    };
    document.addEventListener("securitypolicyviolation", look);
    // The sign-in page asks nothing before somebody has typed.
    if (reach.state.is === "unknown" && origin !== location.origin && navigator.serviceWorker?.controller) void client.probe();
    return () => document.removeEventListener("securitypolicyviolation", look);
  }, [client, config, reach]);
}

/**
 * Notices over the first screen: a gateway answers instead of the server, so the app continues with cached data; or the
 * browser withholds something from the app, and what to do about it. Usually empty. Also leaves a page whose policy is outdated.
 */
export function StartNotices({ gateway }: { gateway: boolean }) {
  const { t } = useTranslation(["withheld", "common"]);
  const [withheld, setWithheld] = useState<Withheld>();
  useEffect(() => {
    void findWithheld().then(setWithheld);
  }, []);
  const host = useHost();
  useNewPolicy(host);
  const reach = useReachOf(host);
  const standsIn = useStandIn(gateway, reach.is === "reached");
  if (standsIn || (reach.is === "unreachable" && reach.why === "gateway"))
    return (
      <div className={floating}>
        <GatewayNotice isBeside={standsIn} />
      </div>
    );
  if (!withheld) return null;
  return (
    <div className={floating}>
      <Notice
        tone="warning"
        title={t(`${withheld}.title`)}
        action={
          <Button size="small" onClick={() => setWithheld(undefined)}>
            {t("common:close")}
          </Button>
        }
      >
        {t(`${withheld}.text`)}
      </Notice>
    </div>
  );
}
