import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";

const line = css({ display: "block" });

/** Says from which moment on the host has rows (host epoch ms). */
export function PastEndLine({ at }: { at: number }) {
  const { t } = useTranslation("activity");
  const format = useFormat();
  return (
    <time className={line} dateTime={new Date(at).toISOString()} title={format.full(at)}>
      {t("past", { day: format.date(at) })}
    </time>
  );
}
