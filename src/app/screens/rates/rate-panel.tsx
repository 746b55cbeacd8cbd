import { type ReactNode, useState } from "react";
import Big from "big.js";
import { useTranslation } from "react-i18next";
import { css } from "#styled/css";
import { setOfframpRate, setOnrampRate } from "../../../contract/rates.ts";
import { figureNames } from "../../data/use-figure-history.ts";
import { useFigure, useReadFigureAgain } from "../../data/use-rates.ts";
import { Age } from "../../figures/age.tsx";
import { ChangeDialog } from "../../figures/change-dialog.tsx";
import { DecimalField } from "../../figures/decimal-field.tsx";
import { FeedTrouble } from "../../figures/feed-trouble.tsx";
import { FigureHistory } from "../../figures/figure-history.tsx";
import { readPositive } from "../../figures/read-decimal.ts";
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
const form = css({ display: "flex", flexDirection: "column", gap: "3", alignItems: "stretch", "& button": { alignSelf: "flex-start" } });
const lines = css({ display: "flex", flexDirection: "column", gap: "0.5" });

type RateName = "onramp" | "offramp";
const calls = { onramp: setOnrampRate, offramp: setOfframpRate } as const;

function Basis({ says, asOf }: { says: HostSays; asOf: number }): ReactNode {
  const { t } = useTranslation("rates");
  const format = useFormat();
  return (
    <span className={lines}>
      <span>
        {t("perUnit")} · {t("source")}
      </span>
      {says.changedAt ? (
        <span>
          {t("updatedAt", { time: format.dateTime(new Date(says.changedAt)) })} {says.by ? t("updatedBy", { by: says.by }) : null}
        </span>
      ) : null}
      <Age asOf={asOf} />
    </span>
  );
}

const saysOf = (known: {
  value: { rate?: string | undefined; updatedAt: string | undefined; updatedBy: string | undefined };
}): HostSays => ({
  value: known.value.rate,
  changedAt: known.value.updatedAt,
  by: known.value.updatedBy,
});
const nothing: HostSays = { value: undefined, changedAt: undefined, by: undefined };

/** One rate: what it is, since when, by whom; a box to change it, and what this device has seen of it (RATE-1 … RATE-3). */
export function RatePanel({ figure }: { figure: RateName }) {
  const { t } = useTranslation("rates");
  const { naira } = useFigureFormat();
  const { cached, result, refresh } = useFigure(figure);
  const readAgain = useReadFigureAgain(figure);
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [next, setNext] = useState<{ value: string; seen: HostSays }>();
  const { send, error, unknown, clearError } = useSend({
    failed: t(`${figure}.setFailed`),
    done: (message) => message ?? t(`${figure}.done`),
  });
  const says = cached ? saysOf(cached) : nothing;

  const ask = () => {
    const read = readPositive(text);
    const wrong = read.is === "empty" ? t("empty") : read.is === "invalid" ? t("invalid") : undefined;
    setProblem(wrong);
    if (wrong) toast({ tone: "failed", title: wrong });
    else if (read.is === "read") setNext({ value: read.value, seen: says });
  };

  const submit = async (value: string) => {
    const outcome = await send({
      call: calls[figure],
      body: { rate: Number(value) },
      operation: figure === "onramp" ? "setOnrampRate" : "setOfframpRate",
      subject: [figure],
      target: t(`${figure}.name`),
      details: { rate: value, before: says.value ?? "" },
      refresh,
    });
    if (outcome.is === "done") setText("");
    if (outcome.is === "done" || outcome.is === "unknown") setNext(undefined);
  };

  return (
    <div className={page}>
      <UnknownNotice attempt={unknown} refresh={refresh} />
      {result.is === "failed" ? (
        <FeedTrouble result={result} kept={Boolean(cached)} title={t(`${figure}.fetchFailed`)} onRetry={() => void refresh()} />
      ) : null}
      <div className={top}>
        <Card bare>
          <Figure
            label={t(`${figure}.name`)}
            value={
              says.value === undefined
                ? cached === undefined || (cached === null && result.is === "waiting")
                  ? "..."
                  : "—"
                : naira(says.value)
            }
            note={cached ? says.value === undefined ? t("neverSet") : <Basis says={says} asOf={cached.asOf} /> : null}
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
              label={t(`${figure}.field`)}
              hint={t("field.hint")}
              error={problem}
              value={text}
              onChange={(value) => {
                setText(value);
                setProblem(undefined);
              }}
            />
            <MutationButton permission="canManageFees" kind="primary" type="submit">
              {t("update")}
            </MutationButton>
          </form>
        </Card>
      </div>
      <FigureHistory figure={figureNames[figure]} name={t(`${figure}.name`)} show={naira} />
      {next ? (
        <ChangeDialog
          title={t(`${figure}.title`)}
          change={{
            name: t(`${figure}.name`),
            seen: next.seen,
            next: next.value,
            show: naira,
            example: { what: t(`${figure}.example`), of: (value) => naira(new Big(value).times(100).toFixed()) },
          }}
          readAgain={async () => {
            const known = await readAgain();
            return known && saysOf(known);
          }}
          confirm={t("update")}
          busy={t("updating")}
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
