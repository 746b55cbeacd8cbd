import type { ReactNode } from "react";
import { css } from "#styled/css";
import type { MutationCall } from "../../contract/call.ts";
import { isAwaited } from "../data/is-awaited.ts";
import { figureNames } from "../data/use-figure-history.ts";
import { type KnownFigure, type SingleFigure, type useFigure } from "../data/use-rates.ts";
import { DeedNotice } from "../deeds/deed-notice.tsx";
import { useTranslation } from "../words/use-translation.ts";
import { MutationButton } from "../parts/mutation-button.tsx";
import { Card, Figure } from "../ui/card.tsx";
import type { Example, RateOf } from "./change-dialog.tsx";
import { DecimalField } from "../ui/decimal-field.tsx";
import { Form } from "../ui/form.tsx";
import { KeepFocus } from "../ui/keep-focus.tsx";
import { FeedTrouble } from "./feed-trouble.tsx";
import { FigureBasis } from "./figure-basis.tsx";
import { FigureHistory } from "./figure-history.tsx";
import { FigureQuestion } from "./figure-question.tsx";
import type { HostSays } from "./use-change-check.ts";
import { type FigureFormOptions, useFigureForm } from "./use-figure-form.ts";

const page = css({ display: "flex", flexDirection: "column", gap: "4" });
const top = css({
  display: "grid",
  gap: "4",
  gridTemplateColumns: "[minmax(0, 1fr) minmax(0, 1fr)]",
  mdDown: { gridTemplateColumns: "1fr" },
});
const form = css({ display: "flex", flexDirection: "column", gap: "3", "& button": { alignSelf: "flex-start" } });

/** The figure as shown: "..." while loading, a dash if there is none. */
export function shownFigure(known: object | null | undefined, waiting: boolean, shown: string | undefined): string {
  if (shown !== undefined) return shown;
  return known === undefined || (known === null && waiting) ? "..." : "—";
}

interface FigurePanelProps<F extends SingleFigure, C extends MutationCall> {
  figure: F;
  known: ReturnType<typeof useFigure<F>>;
  saysOf: (known: KnownFigure<F>) => HostSays;
  show: (value: string) => string;
  read: FigureFormOptions<C>["read"];
  intentOf: FigureFormOptions<C>["intentOf"];
  example: Example;
  /** The trades it applies to, if the effect of a change can be computed for them (RATE-4). */
  of?: RateOf;
  words: FigureFormOptions<C>["words"] & {
    readonly name: string;
    readonly field: string;
    readonly title: string;
    readonly submit: string;
    readonly busy: string;
    readonly fetchFailed: string;
    readonly meaning: string;
    /** Text if the host has no value. */
    readonly never: string;
  };
  /** Content before the history, which loads later and grows. */
  children?: ReactNode;
}

/** One host figure: value, since when and by whom, a box to change it, and its history on this device. */
export function FigurePanel<F extends SingleFigure, C extends MutationCall>({
  figure,
  known: { cached, fetching, refresh },
  saysOf,
  show,
  read,
  intentOf,
  example,
  of,
  words,
  children,
}: FigurePanelProps<F, C>) {
  const { t } = useTranslation("rates");
  const says = cached ? saysOf(cached) : undefined;
  const box = useFigureForm({ says, read, words, intentOf: (value, before) => ({ ...intentOf(value, before), refresh }) });
  return (
    <div className={page}>
      {box.asked ? null : <DeedNotice deed={box.deed} refresh={refresh} />}
      <KeepFocus />
      <FeedTrouble fetching={fetching} kept={Boolean(cached)} title={words.fetchFailed} onRetry={() => void refresh()} />
      <div className={top}>
        <Card bare>
          <Figure
            label={words.name}
            value={shownFigure(cached, isAwaited(fetching), says?.value === undefined ? undefined : show(says.value))}
            note={
              cached && says ? (
                <FigureBasis says={says} asOf={cached.asOf}>
                  {says.value === undefined ? words.never : words.meaning}
                </FigureBasis>
              ) : null
            }
          />
        </Card>
        <Card>
          <Form className={form} onSubmit={box.ask}>
            <DecimalField label={words.field} hint={t("field.hint")} error={box.problem} value={box.text} onChange={box.type} />
            <MutationButton permission="canManageFees" kind="primary" type="submit">
              {words.submit}
            </MutationButton>
          </Form>
        </Card>
      </div>
      {children}
      <FigureHistory figure={figureNames[figure]} name={words.name} show={show} />
      <FigureQuestion
        figure={figure}
        saysOf={saysOf}
        form={box}
        title={words.title}
        change={{ name: words.name, show, example, ...(of && { of }) }}
        confirm={words.submit}
        busy={words.busy}
      />
    </div>
  );
}
