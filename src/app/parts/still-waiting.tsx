import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { css } from "#styled/css";
import { lazyPart } from "../ui/lazy-part.tsx";
import { useGate } from "../data/use-gate.ts";
import { useObservable } from "../data/use-observable.ts";
import { loadWords } from "../words/language.ts";
import { useTranslation } from "../words/use-translation.ts";

const Contradicted = lazyPart(async () => (await import("./contradicted.tsx")).Contradicted, { words: ["attempts"] });

/** Show the notice after waiting this long for the host's answer to a change, in ms (FUND-6). */
const waitingAfterMs = 10_000;

const place = css({
  position: "fixed",
  insetInline: "4",
  bottom: "[max(1rem, env(safe-area-inset-bottom))]",
  zIndex: "toast",
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: "2",
  pointerEvents: "none",
});
const slip = css({
  maxWidth: "form",
  px: "4",
  py: "3",
  bg: "raised",
  borderWidth: "1px",
  borderColor: "pending",
  borderRadius: "panel",
  boxShadow: "raised",
  textStyle: "sm",
});
const title = css({ fontWeight: "semibold" });

/**
 * Notice above everything that the host hasn't answered yet and leaving would lose the answer; and, if a late answer
 * contradicts an admin's settlement, that it does.
 */
export function StillWaiting({ running }: { running: ReadonlyMap<string, number> }) {
  const { t } = useTranslation("attempts");
  const { contradicted } = useGate();
  const attempt = useObservable(contradicted);
  const oldest = running.size === 0 ? undefined : Math.min(...running.values());
  const [since, setSince] = useState<number>();
  useEffect(() => {
    if (oldest === undefined) return;
    const timer = setTimeout(
      () => {
        loadWords(["attempts"]).then(
          () => setSince(oldest),
          () => setSince(oldest),
        );
      },
      Math.max(0, oldest + waitingAfterMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [oldest]);
  return createPortal(
    <div className={place} aria-live="polite">
      {oldest !== undefined && since === oldest ? (
        <div className={slip}>
          <p className={title}>{t("waiting.title")}</p>
          <p>{t("waiting.text")}</p>
        </div>
      ) : null}
      {attempt ? <Contradicted attempt={attempt} onDismiss={() => contradicted.set(undefined)} /> : null}
    </div>,
    document.body,
  );
}
