import type { ReactNode } from "react";
import { troubleOf } from "../deeds/use-deed.ts";
import { type KnownFigure, type SingleFigure, useReadFigureAgain } from "../data/use-rates.ts";
import { ChangeDialog, type FigureChange } from "./change-dialog.tsx";
import type { HostSays } from "./use-change-check.ts";
import type { FigureForm } from "./use-figure-form.ts";

interface FigureQuestionProps<F extends SingleFigure> {
  figure: F;
  saysOf: (known: KnownFigure<F>) => HostSays;
  /** Called with the host's figure before a change is sent; undefined if the host can't be asked. */
  onRead?: (now: KnownFigure<F> | undefined) => void;
  form: FigureForm;
  title: string;
  change: Pick<FigureChange, "name" | "show" | "example" | "of">;
  /** Labels of the confirm button: idle and in flight. */
  confirm: string;
  busy: string;
  /** What else changes with it. */
  children?: ReactNode;
}

/** Confirmation dialog of a figure's form, while a change is pending. */
export function FigureQuestion<F extends SingleFigure>({
  figure,
  saysOf,
  onRead,
  form: { asked, deed, submit, close },
  change,
  ...words
}: FigureQuestionProps<F>) {
  const readFigureAgain = useReadFigureAgain(figure);
  if (!asked) return null;
  const readAgain = async () => {
    const now = await readFigureAgain();
    onRead?.(now);
    return now && saysOf(now);
  };
  return (
    <ChangeDialog
      {...words}
      readAgain={readAgain}
      change={{ ...change, seen: asked.seen, next: asked.value }}
      error={troubleOf(deed)}
      send={(isOpen) => submit(asked.value, isOpen)}
      onClose={close}
    />
  );
}
