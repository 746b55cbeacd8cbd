import { Suspense, lazy, useState } from "react";
import { Link } from "wouter";
import { css } from "#styled/css";
import { EmailField } from "../../ui/email-field.tsx";
import { plainText } from "../../../contract/text.ts";
import { useHost } from "../../data/host-context.ts";
import "../../words/auth-words.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import type { SecondStep } from "../../../sync/session/auth.ts";
import { auth, authActions, useAuth } from "../../state/auth.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { AuthPage } from "./auth-page.tsx";
import { touchArea } from "../../ui/touch-area.ts";

const between = css({ display: "flex", justifyContent: "space-between", gap: "6", flexWrap: "wrap" });

const PasskeyStep = lazy(async () => ({ default: (await import("../passkeys/passkey-step.tsx")).PasskeyStep }));

/** /login (AUTH-2, AUTH-3). */
export function SignInScreen() {
  const { t } = useTranslation("auth");
  const host = useHost();
  const { loading } = useAuth();
  const [email, setEmail] = useState("");
  const [passwordPin, setPasswordPin] = useState("");

  const [step, setStep] = useState<SecondStep>();

  const submit = async () => {
    const outcome = await authActions.signIn(host, { email: plainText(email), passwordPin }, t);
    if (outcome?.is !== "passkey") return;
    setPasswordPin("");
    setStep(outcome);
  };
  const restart = (why?: string): void => {
    setStep(undefined);
    auth.error = why;
  };

  return (
    <AuthPage
      heading={t("signIn.heading")}
      subtext={t("signIn.subtext")}
      onSubmit={() => {
        if (!step) void submit();
      }}
      foot={
        <p className={between}>
          <Link href={paths.resetPassword} className={touchArea}>
            {t("signIn.forgot")}
          </Link>
          <Link href={paths.register} className={touchArea}>
            {t("signIn.register")}
          </Link>
        </p>
      }
    >
      {step ? (
        <Suspense fallback={null}>
          <PasskeyStep step={step} onRestart={restart} />
        </Suspense>
      ) : (
        <>
          <EmailField label={t("email")} name="email" autoComplete="username" required value={email} onChange={setEmail} />
          <PasswordField
            label={t("password")}
            name="password"
            autoComplete="current-password"
            required
            value={passwordPin}
            onChange={(event) => setPasswordPin(event.target.value)}
          />
          <Button kind="primary" size="wide" type="submit" busy={loading}>
            {loading ? t("signIn.busy") : t("signIn.submit")}
          </Button>
        </>
      )}
    </AuthPage>
  );
}
