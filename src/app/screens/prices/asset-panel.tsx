import { useRef, useState } from "react";
import { css } from "#styled/css";
import { markedDown } from "../../../contract/price.ts";
import { setGlobalMarkdown } from "../../../contract/markdown.ts";
import { isAwaited } from "../../data/is-awaited.ts";
import { figureNames } from "../../data/use-figure-history.ts";
import { type KnownFigure, useFigure } from "../../data/use-rates.ts";
import { DeedNotice } from "../../deeds/deed-notice.tsx";
import { FeedTrouble } from "../../figures/feed-trouble.tsx";
import { FigureHistory } from "../../figures/figure-history.tsx";
import { FigureQuestion } from "../../figures/figure-question.tsx";
import { decimalKeys, noteRefused } from "../../ui/decimal-keys.ts";
import { Form } from "../../ui/form.tsx";
import { KeepFocus } from "../../ui/keep-focus.tsx";
import { readPercentage } from "../../ui/read-decimal.ts";
import type { HostSays } from "../../figures/use-change-check.ts";
import { useFormat } from "../../format/use-format.ts";
import { useFigureForm } from "../../figures/use-figure-form.ts";
import { useTranslation } from "../../words/use-translation.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextAreaField } from "../../ui/text-area-field.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { MarkdownCard } from "./markdown-card.tsx";
import { pricesLooks } from "./prices-looks.ts";

const page = css({ display: "flex", flexDirection: "column", gap: "4" });

/** The global markdown: value, form, and history on this device (PRICE-3). */
export function AssetPanel() {
  const { t } = useTranslation("prices");
  const { percent, naira } = useFormat();
  const { cached, fetching, refresh } = useFigure("markdown");
  const [typed, setTyped] = useState<string>();
  const lastRead = useRef<KnownFigure<"markdown">>(undefined);
  // Changing only the percentage keeps the description, as the host has it now.
  const description = () => typed?.trim() || (lastRead.current ?? cached)?.value.description || "";
  const saysOf = ({ value }: KnownFigure<"markdown">): HostSays => ({
    value: value.markdownPercentage,
    changedAt: value.updatedAt,
    by: value.updatedBy,
    text: typed?.trim() ? (value.description ?? "") : undefined,
  });
  const box = useFigureForm({
    says: cached ? saysOf(cached) : undefined,
    read: readPercentage,
    words: {
      empty: t("asset.empty"),
      invalid: t("asset.invalid"),
      failed: t("asset.failed"),
      done: (message) => message ?? t("asset.done"),
    },
    intentOf: (value, old) => ({
      call: setGlobalMarkdown,
      body: { markdownPercentage: Number(value), description: description() },
      operation: "setMarkdown",
      subject: ["markdown"],
      target: t("asset.name"),
      details: { markdown: value, description: description(), before: old },
      refresh,
    }),
    onDone: () => setTyped(undefined),
  });

  return (
    <div className={page}>
      {box.asked ? null : <DeedNotice deed={box.deed} refresh={refresh} />}
      <KeepFocus />
      <FeedTrouble fetching={fetching} kept={Boolean(cached)} title={t("asset.fetchFailed")} onRetry={() => void refresh()} />
      <div className={pricesLooks.pair}>
        <MarkdownCard known={cached} waiting={isAwaited(fetching)} refresh={refresh} />
        <Card>
          <Form className={pricesLooks.form} onSubmit={box.ask}>
            <TextField
              label={t("asset.field")}
              inputMode={decimalKeys()}
              autoComplete="off"
              maxLength={20}
              error={box.problem}
              value={box.text}
              onChange={(event) => {
                noteRefused(event.target.value);
                box.type(event.target.value);
              }}
            />
            <TextAreaField
              label={t("asset.description")}
              rows={2}
              maxLength={500}
              placeholder={cached?.value.description ?? ""}
              value={typed ?? ""}
              onChange={(event) => setTyped(event.target.value)}
            />
            <MutationButton permission="canManageFees" kind="primary" type="submit">
              {t("asset.submit")}
            </MutationButton>
          </Form>
        </Card>
      </div>
      <FigureHistory figure={figureNames.markdown} name={t("asset.name")} show={percent} />
      <FigureQuestion
        figure="markdown"
        saysOf={saysOf}
        onRead={(now) => {
          lastRead.current = now;
        }}
        form={box}
        title={t("asset.title")}
        change={{
          name: t("asset.name"),
          show: percent,
          example: { what: t("asset.example"), of: (value) => naira(markedDown("100000", value).discountedPrice) },
        }}
        confirm={t("asset.submit")}
        busy={t("asset.busy")}
      >
        {cached?.value.isActive === false ? <p>{t("asset.inactiveToo")}</p> : null}
      </FigureQuestion>
    </div>
  );
}
