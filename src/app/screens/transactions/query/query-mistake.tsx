import { css } from "#styled/css";
import { useTranslation } from "../../../words/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import type { Mistake } from "./parse-query.ts";

const look = css({ display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: "3", rowGap: "1.5", textStyle: "sm" });
const line = css({
  fontFamily: "mono",
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
  color: "ink.muted",
  "& mark": {
    bg: "transparent",
    color: "danger",
    fontWeight: "medium",
    textDecoration: "underline wavy",
    textDecorationThickness: "from-font",
    textUnderlineOffset: "3px",
  },
});
const words = css({ color: "danger", fontWeight: "medium", minWidth: "0" });

interface QueryMistakeProps {
  id?: string;
  text: string;
  mistake: Mistake;
  /** Called with the text, the mistake replaced by the suggestion. */
  onTake: (text: string) => void;
}

/** Position of a query's mistake, what was expected, and what may have been meant. */
export function QueryMistake({ id, text, mistake, onTake }: QueryMistakeProps) {
  const { t } = useTranslation("search");
  const { at, length, suggestion } = mistake;
  const [before, wrong, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)];
  return (
    <div id={id} role="alert" className={look}>
      <span className={line} aria-hidden>
        {before}
        <mark>{wrong}</mark>
        {after}
      </span>
      <span className={words}>
        {t(`mistakes.${mistake.is}`, {
          text: mistake.text,
          place: at + 1,
          expected: (mistake.expected ?? []).join(", "),
        })}
      </span>
      {suggestion === undefined ? null : (
        <Button size="small" onClick={() => onTake(before + suggestion + after)}>
          {t("mistakes.take", { suggestion })}
        </Button>
      )}
    </div>
  );
}
