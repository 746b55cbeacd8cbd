import { useState } from "react";
import { Link, useLocation } from "wouter";
import { EmailField } from "../../ui/email-field.tsx";
import { plainText } from "../../../contract/text.ts";
import { useHost } from "../../data/host-context.ts";
import "../../words/auth-words.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { paths } from "../../links.ts";
import { useIsHere } from "../../parts/use-is-here.ts";
import { authActions, useAuth } from "../../state/auth.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { AuthPage } from "./auth-page.tsx";
import { touchArea } from "../../ui/touch-area.ts";

/** /reset-password (AUTH-6). */
export function ResetPasswordScreen() {
  const { t } = useTranslation("auth");
  const host = useHost();
  const { loading } = useAuth();
  const [, navigate] = useLocation();
  const [email, setEmail] = useState("");
  const isHere = useIsHere();

  const submit = async () => {
    const sentTo = plainText(email);
    if (!(await authActions.reset(host, { email: sentTo }, t))) return;
    toast({ tone: "done", title: t("reset.sent", { email: sentTo }) });
    if (isHere()) navigate(paths.login);
  };

  return (
    <AuthPage
      heading={t("reset.heading")}
      subtext={t("reset.subtext")}
      onSubmit={() => void submit()}
      foot={
        <Link href={paths.login} className={touchArea}>
          {t("reset.back")}
        </Link>
      }
    >
      <EmailField label={t("email")} name="email" autoComplete="username" required value={email} onChange={setEmail} />
      <Button kind="primary" size="wide" type="submit" busy={loading}>
        {t("reset.submit")}
      </Button>
    </AuthPage>
  );
}
