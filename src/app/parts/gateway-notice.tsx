import { useState } from "react";
import { probePaths } from "../../contract/probe.ts";
import { useHost } from "../data/host-context.ts";
import { stepAside } from "../../sw/step-aside.ts";
import { isUnsaved } from "../state/typing.ts";
import "../words/gateway-words.ts";
import { useTranslation } from "../words/use-translation.ts";
import { TypedQuestion } from "./typed-question.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

/** The origin of a host that isn't the app's own; undefined for one beside the app. */
function originElsewhere(host: string): string | undefined {
  const { origin } = new URL(host, location.href);
  return origin === location.origin ? undefined : origin;
}

/** Opens the gateway's own page, bypassing the service worker; asks first if there is typed input. */
export function GatewayButton({ size }: { size?: "small" }) {
  const { t } = useTranslation("gateway");
  const [asking, setAsking] = useState(false);
  const leave = (): void => void stepAside();
  return (
    <>
      <Button kind="primary" {...(size ? { size } : {})} onClick={() => (isUnsaved() ? setAsking(true) : leave())}>
        {t("open")}
      </Button>
      {asking ? <TypedQuestion by="reload" onLeave={leave} onStay={() => setAsking(false)} /> : null}
    </>
  );
}

export interface GatewayNoticeProps {
  /** It stands in front of the app's own server, whichever the host is. */
  readonly isBeside?: boolean;
  /** Nothing answers. At an origin of the host's own that may be a gateway, too: browsers withhold its answers from the app. */
  readonly isSilent?: boolean;
  readonly className?: string;
}

/**
 * Says that a gateway answers instead of the server, with a link to its page. Load lazily, as few ever see it. The page in front of
 * a host of another origin opens in a tab of its own: loading the app again wouldn't meet it.
 */
export function GatewayNotice({ isBeside = false, isSilent = false, className }: GatewayNoticeProps) {
  const { t } = useTranslation("gateway");
  const { host } = useHost().config;
  const origin = isBeside ? undefined : originElsewhere(host);
  if (isSilent && origin === undefined) return null;
  const open = (): void => void window.open(`${host}${probePaths[0]}`, "_blank", "noopener");
  return (
    <Notice
      tone="warning"
      {...(className === undefined ? {} : { className })}
      title={t(isSilent ? "elsewhere.silentTitle" : "title")}
      action={
        origin === undefined ? (
          <GatewayButton size="small" />
        ) : (
          <Button kind="primary" size="small" onClick={open}>
            {t("open")}
          </Button>
        )
      }
    >
      {origin === undefined ? t("text") : t(isSilent ? "elsewhere.silent" : "elsewhere.text", { origin })}
    </Notice>
  );
}
