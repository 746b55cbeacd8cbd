import { css } from "#styled/css";
import { csvFile, csvOf } from "../../../csv/csv.ts";
import { download } from "../../../ui/download.ts";
import { useTranslation } from "../../../words/use-translation.ts";
import { Button } from "../../../ui/button.tsx";
import { FileField } from "../../../ui/file-field.tsx";
import { Download } from "../../../ui/icons.tsx";
import { columns } from "./parse-file.ts";

const row = css({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: "2" });

const example = {
  cardType: "APPLE",
  country: "US",
  rate: 1250,
  rateDisplay: "1250",
  physicalRate: 1270,
  ecodeRate: 1190,
  minAmount: 25,
  maxAmount: 500,
  vanillaType: "",
  notes: "Receipt required",
  isActive: true,
} as const;

/** A file with one example row, in the upload's format. */
const template = (kind: "json" | "csv"): Blob =>
  kind === "json"
    ? new Blob([`${JSON.stringify({ rates: [example] }, null, 2)}\n`], { type: "application/json" })
    : csvFile(csvOf([columns, columns.map((column) => example[column])]));

interface FileChoiceProps {
  /** The file chosen or dropped last. */
  chosen: File | undefined;
  error: string | undefined;
  locked: boolean;
  onFile: (file: File) => void;
}

/** File picker, with templates to start from. */
export function FileChoice({ chosen, error, locked, onFile }: FileChoiceProps) {
  const { t } = useTranslation("giftCards");
  const save = (kind: "json" | "csv") => download(`gift-card-rates-template.${kind}`, template(kind));
  return (
    <FileField
      label={t("bulk.file")}
      chosen={chosen?.name}
      error={error}
      accept="application/json,.json,text/csv,.csv,text/plain,.txt,text/tab-separated-values,.tsv"
      locked={locked}
      onFile={onFile}
    >
      <div className={row}>
        {(["json", "csv"] as const).map((kind) => (
          <Button key={kind} size="small" kind="quiet" icon={<Download size={14} aria-hidden />} onClick={() => save(kind)}>
            {t("bulk.template", { kind: kind.toUpperCase() })}
          </Button>
        ))}
      </div>
    </FileField>
  );
}
