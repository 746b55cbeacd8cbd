import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { EmailField } from "../../ui/email-field.tsx";
import { plainText } from "../../../contract/text.ts";
import { useHost } from "../../data/host-context.ts";
import "../../words/auth-words.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import { authActions, useAuth } from "../../state/auth.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { AuthPage } from "./auth-page.tsx";

/** /register (AUTH-4, AUTH-5). */
export function RegisterScreen() {
  const { t } = useTranslation("auth");
  const host = useHost();
  const { loading } = useAuth();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [confirmPassword, setConfirmPassword] = useState("");
  const confirm = useRef<HTMLInputElement>(null);

  // Custom validity only: the field is invalid natively, and the browser shows the message (AUTH-5).
  useEffect(() => {
    confirm.current?.setCustomValidity(confirmPassword === "" || confirmPassword === password ? "" : t("register.mismatch"));
  }, [confirmPassword, password, t]);

  const submit = () =>
    authActions.register(host, { name: plainText(name), email: plainText(email), passwordPin: password, confirmPassword }, t);

  return (
    <AuthPage
      heading={t("register.heading")}
      subtext={t("register.subtext")}
      onSubmit={() => void submit()}
      foot={
        <p>
          {t("register.haveAccount")} <Link href={paths.login}>{t("register.signIn")}</Link>
        </p>
      }
    >
      <TextField
        label={t("register.name")}
        name="name"
        autoComplete="name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <EmailField label={t("email")} name="email" autoComplete="username" required value={email} onChange={setEmail} />
      <PasswordField
        label={t("password")}
        name="password"
        autoComplete="new-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <TextField
        ref={confirm}
        label={t("register.confirm")}
        name="confirm"
        type="password"
        autoComplete="new-password"
        required
        value={confirmPassword}
        onChange={(event) => setConfirmPassword(event.target.value)}
      />
      <Button kind="primary" size="wide" type="submit" busy={loading}>
        {t("register.submit")}
      </Button>
    </AuthPage>
  );
}
