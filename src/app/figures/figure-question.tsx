import type { ReactNode } from "react";
import { ChangeDialog, type FigureChange } from "./change-dialog.tsx";
import type { HostSays } from "./use-change-check.ts";
import type { FigureForm } from "./use-figure-form.ts";

interface FigureQuestionProps {
  form: FigureForm;
  title: string;
  change: Pick<FigureChange, "name" | "show" | "example">;
  readAgain: () => Promise<HostSays | undefined>;
  /** The deed on its button, and while it is on its way. */
  confirm: string;
  busy: string;
  /** What else changes with it. */
  children?: ReactNode;
}

/** The confirmation of what a figure's form asks, while it asks. */
export function FigureQuestion({ form: { asked, error, submit, close }, change, ...words }: FigureQuestionProps) {
  if (!asked) return null;
  return (
    <ChangeDialog
      {...words}
      change={{ ...change, seen: asked.seen, next: asked.value }}
      error={error}
      send={() => submit(asked.value)}
      onClose={close}
    />
  );
}
