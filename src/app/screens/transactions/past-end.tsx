import { css } from "#styled/css";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";

const line = css({ display: "block" });

/** Where the host's rows begin, if it has put older ones away (host epoch ms). */
export function PastEnd({ at }: { at: number | undefined }) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  return at === undefined ? null : (
    <time className={line} dateTime={new Date(at).toISOString()} title={format.full(at)}>
      {t("list.past", { day: format.date(at) })}
    </time>
  );
}
