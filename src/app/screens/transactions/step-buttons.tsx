import { css } from "#styled/css";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { ArrowUp } from "../../ui/icons.tsx";
import { ArrowDown } from "../../ui/more-icons.ts";
import type { Steps } from "./use-steps.ts";

const group = css({
  display: "flex",
  gap: "2",
  flexWrap: "wrap",
  marginInlineEnd: "auto",
  smDown: { flexBasis: "full!", marginInlineEnd: "0", "& > button": { flex: "1" } },
});
/** Empty, it takes no room, but stays in the accessibility tree: else its text would not be announced. */
const note = css({ flexBasis: "full", textStyle: "sm", color: "danger", _empty: { position: "absolute" } });

/** Steps to the previous and next row of the list beneath (FIND-2). */
export function StepButtons({ steps }: { steps: Steps }) {
  const { t } = useTranslation(["lookup", "transactions"]);
  const off = (side: "previous" | "next") => {
    if (!steps.isListed) return t("details.notListed");
    return steps.can[side] ? undefined : t(`details.no.${side}`);
  };
  return (
    <div role="group" aria-label={t("details.steps")} className={group}>
      <Button
        icon={<ArrowUp size={16} aria-hidden />}
        aria-keyshortcuts="ArrowLeft"
        busy={steps.busy === "previous"}
        off={off("previous")}
        onClick={() => steps.go("previous")}
      >
        {t("details.previous")}
      </Button>
      <Button
        icon={<ArrowDown size={16} aria-hidden />}
        aria-keyshortcuts="ArrowRight"
        busy={steps.busy === "next"}
        off={off("next")}
        onClick={() => steps.go("next")}
      >
        {t("details.next")}
      </Button>
      <p role="status" className={note}>
        {steps.hasFailed ? t("transactions:list.failed") : null}
      </p>
    </div>
  );
}
