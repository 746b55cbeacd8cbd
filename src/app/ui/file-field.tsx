import { type DragEvent as ReactDragEvent, type ReactNode, useState } from "react";
import { css, cx } from "#styled/css";
import { useTranslation } from "../words/use-translation.ts";
import { buttonLook } from "./button.tsx";
import { Field, type FieldWords, controlLook } from "./field.tsx";
import { FileText, Upload } from "./more-icons.ts";

const zone = css({
  display: "flex",
  flexDirection: "column",
  gap: "3",
  p: "4",
  bg: "surface",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  "&[data-over=true]": { borderColor: "accent", bg: "accent.soft" },
});
const box = css({ display: "grid", "& > *": { gridArea: "1 / 1" } });
/** Hide the browser's own label and button, but keep the input's box, focus and keyboard handling. */
const input = cx(
  controlLook,
  css({
    height: "full",
    cursor: "pointer",
    // Doubled selector: overrides the text box styles regardless of stylesheet order.
    "&&": { minHeight: "14", fontSize: "[0]", color: "transparent" },
    "&::file-selector-button": { display: "none" },
    "&:hover:not(:disabled)": { bg: "hover" },
  }),
);
const face = css({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: "3",
  minWidth: "0",
  p: "2.5",
  pointerEvents: "none",
  textStyle: "sm",
  color: "ink.muted",
});
const file = css({
  display: "inline-flex",
  alignItems: "center",
  gap: "2",
  minWidth: "0",
  color: "ink",
  "& svg": { flexShrink: "0", color: "accent" },
});
const ink = css({ color: "ink" });
const fileName = css({ minWidth: "0", overflowWrap: "anywhere" });

interface FileFieldProps extends FieldWords {
  /** The `accept` attribute of the file input. */
  accept: string;
  /** Name of the last file given. */
  chosen: string | undefined;
  locked?: boolean;
  onFile: (file: File) => void;
  /** Content below, such as templates. */
  children?: ReactNode;
}

/** File picker and drop target; shows the chosen file's name. */
export function FileField({ accept, chosen, locked = false, onFile, children, ...words }: FileFieldProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const leave = ({ currentTarget, relatedTarget }: ReactDragEvent) => {
    // Moving onto a child isn't leaving.
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  return (
    <div
      className={zone}
      data-over={over && !locked}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={leave}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const dropped = event.dataTransfer.files[0];
        if (dropped && !locked) onFile(dropped);
      }}
    >
      <Field {...words}>
        {(control) => (
          <div className={box}>
            <input
              {...control}
              aria-describedby={
                [control["aria-describedby"], chosen === undefined ? undefined : `${control.id}-file`].filter(Boolean).join(" ") ||
                undefined
              }
              type="file"
              accept={accept}
              className={input}
              disabled={locked}
              onClick={(event) => {
                // Choosing the same file again fires no change event, but its contents may have changed.
                event.currentTarget.value = "";
              }}
              onChange={(event) => {
                const given = event.target.files?.[0];
                if (given) onFile(given);
              }}
            />
            <span className={face}>
              <span className={cx(buttonLook({ size: "small" }), ink)} aria-hidden>
                <Upload size={14} />
                {t(chosen === undefined ? "file.choose" : "file.another")}
              </span>
              {chosen === undefined ? (
                <span>{t("file.drop")}</span>
              ) : (
                <span id={`${control.id}-file`} className={file}>
                  <FileText size={16} />
                  <span className={fileName}>{chosen}</span>
                </span>
              )}
            </span>
          </div>
        )}
      </Field>
      {children}
    </div>
  );
}
