import { useState } from "react";
import { css } from "#styled/css";
import type { Settlement } from "../../db/money/journal.ts";
import type { FencePost } from "../../sync/money/fence.ts";
import { useGate } from "../data/use-gate.ts";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { toast } from "../ui/toast.ts";
import { operationWord } from "./attempt-words.ts";
import { UnknownFrame } from "./unknown-frame.tsx";

const text = css({ textStyle: "sm", textWrap: "pretty" });
const deed = css({ textStyle: "lg", fontWeight: "medium" });
const small = css({ textStyle: "xs", color: "ink.muted" });
const danger = css({ textStyle: "sm", color: "danger" });
const row = css({ display: "flex", flexWrap: "wrap", gap: "2" });

/** An attempt that was unsettled at sign-out: only its operation and time are left. */
export function FencePostSlip({ post }: { post: FencePost }) {
  const { t } = useTranslation("attempts");
  const gate = useGate();
  const format = useFormat();
  const [hasFailed, setHasFailed] = useState(false);
  const settle = async (as: Settlement["as"]) => {
    try {
      await gate.settle(post.attempt, as, "");
    } catch {
      setHasFailed(true);
      return;
    }
    toast({ tone: "done", title: t(as === "happened" ? "unknown.settled.happened" : "unknown.settled.didNot") });
  };
  return (
    <UnknownFrame>
      <div>
        <p className={deed}>{operationWord(t, post.operation)}</p>
        <p className={small}>{t("post.sent", { time: format.full(post.at) })}</p>
      </div>
      <p className={text}>{t("post.text")}</p>
      <div className={row}>
        <Button onClick={() => void settle("happened")}>{t("unknown.happened")}</Button>
        <Button onClick={() => void settle("did not happen")}>{t("unknown.didNot")}</Button>
      </div>
      {hasFailed ? (
        <p role="alert" className={danger}>
          {t("unknown.settleFailed")}
        </p>
      ) : null}
    </UnknownFrame>
  );
}
