import { css } from "#styled/css";
import { useTranslation } from "../words/use-translation.ts";
import { X } from "./more-icons.ts";

const look = css({
  display: "inline-flex",
  alignItems: "center",
  maxWidth: "full",
  minHeight: "7",
  paddingInlineStart: "2.5",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "round",
  bg: "surface",
  textStyle: "sm",
});
const name = css({ color: "ink.muted", marginInlineEnd: "1", flexShrink: "0" });
const text = css({ overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap", fontWeight: "medium" });
const remove = css({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  flexShrink: "0",
  width: "6",
  height: "6",
  marginInlineStart: "0.5",
  borderRadius: "round",
  color: "ink.muted",
  _hover: { bg: "hover", color: "ink" },
  _print: { display: "none" },
  _touch: { width: "control", height: "control" },
});

/** Active filter: label, value and a "Remove …" button. */
export function Chip({ label, value, onRemove }: { label: string; value: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return (
    <span className={look}>
      <span className={name}>{label}</span>
      <span className={text} title={value}>
        {value}
      </span>
      <button type="button" className={remove} aria-label={t("remove", { what: `${label} ${value}` })} onClick={onRemove}>
        <X size={12} aria-hidden />
      </button>
    </span>
  );
}
