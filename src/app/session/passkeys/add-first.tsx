import { Suspense, useEffect } from "react";
import { css } from "#styled/css";
import { useHost } from "../../data/host-context.ts";
import { takeEarlyKeys } from "../../state/early-keys.ts";
import "../../state/notify.ts";
import { logOut } from "../session-end.ts";
import "../../words/cache-words.ts";
import "../../words/passkey-words.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Mark } from "../../ui/mark.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PinFields } from "../pin-fields.tsx";
import { PasskeyStep, usePin } from "../use-pin.ts";
import { PasskeysCard } from "./passkeys-card.tsx";

const page = css({ minHeight: "[100dvh]", bg: "ground", display: "flex", justifyContent: "center", px: "4", py: "8" });
const column = css({ width: "full", maxWidth: "[46rem]", display: "flex", flexDirection: "column", gap: "5" });
const head = css({ display: "flex", alignItems: "flex-start", gap: "4", color: "accent" });
const words = css({ color: "ink" });
const heading = css({ textStyle: "title" });
const text = css({ textStyle: "md", color: "ink.muted", marginTop: "1", textWrap: "pretty" });
const fields = css({ display: "flex", flexDirection: "column", gap: "4" });
const foot = css({ display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "space-between", gap: "3" });
const wiped = css({ flex: "1", minWidth: "40", textStyle: "sm", color: "ink.muted", textWrap: "pretty" });

/** Signs in in place, which keeps cases and an open bulk funding that a sign-out would delete. */
function SignInHere() {
  const { t } = useTranslation("passkeys");
  const form = usePin();
  if (form.second)
    return (
      <Suspense fallback={null}>
        <PasskeyStep step={form.second.step} onRestart={form.second.restart} />
      </Suspense>
    );
  return (
    <form
      className={fields}
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    >
      <Notice title={t("first.done")} />
      {form.error ? <Notice tone="danger" title={form.error} /> : null}
      <PinFields form={form} />
      <Button kind="primary" size="wide" type="submit" busy={form.busy}>
        {t("first.signIn")}
      </Button>
    </form>
  );
}

/** Only screen for an admin whom the host allows nothing but adding a passkey (PASS-3). */
export function AddFirst() {
  const { t } = useTranslation(["passkeys", "cache"]);
  const host = useHost();
  useEffect(() => void takeEarlyKeys(), []);
  return (
    <main className={page}>
      <title>{`${t("first.title")} · Counterfoil`}</title>
      <div className={column}>
        <header className={head}>
          <Mark size={30} />
          <div className={words}>
            <h1 className={heading}>{t("first.title")}</h1>
            <p className={text}>{t("first.text")}</p>
          </div>
        </header>
        <PasskeysCard removes={false} once={<SignInHere />} />
        <div className={foot}>
          <p className={wiped}>{t("cache:signOutText")}</p>
          <Button onClick={() => void logOut(host, undefined)}>{t("first.signOut")}</Button>
        </div>
      </div>
    </main>
  );
}
