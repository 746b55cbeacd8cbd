import { useId } from "react";
import { css } from "#styled/css";
import type { Settlement } from "../../db/money/journal.ts";
import type { FencePost } from "../../sync/money/fence.ts";
import { useGate } from "../data/use-gate.ts";
import { useFormat } from "../format/use-format.ts";
import { useTranslation } from "../words/use-translation.ts";
import { Button } from "../ui/button.tsx";
import { CircleHelp } from "../ui/more-icons.ts";
import { toast } from "../ui/toast.ts";
import { operationWord } from "./attempt-words.ts";

const panel = css({
  display: "flex",
  flexDirection: "column",
  gap: "3",
  p: "4",
  borderWidth: "1.5px",
  borderStyle: "dashed",
  borderColor: "unknown",
  borderRadius: "panel",
  bg: "unknown.soft",
});
const head = css({ display: "flex", alignItems: "center", gap: "2", color: "unknown", textStyle: "md", fontWeight: "semibold" });
const text = css({ textStyle: "sm", textWrap: "pretty" });
const deed = css({ textStyle: "lg", fontWeight: "medium" });
const small = css({ textStyle: "xs", color: "ink.muted" });
const row = css({ display: "flex", flexWrap: "wrap", gap: "2" });

/** An attempt that was unsettled at sign-out: only its operation and time are left. */
export function FencePostSlip({ post }: { post: FencePost }) {
  const { t } = useTranslation("attempts");
  const gate = useGate();
  const format = useFormat();
  const id = useId();
  const settle = async (as: Settlement["as"]) => {
    await gate.settle(post.attempt, as, "");
    toast({ tone: "done", title: t(as === "happened" ? "unknown.settled.happened" : "unknown.settled.didNot") });
  };
  return (
    <section className={panel} aria-labelledby={id}>
      <h2 id={id} className={head}>
        <CircleHelp size={16} aria-hidden />
        {t("unknown.title")}
      </h2>
      <div>
        <p className={deed}>{operationWord(t, post.operation)}</p>
        <p className={small}>{t("post.sent", { time: format.full(post.at) })}</p>
      </div>
      <p className={text}>{t("post.text")}</p>
      <div className={row}>
        <Button onClick={() => void settle("happened")}>{t("unknown.happened")}</Button>
        <Button onClick={() => void settle("did not happen")}>{t("unknown.didNot")}</Button>
      </div>
    </section>
  );
}
