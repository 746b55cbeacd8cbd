import { useEffect, useRef, useState } from "react";
import { css } from "#styled/css";
import type { SecondStep } from "../../../sync/session/auth.ts";
import { confirmWithPasskey, stopAsking } from "../../../sync/session/passkeys.ts";
import { useHost } from "../../data/host-context.ts";
import "../../words/passkey-words.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { endWords } from "./why-not.ts";

const part = css({ display: "flex", flexDirection: "column", gap: "4" });
const title = css({ textStyle: "md", fontWeight: "semibold" });
const text = css({ textStyle: "sm", color: "ink.muted", marginTop: "1", textWrap: "pretty" });
const buttons = css({ display: "flex", flexDirection: "column", gap: "2" });

interface PasskeyStepProps {
  /** The answer to the PIN. */
  step: SecondStep;
  /** Besides that the session is open. */
  onDone?: () => void;
  /** Back to the PIN; `why` is shown if the host wants it again. */
  onRestart: (why?: string) => void;
}

/** Second step of sign-in: asks for the passkey immediately, and again when cancelled or failed (PASS-2). */
export function PasskeyStep({ step, onDone, onRestart }: PasskeyStepProps) {
  const { t } = useTranslation("passkeys");
  const host = useHost();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(true);
  const again = useRef<HTMLButtonElement>(null);
  const left = useRef(false);

  const ask = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    const end = await confirmWithPasskey(host, step);
    if (end.is === "done") {
      onDone?.();
      return;
    }
    if (left.current) return;
    // The ticket from the PIN step has expired.
    if (end.is === "refused" && end.status === 401) {
      onRestart(t("confirm.over"));
      return;
    }
    setBusy(false);
    setProblem(endWords(t, end, t("confirm.refused")));
  };
  const begin = useRef(ask);
  useEffect(() => {
    left.current = false;
    void begin.current();
    return () => {
      left.current = true;
      stopAsking();
    };
  }, []);
  // Keep keyboard focus: the PIN field is gone.
  useEffect(() => {
    if (problem !== undefined) again.current?.focus();
  }, [problem]);

  return (
    // The attribute keeps a new version from reloading the page meanwhile (updates.ts).
    <section className={part} aria-label={t("confirm.title")} data-step="">
      <div role="status">
        <h2 className={title}>{t("confirm.title")}</h2>
        <p className={text}>{t("confirm.text")}</p>
      </div>
      {problem === undefined ? null : (
        <Notice tone="danger" title={problem}>
          {t("confirm.lost")}
        </Notice>
      )}
      <div className={buttons}>
        <Button ref={again} kind="primary" size="wide" busy={busy} onClick={() => void ask()}>
          {busy ? t("confirm.asking") : t("confirm.again")}
        </Button>
        <Button size="wide" onClick={() => onRestart()}>
          {t("confirm.restart")}
        </Button>
      </div>
    </section>
  );
}
