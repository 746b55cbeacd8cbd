import { Suspense, useEffect, useRef } from "react";
import { useTranslation } from "../../words/use-translation.ts";
import { css } from "#styled/css";
import { GatewayHint } from "../../parts/gateway-hint.tsx";
import { PinFields } from "../pin-fields.tsx";
import { PasskeyStep, usePin } from "../use-pin.ts";
import { useReach } from "../../data/use-reach.ts";
import { signOutWords } from "../sign-out-words.ts";
import { useLeave } from "../use-leave.ts";
import { AuthPage } from "../auth/auth-page.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";

const cover = css({
  position: "fixed",
  inset: "0",
  zIndex: "toast",
  bg: "ground",
  fontSize: "md",
  overflowY: "auto",
  overscrollBehavior: "contain",
});
const foot = css({
  display: "flex",
  "& button": { color: "ink" },
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: "3",
});
const text = css({ flex: "1", minWidth: "40", textWrap: "pretty" });
const answers = css({ display: "flex", flexWrap: "wrap", gap: "2", marginTop: "3" });

/** Covers everything until the host has accepted the PIN. The only other way out is signing out, which wipes the device. */
export function Cover() {
  const { t } = useTranslation(["lock", "attempts", "cases", "common"]);
  const form = usePin();
  const reach = useReach();
  const { leave, busy, question, confirm, cancel } = useLeave();
  const { t: words } = useTranslation(["attempts", "cases", "cache"]);
  const asked = question && signOutWords(words, question);
  const pin = useRef<HTMLInputElement>(null);
  useEffect(() => pin.current?.focus(), []);
  const away = reach.is === "unreachable" ? (reach.why === "offline" ? t("offline") : t("unreachable")) : undefined;

  return (
    <div className={cover}>
      <AuthPage
        heading={t("title")}
        subtext={t(form.second ? "textPasskey" : "text")}
        error={form.error}
        onSubmit={() => {
          if (!away && !form.second) void form.send();
        }}
        foot={
          question && asked ? (
            <Notice tone="warning" title={asked.title}>
              {asked.lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
              {question.cases > 0 ? <p>{t("cases:signOut.locked")}</p> : null}
              <div className={answers}>
                <Button onClick={cancel}>{t("common:cancel")}</Button>
                <Button kind="danger" onClick={confirm}>
                  {t("attempts:signOut.confirm")}
                </Button>
              </div>
            </Notice>
          ) : (
            <div className={foot}>
              <p className={text}>{t("wayOut")}</p>
              <Button onClick={leave} busy={busy}>
                {t("signOut")}
              </Button>
            </div>
          )
        }
      >
        <GatewayHint />
        {away ? (
          <Notice tone="warning" title={away}>
            {t("awayText")}
          </Notice>
        ) : null}
        {form.second ? (
          <Suspense fallback={null}>
            <PasskeyStep step={form.second.step} onRestart={form.second.restart} />
          </Suspense>
        ) : (
          <>
            <PinFields form={form} pinRef={pin} />
            <Button kind="primary" size="wide" type="submit" busy={form.busy} off={away}>
              {form.busy ? t("busy") : t("unlock")}
            </Button>
          </>
        )}
      </AuthPage>
    </div>
  );
}
