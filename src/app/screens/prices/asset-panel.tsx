import { useState } from "react";
import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { markedDown } from "../../../contract/price.ts";
import { setGlobalMarkdown } from "../../../contract/markdown.ts";
import { figureNames } from "../../data/use-figure-history.ts";
import { type KnownFigure, useFigure, useReadFigureAgain } from "../../data/use-rates.ts";
import { ChangeDialog } from "../../figures/change-dialog.tsx";
import { FeedTrouble } from "../../figures/feed-trouble.tsx";
import { FigureHistory } from "../../figures/figure-history.tsx";
import { readNonNegative } from "../../figures/read-decimal.ts";
import { UnknownNotice } from "../../figures/unknown-notice.tsx";
import { useFigureFormat } from "../../figures/use-figure-format.ts";
import { useSend } from "../../figures/use-send.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { toast } from "../../ui/toast.ts";
import { MarkdownCard } from "./markdown-card.tsx";

const page = css({ display: "flex", flexDirection: "column", gap: "4" });
const top = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
  alignItems: "start",
  lgDown: { gridTemplateColumns: "1fr" },
});
const form = css({ display: "flex", flexDirection: "column", gap: "4", "& button": { alignSelf: "flex-start" } });

const saysOf = (known: KnownFigure<"markdown">) => ({
  value: known.value.markdownPercentage,
  changedAt: known.value.updatedAt,
  by: known.value.updatedBy,
});

/** The global markdown: what it is, a form to change it, and what this device has seen of it (PRICE-3). */
export function AssetPanel() {
  const { t } = useTranslation("prices");
  const { percent, naira } = useFigureFormat();
  const { cached, result, refresh } = useFigure("markdown");
  const readAgain = useReadFigureAgain("markdown");
  const [text, setText] = useState("");
  const [description, setDescription] = useState("");
  const [problem, setProblem] = useState<string>();
  const [next, setNext] = useState<{ value: string; seen: ReturnType<typeof saysOf> }>();
  const { send, error, unknown, clearError } = useSend({ failed: t("asset.failed"), done: (message) => message ?? t("asset.done") });

  const ask = () => {
    const read = readNonNegative(text);
    const isWrong = read.is === "invalid" || (read.is === "read" && read.number > 100);
    const wrong = read.is === "empty" ? t("asset.empty") : isWrong ? t("asset.invalid") : undefined;
    setProblem(wrong);
    if (wrong) toast({ tone: "failed", title: wrong });
    else if (read.is === "read")
      setNext({ value: read.value, seen: cached ? saysOf(cached) : { value: undefined, changedAt: undefined, by: undefined } });
  };

  const submit = async (value: string) => {
    const outcome = await send({
      call: setGlobalMarkdown,
      body: { markdownPercentage: Number(value), description: description.trim() },
      operation: "setMarkdown",
      subject: ["markdown"],
      target: t("asset.name"),
      details: { markdown: value, description: description.trim(), before: cached?.value.markdownPercentage ?? "" },
      refresh,
    });
    if (outcome.is === "done") {
      setText("");
      setDescription("");
    }
    if (outcome.is === "done" || outcome.is === "unknown") setNext(undefined);
  };

  return (
    <div className={page}>
      <UnknownNotice attempt={unknown} refresh={refresh} />
      <FeedTrouble result={result} kept={Boolean(cached)} title={t("asset.fetchFailed")} onRetry={() => void refresh()} />
      <div className={top}>
        <MarkdownCard known={cached} waiting={result.is === "waiting"} refresh={refresh} />
        <Card>
          <form
            noValidate
            className={form}
            onSubmit={(event) => {
              event.preventDefault();
              ask();
            }}
          >
            <TextField
              label={t("asset.field")}
              inputMode="decimal"
              autoComplete="off"
              maxLength={20}
              error={problem}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
            <TextAreaField
              label={t("asset.description")}
              rows={2}
              maxLength={500}
              value={description}
              onChange={(event) => setDescription(event.target.value)}
            />
            <MutationButton permission="canManageFees" kind="primary" type="submit">
              {t("asset.submit")}
            </MutationButton>
          </form>
        </Card>
      </div>
      <FigureHistory figure={figureNames.markdown} name={t("asset.name")} show={percent} />
      {next ? (
        <ChangeDialog
          title={t("asset.title")}
          change={{
            name: t("asset.name"),
            seen: next.seen,
            next: next.value,
            show: percent,
            example: { what: t("asset.example"), of: (value) => naira(markedDown("100000", value).discountedPrice) },
          }}
          readAgain={async () => {
            const known = await readAgain();
            return known && saysOf(known);
          }}
          confirm={t("asset.submit")}
          busy={t("asset.busy")}
          error={error}
          send={() => submit(next.value)}
          onClose={() => {
            clearError();
            setNext(undefined);
          }}
        >
          {cached?.value.isActive === false ? <p>{t("asset.inactiveToo")}</p> : null}
        </ChangeDialog>
      ) : null}
    </div>
  );
}
