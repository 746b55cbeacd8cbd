import { useState } from "react";
import { stepAside } from "../../sw/step-aside.ts";
import { isUnsaved } from "../state/typing.ts";
import "../words/gateway-words.ts";
import { useTranslation } from "../words/use-translation.ts";
import { TypedQuestion } from "./typed-question.tsx";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";

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

/** Says that a gateway answers instead of the server, with a link to its page. Load lazily, as few ever see it. */
export function GatewayNotice() {
  const { t } = useTranslation("gateway");
  return (
    <Notice tone="warning" title={t("title")} action={<GatewayButton size="small" />}>
      {t("text")}
    </Notice>
  );
}
