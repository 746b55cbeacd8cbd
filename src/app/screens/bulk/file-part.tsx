import { useRef, useState } from "react";
import { css } from "#styled/css";
import { mostRows } from "../../../db/money/bulk/file-row.ts";
import { useFormat } from "../../format/use-format.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { Button } from "../../ui/button.tsx";
import { FileField } from "../../ui/file-field.tsx";
import { Form } from "../../ui/form.tsx";
import { Download } from "../../ui/icons.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { downloadTemplate } from "./rehearsal-file.ts";
import { type BadFile, mostMegabytes, type Rehearsal } from "./rehearsal.ts";
import { verbatim } from "../../ui/verbatim.ts";

const ways = css({
  display: "grid",
  _print: { display: "none" },
  gap: "5",
  gridTemplateColumns: "[repeat(auto-fit, minmax(min(20rem, 100%), 1fr))]",
});
const form = css({
  display: "flex",
  flexDirection: "column",
  alignItems: "flex-start",
  gap: "3",
  p: "4",
  bg: "surface",
  borderWidth: "1px",
  borderColor: "line",
  borderRadius: "panel",
  "& > *": { width: "full" },
  "& > button": { width: "auto" },
});
const cells = css({ fontFamily: "mono", fontSize: "xs" });

interface FilePartProps {
  rehearsal: Rehearsal;
  busy: boolean;
  bad: BadFile | undefined;
}

/** File picker, paste target, and a template to start from. */
export function FilePart({ rehearsal, busy, bad }: FilePartProps) {
  const { t } = useTranslation(["rehearsal", "common"]);
  const format = useFormat();
  const field = useRef<HTMLTextAreaElement>(null);
  const [name, setName] = useState("");
  const [problem, setProblem] = useState<string>();
  const badWords = (file: BadFile): string => {
    switch (file.is) {
      case "twice":
        return t("problems.twice", { name: file.name, line: file.line });
      case "loose quote":
        return t("problems.looseQuote", { line: file.line });
      case "too many":
        return t("problems.tooMany", { shown: format.number(file.count), most: format.number(mostRows) });
      case "too large":
        return t("problems.too large", { size: mostMegabytes });
      default:
        return t(`problems.${file.is}`);
    }
  };
  const wasPasted = name === t("pasted");
  const words = bad && badWords(bad);
  const readCells = () => {
    const text = field.current?.value ?? "";
    setProblem(text.trim() === "" ? t("pasteNone") : undefined);
    if (text.trim() === "") return;
    setName(t("pasted"));
    const bytes = new TextEncoder().encode(text);
    void rehearsal.open(() => Promise.resolve(bytes), bytes.length, t("pasted"));
  };
  return (
    <div className={ways}>
      <FileField
        label={t("file")}
        hint={t("fileHint")}
        chosen={name === "" || wasPasted ? undefined : name}
        error={wasPasted ? undefined : words}
        accept="text/csv,.csv,application/json,.json,text/plain,.txt,text/tab-separated-values,.tsv"
        locked={busy}
        onFile={(chosen) => {
          setName(chosen.name);
          setProblem(undefined);
          void rehearsal.open(() => chosen.arrayBuffer(), chosen.size, chosen.name);
        }}
      >
        <div>
          <Button size="small" kind="quiet" icon={<Download size={14} aria-hidden />} onClick={() => downloadTemplate(t)}>
            {t("template")}
          </Button>
        </div>
      </FileField>
      <Form className={form} onSubmit={readCells}>
        <TextAreaField
          ref={field}
          label={t("paste")}
          hint={t("pasteHint")}
          error={problem ?? (wasPasted ? words : undefined)}
          className={cells}
          rows={4}
          {...verbatim}
        />
        <Button type="submit" busy={busy}>
          {t("pasteRead")}
        </Button>
      </Form>
    </div>
  );
}
