import { type ReactNode, useState } from "react";
import { css, cx } from "#styled/css";
import { Field, type FieldWords, controlLook } from "./field.tsx";

const zone = css({
  display: "flex",
  flexDirection: "column",
  gap: "3",
  p: "4",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  "&[data-over=true]": { borderColor: "accent", bg: "accent.soft" },
});
const input = cx(
  controlLook,
  css({
    height: "auto",
    py: "1.5",
    // Firefox gives it a font and a look of its own.
    "&::file-selector-button": {
      marginInlineEnd: "3",
      px: "2.5",
      py: "0.5",
      font: "inherit",
      fontWeight: "medium",
      color: "ink",
      bg: "hover",
      borderWidth: "1px",
      borderStyle: "solid",
      borderColor: "line",
      borderRadius: "control",
      cursor: "pointer",
    },
    "&:disabled::file-selector-button": { color: "ink.muted", cursor: "not-allowed" },
  }),
);

interface FileFieldProps extends FieldWords {
  /** As the `accept` of a file input has it. */
  accept: string;
  locked?: boolean;
  onFile: (file: File) => void;
  /** What stands below, as templates. */
  children?: ReactNode;
}

/** A file to choose or to drop. */
export function FileField({ accept, locked = false, onFile, children, ...words }: FileFieldProps) {
  const [over, setOver] = useState(false);
  return (
    <div
      className={zone}
      data-over={over}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer.files[0];
        if (file && !locked) onFile(file);
      }}
    >
      <Field {...words}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept={accept}
            className={input}
            disabled={locked}
            onClick={(event) => {
              // The same file chosen once more is no change to the browser, but what is in it may have changed.
              event.currentTarget.value = "";
            }}
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onFile(file);
            }}
          />
        )}
      </Field>
      {children}
    </div>
  );
}
