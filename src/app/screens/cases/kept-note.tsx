import { css } from "#styled/css";
import { useSync } from "../../data/sync-context.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";

const note = css({ textStyle: "sm", color: "ink.muted", maxWidth: "measure", textWrap: "pretty", _print: { display: "none" } });

/** Says how long a case is kept, and what to do before it is deleted. */
export function KeptNote() {
  const { t } = useTranslation("cases");
  const format = useFormat();
  const { keeping, host } = useSync();
  return <p className={note}>{keeping === "off" ? t("keptOff") : t("kept", { hours: format.number(host.config.retentionHours) })}</p>;
}
