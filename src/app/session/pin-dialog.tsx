import { type FormEvent, Suspense, useEffect, useState } from "react";
import { css } from "#styled/css";
import { refreshSession } from "../../sync/session/sign-in-again.ts";
import type { PinNeed } from "../../sync/wire/pin-watch.ts";
import { useSync } from "../data/sync-context.ts";
import { useObservable } from "../data/use-observable.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useLocked } from "../data/lock-state.ts";
import { Notice } from "../ui/notice.tsx";
import { PinFields } from "./pin-fields.tsx";
import { logOut } from "./session-end.ts";
import { PasskeyStep, usePin } from "./use-pin.ts";

const fields = css({ display: "flex", flexDirection: "column", gap: "4" });
const formId = "pin-again";

/**
 * Asks for the PIN over the current screen once the token has run out (AUTH-15): what was typed stays, and
 * a mutation that was refused is not repeated. Where the host gave something to refresh with, that is
 * tried first and nobody is asked.
 */
export function PinDialog() {
  const { host } = useSync();
  const need = useObservable(host.pinNeeded);
  const locked = useLocked();
  const [refused, setRefused] = useState(false);
  const settle = (next: PinNeed): void => host.pinNeeded.set(next);

  useEffect(() => {
    if (need !== "yes") return;
    const stop = new AbortController();
    // With another token nothing is asked any more.
    void refreshSession(host.client, stop.signal).then((renewed) => {
      if (!renewed && !stop.signal.aborted) setRefused(true);
    });
    return () => {
      stop.abort();
      setRefused(false);
    };
  }, [need, host]);

  // The cover asks for the same PIN.
  return need === "spurned" ? (
    <Spurned open={!locked} settle={settle} />
  ) : (
    <AskPin open={need === "yes" && refused && !locked} settle={settle} />
  );
}

interface PartProps {
  open: boolean;
  settle: (need: PinNeed) => void;
}

/** Says that the host refuses sessions as soon as it has opened them: another PIN would lead nowhere. */
function Spurned({ open, settle }: PartProps) {
  const { t } = useTranslation(["auth", "common"]);
  const sync = useSync();
  const call = useObservable(sync.host.spurned) ?? "";
  const tryAgain = (): void => {
    settle("no");
    sync.host.demanded.set({});
  };
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
          <Button onClick={() => void logOut(sync.host, sync)}>{t("pin.spurnedSignOut")}</Button>
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
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (await form.send()) goOn();
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
          {form.error ? <Notice tone="danger" title={form.error} /> : null}
          <PinFields form={form} />
        </form>
      )}
    </Dialog>
  );
}
