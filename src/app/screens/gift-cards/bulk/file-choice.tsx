import { useState } from "react";
import { css, cx } from "#styled/css";
import { download } from "../../../csv/download.ts";
import { useTranslation } from "../../../i18n/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { Field, controlLook } from "../../../ui/field.tsx";
import { Download } from "../../../ui/icons.tsx";
import { template } from "./template.ts";

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
const row = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });
const input = cx(
  controlLook,
  css({ height: "auto", py: "1.5", "&::file-selector-button": { marginInlineEnd: "3", fontWeight: "medium" } }),
);

interface FileChoiceProps {
  /** What was chosen or dropped last. */
  chosen: File | undefined;
  error: string | undefined;
  locked: boolean;
  onFile: (file: File) => void;
}

/** A file to choose or to drop, and templates to begin with. */
export function FileChoice({ chosen, error, locked, onFile }: FileChoiceProps) {
  const { t } = useTranslation("giftCards");
  const [over, setOver] = useState(false);
  const save = (kind: "json" | "csv") => download(`gift-card-rates-template.${kind}`, template(kind));
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
      <Field label={t("bulk.file")} hint={chosen ? t("bulk.chosen", { name: chosen.name }) : t("bulk.drop")} error={error}>
        {(control) => (
          <input
            {...control}
            type="file"
            accept="application/json,.json,text/csv,.csv,text/plain,.txt,text/tab-separated-values,.tsv"
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
      <div className={row}>
        {(["json", "csv"] as const).map((kind) => (
          <Button key={kind} size="small" kind="quiet" icon={<Download size={14} aria-hidden />} onClick={() => save(kind)}>
            {t("bulk.template", { kind: kind.toUpperCase() })}
          </Button>
        ))}
      </div>
    </div>
  );
}
