import { type FormEvent, Suspense, useEffect, useState } from "react";
import { css } from "#styled/css";
import { refreshSession } from "../../sync/session/sign-in-again.ts";
import type { PinNeed } from "../../sync/wire/pin-watch.ts";
import { pause } from "../../sync/wire/reach.ts";
import { useSync } from "../data/sync-context.ts";
import { useObservable } from "../data/use-observable.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useLocked } from "../data/lock-state.ts";
import { Notice } from "../ui/notice.tsx";
import { SignOutQuestion } from "./layout/sign-out-question.ts";
import { useLeave } from "../session/use-leave.ts";
import { GatewayHint } from "../parts/gateway-hint.tsx";
import { PinFields } from "../session/pin-fields.tsx";
import { PasskeyStep, usePin } from "../session/use-pin.ts";

const fields = css({ display: "flex", flexDirection: "column", gap: "4" });
const formId = "pin-again";

/** A refresh of the session that takes longer isn't waited for without a word, in ms. */
const askAfterMs = 3000;

/**
 * Asks for the PIN over the current screen when the token has expired (AUTH-15): typed input stays, and a refused
 * mutation is not repeated. If there is a refresh token, it is tried first, without asking.
 */
export function PinDialog() {
  const { host } = useSync();
  const need = useObservable(host.pinNeeded);
  const locked = useLocked();
  const [refused, setRefused] = useState(false);
  const [openings, setOpenings] = useState(0);
  const settle = (next: PinNeed): void => host.pinNeeded.set(next);

  useEffect(() => {
    if (need !== "yes") return;
    const stop = new AbortController();
    const late = pause(host.clock, askAfterMs, stop.signal).then(() => false);
    // A new token closes the dialog, also one that comes late.
    void Promise.race([refreshSession(host.client, stop.signal), late]).then((renewed) => {
      if (renewed || stop.signal.aborted) return;
      setRefused(true);
      setOpenings((before) => before + 1);
    });
    return () => {
      stop.abort();
      setRefused(false);
    };
  }, [need, host]);

  // While locked, the cover asks for the same PIN.
  return need === "spurned" ? (
    <Spurned open={!locked} settle={settle} />
  ) : (
    // Each opening starts anew: without the error or the passkey step of the last one.
    <AskPin key={openings} open={need === "yes" && refused && !locked} settle={settle} />
  );
}

interface PartProps {
  open: boolean;
  settle: (need: PinNeed) => void;
}

/** Says that the host rejects sessions right after opening them, so another PIN wouldn't help. */
function Spurned({ open, settle }: PartProps) {
  const { t } = useTranslation(["auth", "common"]);
  const sync = useSync();
  const call = useObservable(sync.host.spurned) ?? "";
  const tryAgain = (): void => {
    settle("no");
    sync.host.demanded.set({});
  };
  const { leave, busy, question, confirm, cancel } = useLeave();
  const stay = (): void => {
    cancel();
    settle("declined");
  };
  if (question) return <SignOutQuestion question={question} onCancel={stay} onConfirm={confirm} />;
  return (
    <Dialog
      open={open}
      onClose={() => settle("declined")}
      role="alertdialog"
      title={t("pin.spurnedTitle")}
      description={t("pin.spurnedText", { call })}
      actions={
        <>
          <Button onClick={() => settle("declined")}>{t("common:cancel")}</Button>
          <Button onClick={leave} busy={busy}>
            {t("pin.spurnedSignOut")}
          </Button>
          <Button kind="primary" onClick={tryAgain}>
            {t("common:retry")}
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  );
}

function AskPin({ open, settle }: PartProps) {
  const { t } = useTranslation(["auth", "common"]);
  const sync = useSync();
  const form = usePin();
  const spurned = useObservable(sync.host.spurned);

  const goOn = (): void => {
    settle("no");
    void sync.refreshHead();
  };
  const decline = (): void => {
    // Not kept for whoever opens it next.
    form.setPin("");
    settle("declined");
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.send()) goOn();
  };

  return (
    <Dialog
      open={open}
      onClose={decline}
      // Closes only on an answer: a confirmation closing beneath it moves the focus.
      role="alertdialog"
      title={t("pin.title")}
      description={t("pin.text")}
      actions={
        <>
          <Button onClick={decline}>{t("common:cancel")}</Button>
          {form.second ? null : (
            <Button kind="primary" type="submit" form={formId} busy={form.busy}>
              {form.busy ? t("signIn.busy") : t("pin.submit")}
            </Button>
          )}
        </>
      }
    >
      {form.second ? (
        <Suspense fallback={null}>
          <PasskeyStep step={form.second.step} onDone={goOn} onRestart={form.second.restart} />
        </Suspense>
      ) : (
        <form id={formId} className={fields} onSubmit={(event) => void submit(event)}>
          {spurned === undefined ? null : <Notice tone="warning" title={t("pin.freshRefused", { call: spurned })} />}
          <GatewayHint />
          {form.error ? <Notice tone="danger" title={form.error} /> : null}
          <PinFields form={form} />
        </form>
      )}
    </Dialog>
  );
}
