import { type FormEvent, useEffect, useState } from "react";
import { css } from "#styled/css";
import { refreshSession, signInAgain } from "../../sync/auth.ts";
import type { PinNeed } from "../../sync/host.ts";
import { useSync } from "../data/sync-context.ts";
import { useObservable } from "../data/use-observable.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Notice } from "../ui/notice.tsx";
import { PasswordField } from "../ui/password-field.tsx";
import { TextField } from "../ui/text-field.tsx";

const form = css({ display: "flex", flexDirection: "column", gap: "4" });
const formId = "pin-again";

/**
 * Asks for the PIN over the current screen once the token has run out (AUTH-15): what was typed stays, and
 * a mutation that was refused is not repeated. Where the host gave something to refresh with, that is
 * tried first and nobody is asked.
 */
export function PinDialog() {
  const { host } = useSync();
  const need = useObservable(host.pinNeeded);
  const [refused, setRefused] = useState(false);

  useEffect(() => {
    if (need !== "yes") return;
    let left = false;
    void refreshSession(host.client).then((renewed) => {
      if (left) return;
      if (renewed) host.pinNeeded.set("no");
      else setRefused(true);
    });
    return () => {
      left = true;
      setRefused(false);
    };
  }, [need, host]);

  return <AskPin open={need === "yes" && refused} settle={(next) => host.pinNeeded.set(next)} />;
}

function AskPin({ open, settle }: { open: boolean; settle: (need: PinNeed) => void }) {
  const { t } = useTranslation(["auth", "common"]);
  const sync = useSync();
  const [pin, setPin] = useState("");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const known = sync.session.admin.email ?? sync.session.claims?.email;
  const [typed, setTyped] = useState("");

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setError(undefined);
    const outcome = await signInAgain(sync.host.client, known ?? typed.trim(), pin);
    setBusy(false);
    if (outcome.is !== "done") {
      setError(outcome.message ?? t("signIn.failed"));
      return;
    }
    setPin("");
    settle("no");
    void sync.refreshHead();
  };

  return (
    <Dialog
      open={open}
      onClose={() => settle("declined")}
      // Nothing but an answer closes it: a confirmation that ends beneath it takes the focus along.
      role="alertdialog"
      title={t("pin.title")}
      description={t("pin.text")}
      actions={
        <>
          <Button onClick={() => settle("declined")}>{t("common:cancel")}</Button>
          <Button kind="primary" type="submit" form={formId} busy={busy}>
            {busy ? t("signIn.busy") : t("pin.submit")}
          </Button>
        </>
      }
    >
      <form id={formId} className={form} onSubmit={(event) => void submit(event)}>
        {error ? <Notice tone="danger" title={error} /> : null}
        <TextField
          label={t("email")}
          name="email"
          type="email"
          autoComplete="username"
          required
          readOnly={known !== undefined}
          value={known ?? typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <PasswordField
          label={t("password")}
          name="password"
          autoComplete="current-password"
          required
          value={pin}
          onChange={(event) => setPin(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
