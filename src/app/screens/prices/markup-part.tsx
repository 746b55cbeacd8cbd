import Big from "big.js";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { setMarkup } from "../../../contract/markup.ts";
import { figureNames } from "../../data/use-figure-history.ts";
import { type KnownFigure, type useFigure, useReadFigureAgain } from "../../data/use-rates.ts";
import { Age } from "../../figures/age.tsx";
import { ChangeDialog } from "../../figures/change-dialog.tsx";
import { DecimalField } from "../../figures/decimal-field.tsx";
import { FeedTrouble } from "../../figures/feed-trouble.tsx";
import { FigureHistory } from "../../figures/figure-history.tsx";
import { readNonNegative } from "../../figures/read-decimal.ts";
import { UnknownNotice } from "../../figures/unknown-notice.tsx";
import type { HostSays } from "../../figures/use-change-check.ts";
import { useFigureFormat } from "../../figures/use-figure-format.ts";
import { useSend } from "../../figures/use-send.ts";
import { useFormat } from "../../format/use-format.ts";
import { MutationButton } from "../../parts/mutation-button.tsx";
import { Card, Figure } from "../../ui/card.tsx";
import { toast } from "../../ui/toast.ts";

const page = css({ display: "flex", flexDirection: "column", gap: "4" });
const top = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
  mdDown: { gridTemplateColumns: "1fr" },
});
const form = css({ display: "flex", flexDirection: "column", gap: "3", "& button": { alignSelf: "flex-start" } });
const lines = css({ display: "flex", flexDirection: "column", gap: "0.5" });

const saysOf = (known: KnownFigure<"markup">): HostSays => ({
  value: known.value.markup,
  changedAt: known.value.updatedAt,
  by: known.value.updatedBy,
});
const nothing: HostSays = { value: undefined, changedAt: undefined, by: undefined };

interface MarkupPartProps {
  markup: ReturnType<typeof useFigure<"markup">>;
  onrampRate: string | undefined;
}

/** The markup: what it is, and a box to change it (MARK-1). */
export function MarkupPart({ markup: { cached, result, refresh }, onrampRate }: MarkupPartProps) {
  const { t } = useTranslation(["prices", "rates"]);
  const { percent, naira } = useFigureFormat();
  const format = useFormat();
  const readAgain = useReadFigureAgain("markup");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [next, setNext] = useState<{ value: string; seen: HostSays }>();
  const { send, error, unknown, clearError } = useSend({ failed: t("markup.failed"), done: (message) => message ?? t("markup.done") });
  const says = cached ? saysOf(cached) : nothing;

  const ask = () => {
    const read = readNonNegative(text);
    const isWrong = read.is === "invalid" || (read.is === "read" && read.number > 100);
    const wrong = read.is === "empty" ? t("markup.empty") : isWrong ? t("markup.invalid") : undefined;
    setProblem(wrong);
    if (wrong) toast({ tone: "failed", title: wrong });
    else if (read.is === "read") setNext({ value: read.value, seen: says });
  };

  const submit = async (value: string) => {
    const outcome = await send({
      call: setMarkup,
      body: { markup: Number(value) },
      operation: "setMarkup",
      subject: ["markup"],
      target: t("markup.name"),
      details: { markup: value, before: says.value ?? "" },
      refresh,
    });
    if (outcome.is === "done") setText("");
    if (outcome.is === "done" || outcome.is === "unknown") setNext(undefined);
  };

  const example = (value: string): string => {
    const factor = new Big(100).plus(value).div(100);
    return naira(factor.times(onrampRate === undefined ? 100_000 : new Big(onrampRate).times(100)).toFixed());
  };

  return (
    <div className={page}>
      <UnknownNotice attempt={unknown} refresh={refresh} />
      <FeedTrouble result={result} kept={Boolean(cached)} title={t("markup.fetchFailed")} onRetry={() => void refresh()} />
      <div className={top}>
        <Card bare>
          <Figure
            label={t("markup.name")}
            value={
              says.value === undefined
                ? cached === undefined || (cached === null && result.is === "waiting")
                  ? "..."
                  : "—"
                : percent(says.value)
            }
            note={
              cached ? (
                <span className={lines}>
                  <span>{says.value === undefined ? t("markup.never") : t("markup.meaning")}</span>
                  {says.changedAt ? (
                    <span>
                      {t("markup.updatedAt", { time: format.dateTime(new Date(says.changedAt)) })}{" "}
                      {says.by ? t("markup.updatedBy", { by: says.by }) : null}
                    </span>
                  ) : null}
                  <Age asOf={cached.asOf} />
                </span>
              ) : null
            }
          />
        </Card>
        <Card>
          <form
            noValidate
            className={form}
            onSubmit={(event) => {
              event.preventDefault();
              ask();
            }}
          >
            <DecimalField
              label={t("markup.field")}
              hint={t("rates:field.hint")}
              error={problem}
              value={text}
              onChange={(value) => {
                setText(value);
                setProblem(undefined);
              }}
            />
            <MutationButton permission="canManageFees" kind="primary" type="submit">
              {t("markup.submit")}
            </MutationButton>
          </form>
        </Card>
      </div>
      <FigureHistory figure={figureNames.markup} name={t("markup.name")} show={percent} />
      {next ? (
        <ChangeDialog
          title={t("markup.title")}
          change={{
            name: t("markup.name"),
            seen: next.seen,
            next: next.value,
            show: percent,
            example: { what: onrampRate === undefined ? t("markup.exampleNaira") : t("markup.example"), of: example },
          }}
          readAgain={async () => {
            const known = await readAgain();
            return known && saysOf(known);
          }}
          confirm={t("markup.submit")}
          busy={t("markup.busy")}
          error={error}
          send={() => submit(next.value)}
          onClose={() => {
            clearError();
            setNext(undefined);
          }}
        />
      ) : null}
    </div>
  );
}
